from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameplayConfig(AppConfig):
    name = "gameplay"
    verbose_name = _("Play")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Event types must be known to the codec before anything reads the store.
        from gameplay import events  # noqa: F401
