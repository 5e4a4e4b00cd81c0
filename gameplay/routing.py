"""Sockets and event streams of play; ``deploy.asgi`` hangs them in."""

from __future__ import annotations

from django.urls import path

from gameplay.commentary import CommentaryConsumer
from gameplay.consumers import TableConsumer
from gameplay.sse import table_events

websocket_urlpatterns = [
    path("ws/tables/<slug:table_id>/", TableConsumer.as_asgi()),
    path("ws/tables/<slug:table_id>/commentary/", CommentaryConsumer.as_asgi()),
]
http_urlpatterns = [path("sse/tables/<slug:table_id>/", table_events)]
