"""The form with which somebody sets up a tournament, and how its refusals find their field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine import RikkenError
from gameplay import option_fields
from gameplay.ids import new_id
from tournaments.domain import settings as setup
from tournaments.texts import text_for

SESSIONS = 4
"""How many sessions the form offers; an event of more is set up through the API."""
NOTICE = timedelta(minutes=10)
WALL = "%Y-%m-%dT%H:%M"

ZONES = (
    "Europe/Amsterdam",
    "Europe/Brussels",
    "Europe/London",
    "Europe/Berlin",
    "America/Paramaribo",
    "America/Curacao",
    "UTC",
)

VENUES = [
    ("online", _("online")),
    ("hall", _("in a hall, with real cards")),
    ("hybrid", _("both: each player online or in the hall")),
]
PRIMARIES = [
    ("matchpoints", _("percentage")),
    ("difference", _("difference per board")),
    ("points", _("points per board")),
    ("total", _("points in all")),
]


class DayAndHour(forms.MultiWidget):
    """Two fields, because a browser that speaks American shows AM and PM in one for both."""

    template_name = "tournaments/_day_and_hour.html"

    def __init__(self) -> None:
        hour = {
            "inputmode": "numeric",
            "placeholder": "20:00",
            "maxlength": "5",
            "autocomplete": "off",
            "aria-label": _("Hour and minutes, 24-hour clock"),
        }
        super().__init__(
            {
                "day": forms.DateInput(attrs={"type": "date", "aria-label": _("Day")}),
                "hour": forms.TextInput(attrs=hour),
            }
        )

    def decompress(self, value: str | None) -> list[str]:
        day, _between, hour = (value or "").partition("T")
        return [day, hour]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        if name in data:
            return str(data[name])
        day, hour = (str(data.get(f"{name}_{part}", "")).strip() for part in ("day", "hour"))
        hour = re.sub(r"^(\d{1,2})[.:h ]?(\d\d)$", lambda m: f"{int(m[1]):02}:{m[2]}", hour)
        return f"{day}T{hour}" if day or hour else ""


class WallTime(forms.CharField):
    """A time on the clock of the place of play: no zone, no guess."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=DayAndHour(), max_length=19, **options)


