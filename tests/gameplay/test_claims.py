"""A claim at the table: asked, answered, refused, shown to all, and played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

import engine
from engine import Seat, claims, rulesets
from gameplay import commands, house, protocol, records, replays, room, streams
from gameplay.events import from_stored, to_stored
from gameplay.eventstore import store, verify
from gameplay.ids import game_stream
from gameplay.models import Due, GameSummary
from gameplay.projections import runner
from gameplay.visibility import SPECTATOR, at_seat
from tests.engine.histories import play_out
from tests.gameplay.audiences import check_frame
from tests.gameplay.conftest import Seated
from tests.gameplay.test_events import recorded
from tests.gameplay.two_deals import AUDIENCES, Compared, compare

pytestmark = pytest.mark.django_db

# Once South has taken the first diamond with the ace, every card of his is a winner.
LAYDOWN = "N:32.KQJT9.KQJ.432 54.8765.T987.765 AKQJT987.A.A.AKQ 6.432.65432.JT98"


def tricks(north: int, east: int, south: int, west: int) -> dict[str, int]:
    return {"N": north, "E": east, "S": south, "W": west}


def first_trick(table: Seated) -> None:
    """North and East are overbid: South plays 8 alone, spades are trumps, and takes a diamond."""
    for bid in ("rik", "rik_beter", "alleen_8", "pass", "pass", "pass"):
        table.act(do="bid", bid=bid)
    table.act(do="declare", trump="S")
    for card in ("DK", "DT", "DA", "D3"):
        table.act(do="play", card=card)
    assert table.game.state.to_act is Seat.SOUTH


def types(table: Seated) -> list[str]:
    return [row.type for row in store.load(game_stream(table.game.game_id))]


@pytest.fixture
def people(seat_people: Callable[..., Seated]) -> Seated:
    table = seat_people("NESW", deal=LAYDOWN, dealer=Seat.WEST)
    first_trick(table)
    return table


def frame(table: Seated, seat: Seat | None) -> dict[str, object]:
    """What is sent now, after it was checked against what this audience may see."""
    shown = room.first_look(table.table_id)
    viewer = SPECTATOR if seat is None else at_seat(seat)
    text = room.opening_frames(shown, viewer, timezone.now())[1].text
    check_frame(text, seat, table.game.state, revealed=table.game.state.finished)
    found: dict[str, object] = json.loads(text)
    return found


def test_a_claim_that_all_accept_ends_the_board_and_is_paid(people: Seated) -> None:
    people.act(do="claim", tricks=tricks(0, 0, 12, 1))
    for _ in range(3):
        people.act(do="answer", accept=True)
    assert types(people)[-5:] == ["Claimed", *["ClaimAnswered"] * 3, "GameFinished"]
    summary = GameSummary.objects.get(pk=people.game.game_id)
    scores = engine.outcome(people.game.state).scores
    assert scores is not None and scores[Seat.SOUTH] > 0
    assert summary.finished is not None


def test_one_refusal_and_the_table_plays_on_with_the_hand_open(people: Seated) -> None:
    people.act(do="claim", tricks=tricks(0, 0, 12, 1))
    people.act(do="answer", accept=True)
    people.act(do="answer", accept=False)
    assert people.game.state.to_act is Seat.SOUTH
    for seat in (*engine.SEATS, None):
        view = frame(people, seat)["view"]
        assert set(view["exposed"]) == {"S"}  # type: ignore[index]
        assert "claim" not in view  # type: ignore[operator]
    with pytest.raises(engine.IllegalAction) as refused:
        people.act(do="claim", tricks=tricks(0, 0, 13, 0))
    assert refused.value.code == "already_claimed"
    people.play_out()
    assert types(people)[-1] == "GameFinished"


def test_everybody_is_shown_the_claim_and_only_the_one_asked_his_choices(people: Seated) -> None:
    people.act(do="claim", tricks=tricks(0, 0, 12, 1))
    for seat in (*engine.SEATS, None):
        shown = frame(people, seat)
        assert shown["view"]["claim"] == {  # type: ignore[index]
            "seat": "S",
            "tricks": tricks(0, 0, 12, 1),
            "accepted": [],
        }
        if seat is not None:
            legal = shown["me"]["legal"]  # type: ignore[index]
            assert bool(legal) is (seat is Seat.WEST)


def test_a_seat_is_told_that_it_may_claim_when_it_may(people: Seated) -> None:
    told = [seat for seat in engine.SEATS if frame(people, seat)["me"].get("may_claim")]  # type: ignore[attr-defined]
    assert told == [Seat.SOUTH]


def test_a_proved_claim_ends_the_board_with_nobody_asked(people: Seated) -> None:
    people.act(do="claim", tricks=tricks(0, 0, 13, 0))
    assert types(people)[-2:] == ["Claimed", "GameFinished"]


def test_house_players_answer_in_turn_and_after_their_thinking_time(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("S", deal=LAYDOWN, dealer=Seat.WEST)
    first_trick(table)
    table.act(do="claim", tricks=tricks(0, 0, 12, 1))
    for seat in "WNE":
        due = Due.objects.get()
        assert (due.kind, due.seat) == ("act", seat)
        before = table.game.version
        assert due.at is not None
        house.run_due(due.at - timedelta(milliseconds=1))
        assert table.game.version == before
        house.run_due(due.at)
    assert table.game.state.finished
    answers = store.load(game_stream(table.game.game_id))[-4:-1]
    assert [row.payload["accept"] for row in answers] == [True, True, True]
    assert {row.actor for row in answers} == {"house:house"}


def test_a_person_who_is_asked_is_waited_for(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW", deal=LAYDOWN, dealer=Seat.WEST)
    first_trick(table)
    table.act(do="claim", tricks=tricks(0, 0, 12, 1))
    due = Due.objects.get()
    assert (due.kind, due.seat, due.at) == ("wait", "W", None)
    house.run_due(timezone.now() + timedelta(hours=1))
    assert types(table)[-1] == "Claimed"


def test_a_retried_claim_happens_once(people: Seated) -> None:
    version = people.game.version
    claim = {"seat": "S", "do": "claim", "tricks": tricks(0, 0, 12, 1)}
    first = people.send(claim, "click", based_on=version)
    again = people.send(claim, "click", based_on=version)
    assert (again.version, again.repeated) == (first.version, True)


def test_a_game_with_claims_is_rebuilt_verified_replayed_and_exported(people: Seated) -> None:
    people.act(do="claim", tricks=tricks(0, 0, 12, 1))
    people.act(do="answer", accept=False)
    people.act(do="play", card="SA")
    for card in ("S6", "S2", "S4"):
        people.act(do="play", card=card)
    people.act(do="claim", tricks=tricks(0, 0, 13, 0))
    remembered = people.game
    streams.forget_everything()
    assert streams.game(remembered.game_id).state == remembered.state
    assert list(verify.verify_all()) == []
    before = GameSummary.objects.values().get(pk=remembered.game_id)
    runner.rebuild()
    assert GameSummary.objects.values().get(pk=remembered.game_id) == before
    now = timezone.now()
    record = records.export(remembered.game_id, now=now)
    assert engine.fold(record).state == remembered.state
    told = json.loads(replays.replay(people.table_id, 1, now=now))["steps"]
    assert told[-1]["events"][0]["do"] == "claim"
    assert told[-1]["view"]["claim"]["seat"] == "S"


def test_who_sits_there_claims_and_answers_through_his_socket(people: Seated) -> None:
    def say(letter: str, message_id: str, **said: object) -> None:
        seat = Seat.parse(letter)
        game = people.game
        text = json.dumps({"id": message_id, "game": game.game_id, "version": game.version, **said})
        message = protocol.read(text, seat)
        assert isinstance(message, protocol.Act)
        commands.perform(message, table_id=people.table_id, user_id=people.people[seat].pk)

    say("S", "c1", do="claim", tricks=tricks(0, 0, 12, 1))
    with pytest.raises(engine.IllegalAction) as refused:
        say("N", "c2", do="answer", accept=True)
    assert refused.value.code == "not_your_answer"
    for number, letter in enumerate("WNE"):
        say(letter, f"d{number}", do="answer", accept=True)
    assert people.game.state.finished
    actors = [row.actor for row in store.load(game_stream(people.game.game_id))[-4:-1]]
    assert actors == [f"user:{people.people[Seat.parse(letter)].pk}" for letter in "WNE"]


def test_everybody_connected_is_sent_each_step_of_a_claim(people: Seated) -> None:
    shown = room.first_look(people.table_id)
    said: list[dict[str, object]] = []
    for fields in (
        {"do": "claim", "tricks": tricks(0, 0, 12, 1)},
        {"do": "answer", "accept": True},
        {"do": "answer", "accept": False},
    ):
        people.act(**fields)
        shown, (step,) = room.changes(shown)
        for seat, sent in step.frames_for(engine.SEATS, timezone.now()).items():
            check_frame(sent.text, seat, people.game.state)
        said += step.events
    assert said == [
        {"do": "claim", "seat": "S", "tricks": tricks(0, 0, 12, 1)},
        {"do": "answer", "seat": "W", "accept": True},
        {"do": "answer", "seat": "N", "accept": False},
    ]


@pytest.mark.parametrize("slug", rulesets.names())
def test_every_event_of_a_game_with_claims_comes_back_from_the_store(slug: str) -> None:
    kinds = set()
    for seed in range(4):
        for event in play_out(slug, seed, claiming=0.15).events:
            stored = to_stored(event)
            payload = json.loads(json.dumps(dict(stored.payload)))
            sample = {"type": stored.type, "schema": stored.schema, "payload": payload}
            assert from_stored(recorded(sample)) == event
            kinds.add(stored.type)
    assert {"Claimed", "ClaimAnswered", "GameFinished"} <= kinds


def test_a_socket_says_what_the_record_says() -> None:
    said = {"id": "c1", "do": "claim", "game": "g2", "version": 9, "tricks": tricks(0, 0, 12, 1)}
    act = protocol.read(json.dumps(said), Seat.SOUTH)
    assert act == protocol.Act("c1", "g2", 9, engine.Claim(Seat.SOUTH, (0, 0, 12, 1)))
    said = {"id": "c2", "do": "answer", "game": "g2", "version": 10, "accept": False}
    act = protocol.read(json.dumps(said), Seat.WEST)
    assert act == protocol.Act("c2", "g2", 10, engine.AnswerClaim(Seat.WEST, False))


# -- nobody learns anything from a claim -----------------------------------------------------------

PAIRS = 20


def tell_apart(slug: str, games: int) -> Compared:
    found = Compared()
    for seed in range(games):
        compare(slug, seed, found, claiming=0.15)
        if min(found.pairs[one.name] for one in AUDIENCES) >= PAIRS <= found.secrets["phase claim"]:
            break
    return found


@pytest.mark.parametrize("slug", rulesets.names())
def test_a_claim_tells_nobody_of_cards_he_has_not_seen(slug: str) -> None:
    found = tell_apart(slug, 80)
    assert min(found.pairs[one.name] for one in AUDIENCES) >= PAIRS
    assert found.secrets["phase claim"] >= PAIRS


def asks_only_opponents(state: engine.GameState, claim: object) -> Seat | None:
    assert isinstance(claim, engine.state.OpenClaim)
    partners = {one.partner for one in state.contracts}
    for seat in claim.seat.clockwise()[1:]:
        if seat not in claim.accepted and seat not in partners:
            return seat
    return None


def looks_into_the_hands(state: engine.GameState, play: object, seat: Seat, _: object) -> bool:
    """By what the next hand holds, in a way that nearly every other card changes."""
    return state.hand_left(seat.next) % 7 < 3


@pytest.mark.parametrize(
    ("name", "leak"),
    [("_next_asked", asks_only_opponents), ("_settles_at_once", looks_into_the_hands)],
)
def test_a_claim_that_is_judged_by_what_is_hidden_is_found(
    name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, name, leak)
    with pytest.raises(AssertionError, match=r"can tell two deals|the course of the game"):
        tell_apart("championship-online", 60)
