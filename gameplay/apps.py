from __future__ import annotations

from django.apps import AppConfig


class GameplayConfig(AppConfig):
    name = "gameplay"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Event types must be known to the codec before anything reads the store.
        from gameplay import events  # noqa: F401
