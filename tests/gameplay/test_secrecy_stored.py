"""The same questions as `test_secrecy`, asked of what handlers, store and rooms make of a game.

And where else a hand could lie: tables of the database, messages between processes, pages.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

import engine
from engine import SEATS, Card, GameState, Seat
from gameplay import broadcast, dealing, handlers, room, streams, table_handlers
from gameplay.models import Due, GameSummary
from gameplay.room import Frame, Shown
from gameplay.visibility import BOARD, LIVE, SPECTATOR, Viewer, at_seat
from tests.engine.seen import cards_in, seen_by_all
from tests.gameplay.audiences import Audience, check_cards, check_frame, check_shape, may_know
from tests.gameplay.retelling import AUDIENCES, Retelling, Told, face_down_card
from tests.gameplay.test_secrecy import pairs, told

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
TABLE_ID, GAME_ID = "tbcdfgh", "gbcdfgh"
# People in the east and the west, so that rows for the house lie about as well.
NAMES = {E: "Anneke", W: "Wim"}


def viewer(audience: Audience) -> Viewer:
    return SPECTATOR if audience is None else at_seat(audience)


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {seat: person(name) for seat, name in NAMES.items()}


@dataclass
class Watched:
    """A game that is played at a real table while everybody looks on."""

    told: Told
    people: dict[Seat, Any]
    policy: str = LIVE
    sent: dict[Audience, list[Frame]] = field(
        default_factory=lambda: {audience: [] for audience in AUDIENCES}
    )

    def open(self) -> None:
        streams.forget_everything()
        opening = self.told.opening
        with (
            mock.patch.object(dealing, "uniform", return_value=opening.deal),
            mock.patch.object(handlers, "new_id", return_value=GAME_ID),
        ):
            table_handlers.open_table(
                ruleset=opening.ruleset.slug,
                options=opening.options,
                opener=self.people[E].pk,
                occupants={s: self.people[s].pk if s in self.people else "house" for s in SEATS},
                actor="user:1",
                policy=self.policy,
                first_dealer=opening.dealer,
                table_id=TABLE_ID,
            )
        self.shown = self.look()

    def look(self) -> Shown:
        """Somebody comes in: he is sent everything he may have."""
        shown = room.first_look(TABLE_ID)
        for audience, frames in self.sent.items():
            frames += room.opening_frames(shown, viewer(audience), timezone.now())
        return shown

    def play(self, actions: int | None = None) -> Watched:
        self.open()
        for command in self.told.actions[:actions]:
            handlers.act(
                game_id=GAME_ID,
                command=command,
                command_id=handlers.fresh_command_id(),
                based_on=streams.game(GAME_ID).version,
                actor="user:1",
            )
            self.shown, steps = room.changes(self.shown)
            for step in steps:
                for audience, frame in step.frames_for(SEATS, timezone.now()).items():
                    self.sent[audience].append(frame)
        return self

    def by_version(self) -> dict[int, GameState]:
        found, version = {1: self.told.opening}, 1
        for state, events in zip(self.told.states[1:], self.told.happened, strict=True):
            version += len(events)
            found[version] = state
        return found

    def texts(self, audience: Audience) -> list[str]:
        return [frame.text for frame in self.sent[audience]]


@contextmanager
def rolled_back() -> Iterator[None]:
    """As if it had never been, so that the next game can have the same ids."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


PLAYED = [("blind call", 1), ("joint misère", 0), ("house players", 2), ("all pass", 0)]


@pytest.mark.parametrize(("kind", "number"), PLAYED)
def test_every_frame_of_a_stored_game_holds_only_what_its_audience_may_be_sent(
    kind: str, number: int, people: dict[Seat, Any]
) -> None:
    watched = Watched(told(kind, number), people).play()
    streams.forget_everything()
    watched.look()
    states = watched.by_version()
    for audience in AUDIENCES:
        assert len(watched.sent[audience]) > len(watched.told.actions)
        for frame in watched.sent[audience]:
            if json.loads(frame.text)["type"] == "table":
                check_shape(frame.text, audience, finished=False, revealed=False)
                assert not cards_in(frame.text)
            else:
                state = states[json.loads(frame.text)["version"]]
                check_frame(frame.text, audience, state, revealed=state.finished)


