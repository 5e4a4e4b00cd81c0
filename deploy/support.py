"""Django's admin for whoever gives support: find somebody or something, and look. Nothing else.

Staff only, and only with a second factor, used in this session. Events are never edited, rows
follow from events, and a person changes his own things: so nothing can be added, changed or deleted
here. Of a stream the names and times of its events are shown; what they hold may be cards or words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, wraps
from typing import Any, ClassVar

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club, User
from gameplay.eventstore import lookups
from gameplay.models import Outage, TableSummary
from tournaments.models import Entry, Tournament

View = Callable[..., HttpResponse]
EVENTS_SHOWN = 500
# Spare codes alone are none.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def _used_it(request: HttpRequest) -> bool:
    """In this session: to have a second factor proves nothing."""
    records = get_authentication_records(request, request.user)  # type: ignore[arg-type]
    return any(each.get("method") == "mfa" for each in records)


def _kind(request: HttpRequest) -> str:
    return "" if is_mfa_enabled(request.user, FACTORS[:1]) else "_webauthn"


class SupportSite(admin.AdminSite):
    site_header = site_title = index_title = _("Rikken: support")
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        person = request.user
        staff = bool(person.is_active and getattr(person, "is_staff", False))
        return staff and is_mfa_enabled(person, FACTORS) and _used_it(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Whoever may not look is sent to where he can change that, or refused."""

        @wraps(view)
        def looked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not getattr(request.user, "is_staff", False):
                raise PermissionDenied
            if not is_mfa_enabled(request.user, FACTORS):
                return redirect("mfa_index")
            if not self.has_permission(request):
                way = "mfa_reauthenticate" + _kind(request)
                return redirect_to_login(request.get_full_path(), reverse(way))
            return view(request, *args, **kwargs)

        return never_cache(require_safe(looked))

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Fewer than Django's: no way leads to what nobody may do."""
        pages = [
            path("", self.admin_view(self.index), name="index"),
            path("jsi18n/", self.admin_view(self.i18n_javascript), name="jsi18n"),
            path("streams/", self.admin_view(self.stream), name="streams"),
            path("streams/<str:name>/", self.admin_view(self.stream), name="stream"),
            path("of/<slug:app_label>/", self.admin_view(self.app_index), name="app_list"),
        ]
        for model, shown in self._registry.items():
            where = f"{model._meta.app_label}/{model._meta.model_name}/"
            pages.append(path(where, include(shown.get_urls())))  # type: ignore[arg-type]
        return pages  # type: ignore[return-value]

    def stream(self, request: HttpRequest, name: str = "") -> HttpResponse:
        """The names and times of a stream's events; the last ones of a long one."""
        name = name or request.GET.get("name", "").strip()
        events = lookups.names(name, last=EVENTS_SHOWN)
        if name and not events:
            raise Http404
        about = {"title": name or gettext("Streams"), "name": name, "events": events}
        return TemplateResponse(
            request, "admin/stream.html", {**self.each_context(request), **about}
        )


# What fields are called here; what has no words of its own is Django's.
WORDS: Mapping[str, Promise] = {
    "is_demo": _("guest of the demo"),
    "name": _("name"),
    "place": _("place"),
    "key": _("key"),
    "zone": _("time zone"),
    "language": _("language"),
    "ruleset": _("rules"),
    "rules_number": _("version of the house rules"),
    "members_count": _("members"),
    "requests_count": _("requests"),
    "founded": _("founded"),
    "version": _("version"),
    "title": _("title"),
    "status": _("state"),
    "starts": _("begins"),
    "entries_count": _("entries"),
    "rounds_count": _("rounds"),
    "round_number": _("round"),
    "boards_released": _("boards released"),
    "standings_version": _("version of the ranking"),
    "standings_moved": _("ranking moved"),
    "finished": _("finished"),
    "organizer_id": _("organizer"),
    "policy": _("who may watch"),
    "table_id": _("table"),
    "opener_id": _("opened by"),
    "opened": _("opened"),
    "board": _("board"),
    "planned": _("planned"),
    "paused": _("paused"),
    "closed": _("is closed"),
    "origin": _("opened for"),
    "part": _("part"),
    "began": _("began"),
    "ended": _("ended"),
    "seconds": _("seconds"),
}


YES_OR_NO = ("is_demo", "planned", "paused", "closed")
Column = Callable[[models.Model], Any]


@cache
def column(name: str) -> str | Column:
    """A field of a row, under its words in the reader's language."""
    if name not in WORDS:
        return name

    @admin.display(
        description=WORDS[name],
        ordering=None if name == "seconds" else name,
        boolean=name in YES_OR_NO,
    )
    def value(row: models.Model) -> Any:
        found = getattr(row, name)
        if isinstance(found, datetime):
            return date_format(timezone.localtime(found), "DATETIME_FORMAT")
        return found

    value.__name__ = f"{name}_shown"
    return value


