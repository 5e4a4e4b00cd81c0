"""The whole service as one ASGI application: pages, server-sent events and sockets."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

# First, because it sets Django up, which everything imported below needs.
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from deploy.lifespan import Lifespan  # noqa: E402
from deploy.sockets import SignedIn  # noqa: E402
from gameplay.routing import http_urlpatterns, websocket_urlpatterns  # noqa: E402

application = Lifespan(
    ProtocolTypeRouter(
        {
            # Streams go round Django: a view would hold a thread and a connection each.
            "http": URLRouter([*http_urlpatterns, re_path("", pages)]),
            # The origin is looked at first, before the session of a stranger's page is.
            "websocket": AllowedHostsOriginValidator(SignedIn(URLRouter(websocket_urlpatterns))),
        }
    )
)