def some_pairs() -> dict[str, Retelling]:
    """One pair for each secret, as late in a game as there is one."""
    secrets: dict[str, Callable[[GameState, GameState], bool]] = {
        "partner": lambda one, other: partners(one) != partners(other),
        "blind call": lambda one, other: blinds(one) != blinds(other),
        "face-down card": lambda one, other: face_down_card(one) != face_down_card(other),
        "early end": lambda one, other: one.finished,
        "hands": lambda one, other: True,
    }
    found = {}
    for name, differs in secrets.items():
        fitting = [p for p in pairs() if p.audience is not None and differs(*p.now)]
        found[name] = max(fitting, key=lambda pair: len(pair.told.actions))
        watching = [p for p in pairs() if p.audience is None and differs(*p.now)]
        running = [p for p in watching if not p.now[0].finished]
        if running:
            found[f"{name}, for who watches"] = max(running, key=lambda p: len(p.told.actions))
    return found


def partners(state: GameState) -> list[Seat | None]:
    return [contract.partner for contract in state.contracts]


def blinds(state: GameState) -> list[bool]:
    return [contract.blind for contract in state.contracts]


def test_two_stored_games_that_differ_in_unseen_cards_look_the_same_byte_by_byte(
    people: dict[Seat, Any],
) -> None:
    compared = some_pairs()
    assert len(compared) >= 8
    for name, pair in compared.items():
        policy = BOARD if pair.now[0].finished else LIVE
        sent = []
        for game in (pair.told, pair.again):
            with rolled_back():
                watched = Watched(game, people, policy).play()
                sent.append([frame.event for frame in watched.sent[pair.audience]])
        assert sent[0] == sent[1], name


# -- a board that is not released ----------------------------------------------------------------


def test_who_watches_an_unreleased_board_sees_the_same_whatever_is_played(
    people: dict[Seat, Any],
) -> None:
    """Not the bids, not how many there were, not an early end, not the score."""
    seen = []
    for kind in ("piek", "rik beter", "all pass"):
        with rolled_back():
            watched = Watched(told(kind, 0), people, BOARD).play()
            watched.look()
            seen.append([frame.event for frame in watched.sent[None]])
            for text in watched.texts(None):
                check_shape(text, None, finished=False, revealed=False, place_only=True)
                assert not cards_in(text)
    assert seen[0] == seen[1] == seen[2]


def test_the_seats_of_an_unreleased_board_see_play_and_score_but_no_hands(
    people: dict[Seat, Any],
) -> None:
    watched = Watched(told("piek", 0), people, BOARD).play()
    states = watched.by_version()
    for seat in SEATS:
        games = [text for text in watched.texts(seat) if json.loads(text)["type"] == "game"]
        for text in games:
            state = states[json.loads(text)["version"]]
            check_shape(text, seat, finished=state.finished, revealed=False)
            check_cards(text, seat, state, revealed=False)
        last = json.loads(games[-1])["view"]["result"]
        assert (last["hands"], last["early"]) == (None, True)
        [board] = json.loads(watched.texts(seat)[-1])["state"]["boards"]
        assert board["scores"] == last["scores"]


def test_a_released_board_shows_everything_to_everybody(people: dict[Seat, Any]) -> None:
    watched = Watched(told("piek", 0), people, BOARD).play()
    GameSummary.objects.filter(game_id=GAME_ID).update(released=timezone.now())
    shown = room.first_look(TABLE_ID)
    for audience in AUDIENCES:
        table, game = room.opening_frames(shown, viewer(audience), timezone.now())
        check_frame(game.text, audience, watched.told.states[-1], revealed=True)
        hands = json.loads(game.text)["view"]["result"]["hands"]
        assert hands == {s.letter: watched.told.deal.hand(s).notation for s in SEATS}
        assert len(json.loads(table.text)["state"]["boards"]) == 1