def _number(label: Any, least: int, most: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


class TournamentForm(option_fields.ChoosesRules):
    """Everything but title and time has a default that suits an evening with sixteen players."""

    duplicate = True

    form = forms.CharField(widget=forms.HiddenInput, max_length=40)
    """Which form it is: sent twice it makes one tournament."""
    title = forms.CharField(label=_("Name"), max_length=120)
    starts_1 = WallTime(label=_("Begins"), help_text=_("In the time of the place of play."))
    capacity = _number(_("Places"), 8, 400, _("Empty seats at the last table are filled."))
    rounds = _number(_("Rounds"), 1, 100, _("In each session; every round other opponents."))
    round_minutes = _number(_("Minutes a round"), 1, 600)
    starts_2 = WallTime(
        label=_("Session 2 begins"), required=False, help_text=_("Leave empty if there is none.")
    )
    starts_3 = WallTime(label=_("Session 3 begins"), required=False)
    starts_4 = WallTime(label=_("Session 4 begins"), required=False)
    round_break_minutes = _number(_("Minutes between rounds"), 0, 600)
    boards = forms.TypedChoiceField(
        label=_("Boards a round"), choices=[(n, str(n)) for n in (4, 8, 12, 16)], coerce=int
    )
    zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
    ruleset = forms.ChoiceField(label=_("Rules"), choices=option_fields.choices)
    venue = forms.ChoiceField(
        label=_("Where"),
        choices=VENUES,
    )
    primary = forms.ChoiceField(
        label=_("Ranking by"),
        choices=PRIMARIES,
    )
    head_to_head_min = _number(
        _("Head to head from"), 1, 400, _("So many boards in the same seat decide a tie.")
    )
    generator = forms.ChoiceField(
        label=_("Deals"),
        choices=[
            ("uniform", _("all equally likely")),
            ("predicate:long-suit", _("with a long suit in at least one hand")),
        ],
    )
    dessert = forms.ChoiceField(
        label=_("Last board of each session"), choices=option_fields.DESSERTS, required=False
    )
    chat = forms.ChoiceField(
        label=_("Chat at the tables"),
        choices=[
            ("between", _("between the boards")),
            ("open", _("always, during play too")),
            ("shut", _("not at all")),
        ],
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("nl", "Nederlands"), ("en", "English"), ("de", "Deutsch")],
        help_text=_("For visitors whose browser asks for none of these; everybody can choose."),
    )
    policy = forms.ChoiceField(
        label=_("Watching"),
        choices=[
            ("board", _("a board once every table has played it")),
            ("live", _("everything at once (only if unranked)")),
        ],
    )
    delay = _number(
        _("Featured table: delay"), 0, setup.MOST_DELAY, _("Minutes after a board's release.")
    )
    action_seconds = _number(
        _("Seconds for each action"),
        0,
        setup.MOST_SECONDS,
        _("0: no clock. Whose time is out, has a house player act for him until he is back."),
    )
    board_reserve = _number(
        _("Seconds in reserve"), 0, setup.MOST_SECONDS, _("For each player, anew on every board.")
    )
    stand_in_after = _number(
        _("Stand-in after"), 0, setup.MOST_SECONDS, _("Seconds without a connection; 0: never.")
    )
    given_back = forms.ChoiceField(
        label=_("Who is back plays again"),
        choices=[("at_once", _("at once")), ("board", _("from the next board"))],
    )
    undo = forms.BooleanField(
        label=_("A last bid or card may be taken back if all at the table agree"), required=False
    )
    ranked = forms.BooleanField(label=_("Ranked: the result counts"), required=False)
    auto_start = forms.BooleanField(
        label=_("Every round starts by itself at its time"), required=False
    )

    MAIN = ("title", "starts_1", "venue", "capacity", "rounds", "round_minutes")
    MORE = (
        "starts_2",
        "starts_3",
        "starts_4",
        "round_break_minutes",
        "boards",
        "zone",
        "primary",
        "head_to_head_min",
        "generator",
        "dessert",
        "chat",
        "language",
        "policy",
        "delay",
        "action_seconds",
        "board_reserve",
        "stand_in_after",
        "given_back",
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for index in range(1, SESSIONS + 1):
            name = f"offset_{index}"
            self.fields[name] = forms.CharField(required=False, max_length=6)
        self.asked: dict[str, list[dict[str, str]]] = {}
        """By field: the instants among which a time on the wall does not choose."""

    def settings(self) -> dict[str, object]:
        """What ``services.schedule`` wants; only of a form that is valid."""
        given = self.cleaned_data
        sessions = []
        for index in range(1, SESSIONS + 1):
            starts = given.get(f"starts_{index}", "").strip()
            if not starts:
                continue
            session: dict[str, object] = {"starts": starts, "rounds": given["rounds"]}
            if given.get(f"offset_{index}"):
                session["starts_offset"] = given[f"offset_{index}"]
            sessions.append(session)
        names = (set(setup.DEFAULTS) | {"title"}) & set(given)
        settings = {name: given[name] for name in names}
        dessert = [given["dessert"]] if given["dessert"] else []
        return {**settings, "options": self.options(), "sessions": sessions, "dessert": dessert}

    def unusual(self, now: datetime) -> list[dict[str, object]]:
        """A start that has passed may be meant, of an evening written down late: it is asked."""
        wall = self.cleaned_data["starts_1"].strip()
        there = timezone.localtime(now, ZoneInfo(self.cleaned_data["zone"])).strftime(WALL)
        # Walls sort as text, and the hour that comes twice is no reason to ask.
        return [{"code": "start_has_passed", "starts": wall}] if wall[:16] < there else []

    def refuse(self, refusal: RikkenError) -> None:
        """Say at its field what a service has refused."""
        if "option" in refusal.detail:
            self.refuse_options(refusal)
            return
        field = self._field_of(refusal)
        if refusal.code in ("wall_time_missing", "wall_time_twice", "bad_offset"):
            self.asked[field or "starts_1"] = list(refusal.detail.get("choices", []))  # type: ignore[call-overload]
        self.add_error(field, words(refusal))

    def _field_of(self, refusal: RikkenError) -> str | None:
        name = str(refusal.detail.get("name", ""))
        session = re.match(r"sessions\[(\d+)\]\.?(\w*)", name)
        if session and session[2] != "rounds":
            return self._session(int(session[1]))
        if session:
            return "rounds"
        if refusal.code == "rounds_overlap":
            number = int(str(refusal.detail["round"]))
            return self._session((number - 1) // int(self.cleaned_data["rounds"]))
        by_code = {
            "live_needs_unranked": "policy",
            "delay_needs_board": "delay",
            "unknown_zone": "zone",
            "unknown_pass_game": "dessert",
        }
        field = by_code.get(refusal.code, name)
        return field if field in self.fields else None

    def _session(self, place: int) -> str:
        """The field of the session at this place, of those that were filled in."""
        filled = [
            f"starts_{index}"
            for index in range(1, SESSIONS + 1)
            if self.cleaned_data.get(f"starts_{index}")
        ]
        return filled[place] if place < len(filled) else "starts_1"


def defaults(now: datetime) -> dict[str, object]:
    """A championship of sixteen this evening: five rounds, in which nobody meets anybody twice."""
    given = dict(setup.DEFAULTS)
    zone = ZoneInfo(str(given["zone"]))
    soon = timezone.localtime(now + NOTICE, zone)
    starts = soon + timedelta(minutes=-soon.minute % 30)
    return {
        **given,
        "form": new_id(),
        "capacity": 16,
        "rounds": 5,
        "starts_1": starts.strftime(WALL),
        "dessert": "",
        "language": (get_language() or "nl")[:2],
    }


def words(refusal: RikkenError) -> str:
    """What is wrong with a setting and what would be right."""
    detail: Mapping[str, Any] = refusal.detail
    match refusal.code:
        case "wall_time_missing":
            return gettext("The clock is put forward then: this time does not exist. Which one?")
        case "wall_time_twice":
            return gettext("The clock is put back then: this time comes twice. Which one?")
        case "command_id_reused":
            return gettext("Load the page again and try once more.")
        case "bad_offset":
            return gettext("Choose one of these times.")
        case "bad_time":
            return gettext("This is no date with a time.")
        case "live_needs_unranked":
            return gettext("Whoever watches live could help a player: only if it is unranked.")
        case "unknown_pass_game" | "dessert_not_counted" | "delay_needs_board" | "hall_draws":
            return text_for(refusal.code)
        case "rounds_overlap":
            return gettext("This session begins before the one before it is over.")
        case "unknown_zone":
            return gettext("There is no such time zone. Did you mean “%(nearest)s”?") % detail
        case _ if "least" in detail and "most" in detail:
            return gettext("From %(least)s to %(most)s.") % detail
        case _ if detail.get("nearest"):
            return gettext("This does not exist. Did you mean “%(nearest)s”?") % detail
        case _:
            return gettext("This cannot be used.")
