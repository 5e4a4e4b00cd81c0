from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gameplay import access

        # Event types must be known to the codec before anything reads the store.
        from tournaments import club_pages, club_rules, codec  # noqa: F401
        from tournaments.selectors import calls, homes
        from tournaments.services import directing, watching

        access.register_directors(directing.directs)
        access.register_homes(homes.home)
        access.register_delays(homes.delay)
        access.register_commentators(homes.comments, watching.looks)
        access.register_calls(calls.at_table)
        club_rules.register()
        club_pages.register()