# -- where else a hand could lie -------------------------------------------------------------------


def running(kind: str, people: dict[Seat, Any]) -> Watched:
    """A board under way, the house to act: while a card lies face down, or after some tricks."""
    for number in range(3):
        game = told(kind, number)
        hidden = [n for n, state in enumerate(game.states) if face_down_card(state)]
        later = [] if kind == "blind call" else range(len(game.actions) // 2, len(game.actions))
        for moment in (*hidden, *later):
            if game.states[moment].to_act in (N, S):
                return Watched(game.up_to(moment), people).play()
    raise AssertionError("no such moment")


def cells() -> Iterator[tuple[str, object]]:
    """Every value in every table of the database."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    yield f"{table}.{column}", value


# Signed or random text in which two letters may look like a card; sessions are opened instead.
OPAQUE = {"django_session.session_data", "clubs_user.password"}


@pytest.mark.parametrize("kind", ["blind call", "rik", "joint misère"])
def test_no_table_of_the_database_holds_an_unplayed_card(
    kind: str, people: dict[Seat, Any]
) -> None:
    watched = running(kind, people)
    client = Client()
    client.force_login(people[E], backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/tables/{TABLE_ID}/").status_code == 200
    state = watched.told.states[-1]
    played = seen_by_all(state) | {card for _, card in filter(None, [face_down_card(state)])}
    number = str(watched.told.deal.number)
    looked_at = set()
    for where, value in cells():
        looked_at.add(where.split(".")[0])
        if isinstance(value, bytes | memoryview):
            assert number.encode() not in bytes(value), where
            assert watched.told.deal.number.to_bytes(12) not in bytes(value), where
        elif where not in OPAQUE:
            assert not cards_in(str(value)) - played, where
            assert number not in str(value), where
    assert {"gameplay_sealeddeal", "gameplay_due", "eventstore_storedevent"} <= looked_at
    session = SessionStore(client.session.session_key).load()
    assert not cards_in(json.dumps(session, default=str))


def test_what_waits_for_the_house_names_a_game_and_a_time_and_no_card(
    people: dict[Seat, Any],
) -> None:
    running("rik", people)
    due = Due.objects.get()
    assert due.stream == f"game-{GAME_ID}"
    assert {column.name for column in Due._meta.fields} == {
        "stream", "table_id", "kind", "version", "seat", "at", "seed", "rests_unwatched", "faults",
    }  # fmt: skip


def test_processes_tell_each_other_a_stream_and_a_number(
    people: dict[Seat, Any],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(broadcast, "_send", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        running("rik", people)
    assert len(sent) > 20
    for message in sent:
        assert re.fullmatch(rf"moved (game-{GAME_ID}|table-{TABLE_ID}) \d+", message)


# What a task may be told: which round to deal, and nothing about it.
ARGUMENTS = {"tournaments.deal_boards": ["round_key"]}


def test_tasks_take_ids_at_most_and_leave_no_results() -> None:
    from deploy.celery import app

    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert ours
    for task in ours:
        assert list(inspect.signature(task.run).parameters) == ARGUMENTS.get(task.name, [])
        assert task.ignore_result, task.name
    assert app.conf.task_ignore_result
    for entry in app.conf.beat_schedule.values():
        assert not entry.get("args")
        assert not entry.get("kwargs")


@pytest.mark.parametrize("kind", ["blind call", "rik"])
def test_pages_hold_the_cards_of_whoever_asks_and_no_others(
    kind: str, people: dict[Seat, Any]
) -> None:
    watched = running(kind, people)
    state = watched.told.states[-1]
    for seat in (None, E, W):
        client = Client()
        if seat is not None:
            client.force_login(people[seat], "django.contrib.auth.backends.ModelBackend")
        page = client.get(f"/tables/{TABLE_ID}/").content.decode()
        shown = cards_in(page)
        assert shown <= may_know(seat, state)
        assert shown >= (set(left(state, seat)) if seat is not None else set())


def left(state: GameState, seat: Seat) -> list[Card]:
    return list(engine.Hand.from_mask(state.hand_left(seat)))
