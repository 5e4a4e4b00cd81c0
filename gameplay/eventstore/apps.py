from __future__ import annotations

from django.apps import AppConfig


class EventStoreConfig(AppConfig):
    name = "gameplay.eventstore"
    label = "eventstore"
    verbose_name = "event store"
    default_auto_field = "django.db.models.BigAutoField"
