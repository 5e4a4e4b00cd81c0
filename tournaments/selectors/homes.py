"""What the card table is told of the tournament it belongs to: who directs, where to go next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext

from gameplay.access import Home
from gameplay.frames import moment
from tournaments.models import Round, RoundTable, Tournament
from tournaments.selectors import leading, lobby, schedule

ORIGIN = "tournament-"


def comments(user_id: int, table_id: str) -> bool:
    """Named by the organizer and no entrant: an entry shuts this door, whatever came first."""
    found = Tournament.objects.filter(
        rounds__tables=table_id, commentators__user_id=user_id, commentators__active=True
    )
    return any(leading.entry_of(each, user_id) is None for each in found)


def delay(table_id: str, origin: str) -> timedelta:
    """How long after its release who watches sees a board of this table: of the featured one."""
    key = origin.removeprefix(ORIGIN)
    told = Tournament.objects.filter(key=key, delay__gt=0).values_list("delay", "featured").first()
    if key == origin or told is None:
        return timedelta(0)
    minutes, chosen = told
    row = Round.objects.filter(tournament=key, tables=table_id).values_list("key", flat=True)
    round_key = row.first()
    if round_key is None or lobby.featured_in(round_key, chosen) != table_id:
        return timedelta(0)
    return timedelta(minutes=minutes)


def home(table_id: str, origin: str, user_id: int | None) -> Home | None:
    """Of a table and its origin; whoever has an entry is told where the next round is played."""
    key = origin.removeprefix(ORIGIN)
    if key == origin:
        return None
    told = Tournament.objects.filter(key=key).first()
    if told is None:
        return None
    found = Round.objects.select_related("session")
    row = found.filter(tournament=key, tables=table_id).first()
    own = leading.entry_of(told, user_id)
    plays = own is not None or schedule.sits_in(key, user_id) is not None
    return Home(
        url=reverse("tournaments:detail", args=[key]),
        title=told.title,
        next_url=reverse("tournaments:where", args=[key]),
        plays=plays,
        ends=row.ends if row is not None and row.state == Round.RUNNING else None,
        paused=row is not None and row.state == Round.PAUSED,
        board_url=reverse("tournaments:board", args=[key, row.session.name, 0]) if row else "",
        call_url=reverse("tournaments:call", args=[key]) if row is not None and plays else "",
        compare_url=reverse("api:board", args=[key, row.session.name, 0]) if row else "",
        standings_url=reverse("tournaments:standings", args=[key]),
        commentators=tuple(name for _, name in lobby.commentators(key)),
        language=told.language,
        values_confirmed=told.values_confirmed is not None,
    )


def playing_at(row: Round | None, tables: Mapping[str, RoundTable]) -> str | None:
    """The id of the table at which somebody plays in this round while it is in play; ``tables`` as
    `schedule.my_tables` has them."""
    mine = tables.get(row.key) if row is not None and row.state in schedule.GOING_ON else None
    return mine.key if mine is not None and mine.opened else None


def where(
    tournament: Tournament,
    rounds: Sequence[Round],
    row: Round | None,
    *,
    table: str | None,
    plays: bool,
    now: datetime,
) -> dict[str, object]:
    """What a table asks of its tournament: the round's clock, and where to be next.

    ``row`` is the round at which everybody looks, ``table`` where this person plays in it.
    """
    running = row is not None and row.state == Round.RUNNING
    return {
        "table_url": reverse("gameplay:table", args=[table]) if table else None,
        "text": _where_text(tournament, rounds, row, at_table=bool(table), plays=plays, now=now),
        "ends": moment(row.ends) if row is not None and running and row.ends else None,
        "paused": row is not None and row.state == Round.PAUSED,
    }


def _where_text(
    tournament: Tournament,
    rounds: Sequence[Round],
    row: Round | None,
    *,
    at_table: bool,
    plays: bool,
    now: datetime,
) -> str:
    words = {"round": row.number if row else 0, "rounds": len(rounds)}
    if tournament.status == Tournament.CANCELLED:
        return gettext("The tournament has been cancelled.")
    if tournament.status == Tournament.FINISHED:
        if plays:
            return gettext("The tournament is over. See how you did.")
        return gettext("The tournament is over.")
    if row is None or row.state == Round.CLOSED:
        return gettext("All rounds have been played.")
    if row.state not in (Round.PLANNED, Round.DEALT):
        if at_table or not plays:
            return gettext("Round %(round)s of %(rounds)s is in play.") % words
        return gettext("Round %(round)s of %(rounds)s is in play; you have no table in it.") % words
    return _to_come(tournament, row, words, now)


def _to_come(tournament: Tournament, row: Round, words: dict[str, int], now: datetime) -> str:
    """When a round begins: by its clock, by the organizer, or in the demo after a short while."""
    if tournament.organizer_id is None or (tournament.auto_start and row.starts <= now):
        return gettext("Round %(round)s of %(rounds)s begins soon.") % words
    if row.starts <= now:
        return gettext("The organizer starts round %(round)s of %(rounds)s.") % words
    zone = ZoneInfo(tournament.zone)
    starts = timezone.localtime(row.starts, zone)
    time = starts.strftime("%H:%M")
    if starts.date() != timezone.localtime(now, zone).date():
        time = f"{formats.date_format(starts, gettext('D j F'))}, {time}"
    if tournament.zone != settings.TIME_ZONE:
        time = f"{time} ({tournament.zone})"
    if tournament.auto_start:
        return gettext("Round %(round)s of %(rounds)s begins at %(time)s.") % {
            **words,
            "time": time,
        }
    planned = gettext(
        "Round %(round)s of %(rounds)s is planned for %(time)s; the organizer starts it."
    )
    return planned % {**words, "time": time}
