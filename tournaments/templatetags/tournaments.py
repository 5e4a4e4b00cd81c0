"""What templates need to tell of tournaments; also those of the shell and the front page."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext

from gameplay import rule_texts
from tournaments import presenting, stream, telling
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import leading, rankings, schedule, stand_ins

register = template.Library()

register.filter("clock", presenting.clock)
register.filter("number", presenting.number)
register.filter("board_word", presenting.board_word)
register.filter("numbered", presenting.numbered)
register.filter("signed", presenting.signed)
register.filter("percent", presenting.percent)
register.filter("difference", presenting.difference)
register.filter("points", presenting.points)
register.filter("leading", presenting.leading)
register.filter("measure", presenting.measure)
register.filter("money", presenting.money)
register.filter("wins", presenting.wins)
register.filter("why_unranked", presenting.why_unranked)
register.filter("contract", presenting.contract_name)
register.filter("called", presenting.called)
register.filter("seat", presenting.seat_name)
register.filter("short", presenting.short_name)
register.filter("made", presenting.made)
register.filter("rank", rule_texts.rank_printed)
register.filter("suit", presenting.suit_name)


register.filter("rules", presenting.rules_name)
register.filter("rules_address", presenting.rules_address)
register.filter("call_kind", presenting.call_kind)
register.filter("dessert_rules", presenting.dessert_rules)
register.filter("dessert_told", presenting.dessert_told)
register.filter("options_told", presenting.options_told)
register.filter("points_told", presenting.points_told)
register.filter("points_of", presenting.points_of)
register.filter("role", presenting.role)
register.filter("tricks", presenting.tricks)


@register.simple_tag
def agenda(past: int = 0, upcoming: int = 5) -> schedule.Agenda:
    """For pages that do not belong to tournaments; asked only where it is shown."""
    return schedule.agenda(past=past, upcoming=upcoming)


@register.simple_tag(takes_context=True)
def my_open_tables(context: template.Context) -> list[stand_ins.OpenTable]:
    """Where the visitor is expected now, in his own seat or in that of somebody else."""
    user = getattr(context.get("request"), "user", None)
    return stand_ins.open_tables(user.pk) if user is not None and user.is_authenticated else []


@register.simple_tag(takes_context=True)
def outcome(context: template.Context, tournament: Tournament) -> str:
    """Where is told what an evening with own cards came to, for those of its club; else ""."""
    user = getattr(context.get("request"), "user", None)
    over = tournament.own_cards and tournament.status == Tournament.FINISHED
    if not over or not tournament.club or user is None or not user.is_authenticated:
        return ""
    if not leading.comes_to_evenings(tournament.club, user.pk):
        return ""
    return reverse("tournaments:outcome", args=[tournament.club, tournament.evening])


@register.simple_tag
def ruled_about(entry: Entry, several: bool) -> list[str]:
    """What the director ruled about this player, and still holds: a total that has a penalty in it
    is not the sum of its boards."""
    facts = telling.Facts(
        names=rankings.names([entry]),
        without_standing=frozenset(),
        rounds=0,
        several=several,
        zone="",
    )
    return [
        telling.ruling(one.event, facts)
        for one in stream.state(entry.tournament_id).championship.rulings.values()
        if one.holds and getattr(one.event, "entry", "") == entry.key
    ]


register.filter("status", presenting.status)
register.filter("state", presenting.round_state)


@register.filter
def free_places(tournament: Tournament) -> int:
    return max(0, tournament.capacity - tournament.entries_count)


@register.filter
def day(moment: datetime, zone: str) -> str:
    """“za 6 maart 2027”, where the tournament is."""
    return formats.date_format(_there(moment, zone), gettext("D j F Y"))


@register.filter
def hour(moment: datetime, zone: str) -> str:
    """“20:00”, where the tournament is. Which zone that is, a page says once."""
    return _there(moment, zone).strftime("%H:%M")


@register.filter
def day_number(moment: datetime, zone: str) -> int:
    return _there(moment, zone).day


@register.filter
def month(moment: datetime, zone: str) -> str:
    return formats.date_format(_there(moment, zone), "M").rstrip(".")


@register.filter
def other_year(moment: datetime, zone: str) -> str:
    """The year, where it is not the one we have."""
    there = _there(moment, zone)
    return "" if there.year == _there(timezone.now(), zone).year else str(there.year)


@register.filter
def elsewhere(zone: str) -> str:
    """The zone's name where it is not the one of this service."""
    return "" if zone == settings.TIME_ZONE else zone


def _there(moment: datetime, zone: str) -> datetime:
    return timezone.localtime(moment, ZoneInfo(zone))


@register.inclusion_tag("tournaments/_arrow.html")
def arrow(before: int | None, now: int | None) -> dict[str, object]:
    """How many ranks somebody rose or fell; nothing where there is nothing to compare."""
    moved = (before - now) if before is not None and now is not None else None
    return {"moved": moved, "by": abs(moved or 0)}


@register.inclusion_tag("tournaments/_clock.html")
def round_clock(row: Round | None, now: datetime) -> dict[str, object]:
    """The clock of a round; the page's script lets it run on."""
    left = schedule.seconds_left(row, now) if row is not None else None
    return {"round": row, "left": left}


@register.filter
def spread(histogram: dict[str, int]) -> list[tuple[str, int]]:
    """Pairs of a histogram in order of size."""
    return sorted(histogram.items(), key=lambda pair: int(pair[0]))


@register.filter
def from_to(spread_of: dict[str, int]) -> str:
    """“4 to 6”, or “5” where it is the same for everybody."""
    least, most = spread_of["min"], spread_of["max"]
    if least == most:
        return str(least)
    return gettext("%(least)s to %(most)s") % {"least": least, "most": most}