class Titled:
    """A filter under our words; the field's own name speaks English."""

    title: Any

    def __init__(self, field: Any, *arguments: Any, **how: Any) -> None:
        super().__init__(field, *arguments, **how)
        self.title = WORDS[field.name]


class Filter(Titled, admin.AllValuesFieldListFilter):
    pass


class YesOrNo(Titled, admin.BooleanFieldListFilter):
    pass


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [column(each) for each in self.list_display]  # type: ignore[arg-type]

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[Any]:
        return [column(each) for each in self.fields or ()]  # type: ignore[arg-type]

    def get_readonly_fields(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> list[Any]:
        shown = [each for each in self.get_fields(request, obj) if callable(each)]
        return [*self.readonly_fields, *shown]

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        look = self.admin_site.admin_view
        return [
            path("", look(self.changelist_view), name=f"{name}_changelist"),
            path("<path:object_id>/change/", look(self.change_view), name=f"{name}_change"),
        ]


def stream_link(name: str) -> str:
    return format_html('<a href="{}">{}</a>', reverse("admin:stream", args=[name]), name)


class People(ReadOnly):
    search_fields = ("username", "display_name", "email")
    search_help_text = _("User name, name at the table or e-mail address")
    list_display = ("username", "display_name", "is_active", "is_staff", "is_demo", "last_login")
    list_filter = ("is_active", "is_staff", ("is_demo", YesOrNo))
    ordering = ("-date_joined",)
    fields: ClassVar[tuple[str, ...]] = (
        *("username", "display_name", "addresses", "second_factor", "language"),
        *("is_active", "is_staff", "is_demo", "date_joined", "last_login", "entered"),
    )
    readonly_fields = ("addresses", "second_factor", "entered")

    @admin.display(description=_("e-mail"))
    def addresses(self, person: User) -> str:
        found = person.emailaddress_set.order_by("email")
        no = gettext("not confirmed")
        told = [each.email if each.verified else f"{each.email} ({no})" for each in found]
        return ", ".join(told) or gettext("nothing there")

    @admin.display(description=_("second factor"), boolean=True)
    def second_factor(self, person: User) -> bool:
        return is_mfa_enabled(person, FACTORS)

    @admin.display(description=_("tournaments"))
    def entered(self, person: User) -> str:
        entries = Entry.objects.filter(user_id=person.pk).select_related("tournament")
        return format_html_join(
            ", ",
            '<a href="{}">{}</a>',
            (
                (reverse("admin:tournaments_tournament_change", args=[key]), title)
                for key, title in entries.values_list("tournament", "tournament__title")
            ),
        )


class Clubs(ReadOnly):
    search_fields = ("name", "place", "key")
    list_display = ("name", "place", "members_count", "requests_count", "founded", "key")
    ordering = ("name", "key")
    fields = (
        *("name", "place", "key", "stream", "zone", "language", "ruleset", "rules_number"),
        *("members_count", "requests_count", "founded", "version"),
    )
    readonly_fields = ("stream",)

    @admin.display(description=_("stream"))
    def stream(self, club: Club) -> str:
        return stream_link(f"club-{club.key}")


class Tournaments(ReadOnly):
    search_fields = ("title", "key")
    list_display = ("title", "status", "starts", "entries_count", "round_number", "key")
    list_filter = (("status", Filter),)
    ordering = ("-starts",)
    fields = (
        *("title", "status", "key", "stream", "organizer_id", "ruleset", "policy", "starts"),
        *("zone", "entries_count", "rounds_count", "round_number", "boards_released"),
        *("version", "standings_version", "standings_moved", "finished"),
    )
    readonly_fields = ("stream",)

    @admin.display(description=_("stream"))
    def stream(self, tournament: Tournament) -> str:
        return stream_link(f"tournament-{tournament.key}")


class Tables(ReadOnly):
    search_fields = ("table_id", "game_id")
    list_display = ("table_id", "ruleset", "opened", "board", "planned", "paused", "closed")
    list_filter = (("closed", YesOrNo), ("paused", YesOrNo), ("planned", YesOrNo))
    ordering = ("-opened",)
    fields = (
        *("table_id", "stream", "game", "ruleset", "policy", "opener_id", "board", "planned"),
        *("paused", "closed", "origin", "opened", "version"),
    )
    readonly_fields = ("stream", "game")

    @admin.display(description=_("stream"))
    def stream(self, table: TableSummary) -> str:
        return stream_link(f"table-{table.table_id}")

    @admin.display(description=_("game in play"))
    def game(self, table: TableSummary) -> str:
        return stream_link(f"game-{table.game_id}") if table.game_id else gettext("nothing there")


class Outages(ReadOnly):
    list_display = ("part", "began", "ended", "seconds")
    ordering = ("-ended",)
    fields = ("part", "began", "ended", "seconds")
    readonly_fields = ("seconds",)


site = SupportSite()
site.register(User, People)
site.register(Club, Clubs)
site.register(Tournament, Tournaments)
site.register(TableSummary, Tables)
site.register(Outage, Outages)
