"""Whatever people want in whatever order: the rows are those that the stream alone would make."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import models, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from gameplay import streams
from gameplay.eventstore.verify import verify_all
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.domain import championship
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Board, Entry, Round, RoundSeat, RoundTable, Session, Tournament
from tournaments.projections import rows
from tournaments.services import deals, registration, rounds, schedule, seating

KINDS: tuple[type[models.Model], ...] = (
    Tournament,
    Session,
    Round,
    Entry,
    RoundTable,
    RoundSeat,
    Board,
)
FOLLOWERS = {"boards_released", "standings_version", "standings_moved"}


def all_rows() -> dict[str, list[dict[str, Any]]]:
    found = {}
    for kind in KINDS:
        names = [each.attname for each in kind._meta.concrete_fields if each.name not in FOLLOWERS]
        found[kind.__name__] = list(kind._default_manager.order_by("pk").values(*names))
    return found


def rebuilt(key: str) -> dict[str, list[dict[str, Any]]]:
    """The rows that are made from the stored bytes alone; those that were there come back."""
    with transaction.atomic():
        stream.forget_everything()
        stream.rebuild(key)
        made = all_rows()
        transaction.set_rollback(True)
    return made


def entry_number(office: Office, number: int) -> str:
    keys = list(office.championship.entries)
    return keys[number % len(keys)] if keys else "niemand"


# Each takes the office and a small number that says which one.
WANTS: dict[str, Callable[[Office, int], object]] = {
    "open": lambda o, n: registration.open(o.key, **o.by),
    "close": lambda o, n: registration.close(o.key, **o.by),
    "enter": lambda o, n: registration.enter(o.key, user_id=1000 + n, **o.by),
    "house": lambda o, n: registration.enter_house(
        o.key, name=f"Huis {n}", standing=n % 3 > 0, **o.by
    ),
    "withdraw": lambda o, n: registration.withdraw(
        o.key, entry=entry_number(o, n), reason="Ziek", **o.by
    ),
    "seat": lambda o, n: seating.seat(o.key, seed=n, **o.by),
    "reseat": lambda o, n: seating.reseat(o.key, reason="", **o.by),
    "deal": lambda o, n: deals.deal_round(f"{o.key}:{n % 2 + 1}", now=o.now),
    "start": lambda o, n: rounds.start(o.key, n % 3 + 1, **o.by),
    "pause": lambda o, n: rounds.pause(o.key, n % 2 + 1, reason="Koffie", **o.by),
    "resume": lambda o, n: rounds.resume(o.key, n % 2 + 1, **o.by),
    "extend": lambda o, n: rounds.extend(o.key, n % 2 + 1, minutes=n + 1, reason="", **o.by),
    "end": lambda o, n: rounds.close(o.key, n % 2 + 1, reason="", **o.by),
    "move": lambda o, n: schedule.reschedule_round(
        o.key, n % 2 + 1, starts=o.now + timedelta(minutes=5 * n), reason="", **o.by
    ),
    "tick": lambda o, n: o.ticks(),
    "wait": lambda o, n: o.wait(minutes=7 * n),
    "cancel": lambda o, n: n == 0 and schedule.cancel(o.key, reason="Sneeuw", **o.by),
}
# Seldom does chance alone seat eight people and play two rounds.
BEGINNINGS: tuple[tuple[str, ...], ...] = (
    (),
    ("seat",),
    ("seat", "deal", "deal+", "start"),
    ("seat", "deal", "deal+", "start", "end", "tick"),
)
step = st.tuples(st.sampled_from(sorted(WANTS)), st.integers(0, 11))


class TestRows(TestCase):
    def setUp(self) -> None:
        self.patch = pytest.MonkeyPatch()
        streams.forget_everything()
        stream.forget_everything()

    def tearDown(self) -> None:
        self.patch.undo()
        streams.forget_everything()
        stream.forget_everything()

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(
        auto=st.booleans(),
        beginning=st.sampled_from(BEGINNINGS),
        players=st.integers(8, 10),
        steps=st.lists(step, max_size=12),
    )
    def test_rows_are_those_of_the_stream(self, auto, beginning, players, steps):
        office = Office(organizer=get_user_model().objects.create_user("organizer"))
        self.patch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
        sessions = [{"starts": "2027-03-28T13:00", "rounds": 2}]
        office.schedules(auto_start=auto, sessions=sessions)
        office.enters_house(players)
        for name in beginning:
            WANTS[name.removesuffix("+")](office, int(name.endswith("+")))
        for name, number in steps:
            before = office.happened()
            try:
                WANTS[name](office, number)
            except TournamentRefused:
                # Refused is refused: nothing of it has happened.
                assert office.happened() == before
        written = all_rows()
        assert written == rebuilt(office.key)
        assert written == all_rows()
        assert self.sane(office)
        assert list(verify_all()) == []

    def sane(self, office: Office) -> bool:
        state = office.championship
        assert Tournament.objects.get().version == stream.state(office.key).version
        assert Tournament.objects.get().status == state.status
        for each in state.rounds:
            seated = [entry for table in each.tables for entry in table.chairs]
            assert len(seated) == len(set(seated))
            if each.started:
                assert each.tables and each.boards
                assert office.open_tables(each.number) == len(each.tables)
        return office.happened().count("RoundStarted") == sum(
            each.started is not None for each in state.rounds
        )


@pytest.mark.django_db
def test_a_change_writes_only_the_rows_it_changes(office, monkeypatch):
    office.seats(16)
    written: list[str] = []
    upsert = rows.upsert

    def watched(found: list[Any]) -> None:
        written.extend(type(each).__name__ for each in found)
        upsert(found)

    monkeypatch.setattr(rows, "upsert", watched)
    office.deals()
    assert sorted(set(written)) == ["Board", "Round", "Session"]
    assert (written.count("Board"), written.count("Round")) == (12, 3)
    written.clear()
    registration.withdraw(office.key, entry=office.championship.numbers[0], reason="", **office.by)
    assert written == ["Entry"]


@pytest.mark.django_db
def test_a_refusal_half_way_leaves_neither_event_nor_row_nor_words(office, monkeypatch):
    from gameplay.eventstore.models import PersonalText

    office.starts()
    before, texts = all_rows(), PersonalText.objects.count()

    def breaks(*args: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.stream.rows.store_state", breaks)
        with pytest.raises(OSError, match="full"):
            rounds.pause(office.key, 1, reason="Koffie", **office.by)
    assert all_rows() == before
    assert PersonalText.objects.count() == texts
    assert office.round(1).state == championship.RUNNING


@pytest.mark.django_db
def test_what_was_rolled_back_is_not_remembered(office):
    office.seats()
    with transaction.atomic():
        registration.withdraw(
            office.key, entry=office.championship.numbers[0], reason="", **office.by
        )
        transaction.set_rollback(True)
    assert len(office.championship.active) == 8
    registration.withdraw(office.key, entry=office.championship.numbers[1], reason="", **office.by)
    assert list(verify_all()) == []
