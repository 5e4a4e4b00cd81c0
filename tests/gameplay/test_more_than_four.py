"""Five or six at a free table: the dealer sits out, everybody equally often, and watches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from engine import SEATS
from gameplay import (
    access,
    dealing,
    house,
    house_plan,
    invitations,
    records,
    streams,
    table_handlers,
    tables,
)
from gameplay.errors import NotAllowed, PlayRefused
from gameplay.events import BoardOpened, TableOpened, from_stored
from gameplay.eventstore import store, verify
from gameplay.ids import table_stream
from gameplay.models import Due, GameSummary, SealedDeal, TableSeat, TableSummary
from gameplay.places import PLACES, Bench, seating
from gameplay.projections import runner
from gameplay.protocol import Act, Next
from gameplay.visibility import SPECTATOR, at_seat
from tests.engine.seen import cards_in
from tests.gameplay.conftest import let_the_house_play
from tests.gameplay.more_than_four import Crowded, open_crowded

N, E, S, W = SEATS
FIFTH, SIXTH = Bench
FIVE, SIX = "NESW5", "NESW56"


@pytest.fixture
def five(person: Callable[[str], Any]) -> dict[str, Any]:
    return {chair: person(f"person-{chair}") for chair in FIVE}


# -- who sits out ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds"), [(5, 5), (6, 3)])
@pytest.mark.parametrize("times", [1, 2, 7])
def test_everybody_sits_out_equally_often(players: int, rounds: int, times: int) -> None:
    out = Counter(
        chair
        for deal in range(rounds * times)
        for chair in seating(players, deal % players)[len(SEATS) :]
    )
    assert out == dict.fromkeys(range(players), times)


@pytest.mark.parametrize("players", [5, 6])
def test_the_four_keep_their_order_and_begin_on_the_dealers_left(players: int) -> None:
    for dealer in range(players):
        *four, _ = seating(players, dealer)[:5]
        assert four[0] == (dealer + 1) % players
        steps = [(chair - dealer) % players for chair in four]
        assert steps == sorted(steps)
        assert seating(players, dealer)[4:] == ((dealer,), (dealer, (dealer + 3) % 6))[players - 5]


# -- whole sessions --------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chairs", "outs"),
    [(FIVE, ["N", "E", "S", "W", "5"]), (SIX, ["NW", "E5", "S6", "WN", "5E", "6S"])],
)
def test_a_whole_session_is_played_and_its_points_add_up(chairs: str, outs: list[str]) -> None:
    table = open_crowded(chairs, length=len(chairs))
    points: Counter[str] = Counter()
    for board, out in enumerate(outs, start=1):
        assert table.out == out
        assert table.state.current is not None
        assert table.state.current.board == board
        assert {table.game.opened.dealer, table.game.opened.forehand} == {None, N}
        table.play_out()
        scores = engine.outcome(table.game.state).scores
        assert scores is not None
        points.update(dict(zip(table.playing, scores, strict=True)))
        shown = table.shown_to_all()
        totals = {shown["chairs"][place]: total for place, total in shown["totals"].items()}
        assert totals == {chair: points[chair] for chair in chairs}
        assert sum(totals.values()) == 0
        assert all(shown["boards"][-1]["scores"][place.letter] == 0 for place in table.state.bench)
        if board < len(outs):
            table_handlers.go_on(table.table_id, board=board, now=timezone.now(), cause="tick")
    assert table.state.last_board_done
    table_handlers.go_on(table.table_id, board=len(outs), now=timezone.now(), cause="tick")
    assert (table.state.closed, table.state.closed_reason) == (True, "length")
    assert_the_rows_can_be_made_again()


def assert_the_rows_can_be_made_again() -> None:
    def rows() -> list[list[dict[str, Any]]]:
        models = (TableSummary, TableSeat, GameSummary)
        return [list(model.objects.order_by("pk").values()) for model in models]

    before = rows()
    streams.forget_everything()
    runner.rebuild()
    assert rows() == before
    assert list(verify.verify_all()) == []


@pytest.mark.django_db
def test_each_board_says_which_chair_holds_which_seat_and_who_sits_out() -> None:
    table = open_crowded(FIVE)
    events = [from_stored(row) for row in store.load(table_stream(table.table_id))]
    (opened,) = [event for event in events if isinstance(event, BoardOpened)]
    assert opened.dealer is None
    assert opened.chairs == (1, 2, 3, 4, 0)
    payload = store.load(table_stream(table.table_id))[-1].payload
    assert payload["chairs"] == {"N": "E", "E": "S", "S": "W", "W": "5", "5": "N"}


@pytest.mark.django_db
def test_a_board_of_five_leaves_the_service_as_a_record_without_dealer() -> None:
    table = open_crowded(FIVE, ruleset="wiezen")
    table.play_out()
    record = records.export(table.game.game_id, now=timezone.now())
    assert (record["dealer"], record["forehand"]) == (None, "N")
    assert engine.outcome(engine.fold(record).state) == engine.outcome(table.game.state)
    state = table.game.state
    assert state.turned in state.deal.hand(W)


@pytest.mark.django_db
def test_house_players_keep_their_names_wherever_they_sit() -> None:
    table = open_crowded(FIVE)
    assert [table.shown_to_all()["bench"]["5"]["name"], *names(table)] == [
        "Noud", "Truus", "Sjef", "Wies", "Mien",
    ]  # fmt: skip
    table.play_out()
    table_handlers.go_on(table.table_id, board=1, now=timezone.now(), cause="tick")
    assert [table.shown_to_all()["bench"]["5"]["name"], *names(table)] == [
        "Truus", "Sjef", "Wies", "Mien", "Noud",
    ]  # fmt: skip


def names(table: Crowded) -> list[str]:
    return [table.shown_to_all()["seats"][seat.letter]["name"] for seat in SEATS]


# -- who sits out ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_who_sits_out_sees_what_spectators_see_and_is_back_on_the_next_board(
    five: dict[str, Any],
) -> None:
    table = open_crowded(FIVE, five)
    dealer = five["N"]
    assert access.place_of(dealer.pk, table.table_id) is FIFTH
    assert access.viewer(dealer.pk, table.state) == SPECTATOR
    table.play_out()
    table.go_on()
    assert access.viewer(dealer.pk, table.state) == at_seat(W)
    assert access.viewer(five["E"].pk, table.state) == SPECTATOR


@pytest.mark.django_db
def test_who_sits_out_may_not_act_for_anybody(five: dict[str, Any]) -> None:
    table = open_crowded(FIVE, five)
    bid = Act("a", table.game.game_id, table.game.version, engine.MakeBid(N, "pass"))
    with pytest.raises(NotAllowed) as refused:
        table.says(five["N"], bid)
    assert refused.value.code == "sits_out"
    assert table.game.version == 1
    table.says(five["E"], bid)
    assert table.game.version == 2


@pytest.mark.django_db
def test_a_late_repetition_is_for_the_seat_of_its_own_board(five: dict[str, Any]) -> None:
    """East plays the first board as North and sits out the second."""
    table = open_crowded(FIVE, five)
    bid = Act("a", table.game.game_id, table.game.version, engine.MakeBid(S, "pass"))
    answer = table.says(five["E"], bid)
    table.play_out()
    table.go_on()
    assert table.who(FIFTH) == five["E"]
    assert table.says(five["E"], bid) == answer


@pytest.mark.django_db
def test_nobody_waits_for_who_sits_out(five: dict[str, Any]) -> None:
    table = open_crowded(FIVE, five)
    table.play_out()
    assert table.state.waiting_for == SEATS
    assert table.says(five["N"], Next("n", 1)).version is None
    assert table.state.ready == frozenset()
    table.go_on()
    assert len(table.state.boards) == 2


@pytest.mark.django_db
def test_who_stops_while_he_sits_out_is_played_by_the_house_and_may_come_back(
    five: dict[str, Any],
) -> None:
    table = open_crowded(FIVE, five)
    dealer = five["N"].pk
    change(table, lambda state: tables.stop(state, user_id=dealer), dealer)
    assert access.place_of(dealer, table.table_id) is None
    table.play_out()
    table.go_on()
    assert table.state.seats[W].played_by_house
    # His page still names the bench.
    change(table, lambda state: tables.take_seat(state, seat=FIFTH, user_id=dealer), dealer)
    assert access.place_of(dealer, table.table_id) is W
    assert not table.state.seats[W].played_by_house


def change(table: Crowded, want: Callable[[tables.TableState], Any], user_id: int) -> None:
    table_handlers.change(table.table_id, want, actor=f"user:{user_id}")


@pytest.mark.django_db
def test_one_person_and_the_house_play_on_while_he_watches_and_rest_when_he_is_gone(
    person: Callable[[str], Any],
) -> None:
    table = open_crowded(FIVE, {"N": person("noor")})
    assert table.out == "N"
    assert Due.objects.get().rests_unwatched
    assert house.run_due(timezone.now() + timedelta(hours=1)) == 0
    let_the_house_play(table.table_id, until=lambda: len(table.state.boards) == 2)
    assert table.state.people == (W,)
    assert not Due.objects.get().rests_unwatched


# -- who may come ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_person_is_invited_to_the_fifth_chair_and_nobody_else_gets_it(
    person: Callable[[str], Any],
) -> None:
    opener, guest, other = person("noor"), person("gijs"), person("olaf")
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=opener.pk,
        occupants={S: opener.pk, N: "house", E: "house", W: "house", FIFTH: None},
        players=5,
        actor="user:1",
    )
    now = timezone.now()
    assert streams.table(table_id).state.current is None
    token = invitations.invite(table_id, seat=FIFTH, user_id=opener.pk, now=now)
    assert invitations.accept(token, user_id=guest.pk, now=now) == table_id
    state = streams.table(table_id).state
    assert state.chair_of(access.place_of(guest.pk, table_id) or N) is FIFTH
    assert state.current is not None
    assert invitations.accept(token, user_id=guest.pk, now=now) == table_id  # clicked twice
    with pytest.raises(PlayRefused) as refused:
        invitations.accept(token, user_id=other.pk, now=now)
    assert refused.value.code == "invitation_invalid"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"players": 7}, "bad_players"),
        ({"players": 2}, "bad_players"),
        ({"players": 5, "length": 4}, "bad_length"),
        ({"players": 6, "length": 10}, "bad_length"),
        ({"players": 5, "first_dealer": SIXTH}, "bad_players"),
    ],
)
def test_a_table_that_cannot_be_is_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises(PlayRefused) as refused:
        table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants=dict.fromkeys(PLACES, "house"),
            actor="user:1",
            **more,
        )
    assert refused.value.code == code
    assert not TableSummary.objects.exists()


def test_there_is_no_fifth_chair_at_a_table_of_four() -> None:
    opened = TableOpened("german", {}, "0" * 64, None, "live", 7, N)
    with pytest.raises(PlayRefused) as refused:
        tables.invite(tables.start("t", opened), seat=FIFTH, user_id=7, invitation="paper")
    assert refused.value.code == "bad_seat"


# -- dealt again -----------------------------------------------------------------------------------


@pytest.fixture
def no_three_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three aces somebody would have to call troel."""
    known = engine.Deal.parse(
        "N:J9.J987.AT987.32 T8.KT6.KQ652.K98 AKQ765.Q5.J3.A64 432.A432.4.QJT75"
    )

    def chosen(*, now: datetime, labels: Sequence[str] = ()) -> SealedDeal:
        return dealing.seal(known, now=now, draws=dealing.drawn(labels))

    monkeypatch.setattr(dealing, "draw", chosen)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_three_aces")
@pytest.mark.parametrize("chairs", ["NESW", FIVE])
def test_wiezens_thrown_in_deal_is_dealt_again_by_the_same_dealer_and_not_counted(
    chairs: str,
) -> None:
    table = open_crowded(chairs, ruleset="wiezen", length=len(chairs))
    for board in range(1, len(chairs)):
        table.play_out_some_contract()
        table_handlers.go_on(table.table_id, board=board, now=timezone.now(), cause="tick")
    dealer, out, number = table.game.opened.dealer, table.out, len(chairs)
    table.all_pass()
    # The last deal of the session, and not over yet.
    assert table_handlers.go_on(table.table_id, board=number, now=timezone.now(), cause="tick")
    assert not table.state.closed
    assert (table.game.opened.dealer, table.out) == (dealer, out)
    assert (table.game.opened.board, table.shown_to_all()["number"]) == (number + 1, number)
    table.play_out_some_contract()
    table_handlers.go_on(table.table_id, board=number + 1, now=timezone.now(), cause="tick")
    assert table.state.closed
    assert_the_rows_can_be_made_again()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_three_aces")
def test_where_people_play_a_thrown_in_last_deal_waits_for_them_and_is_dealt_again(
    person: Callable[[str], Any],
) -> None:
    people = {chair: person(f"person-{chair}") for chair in "NESW"}
    table = open_crowded("NESW", people, ruleset="wiezen", length=4)
    for _ in range(3):
        table.play_out_some_contract()
        table.go_on()
    table.all_pass()
    assert Due.objects.get().at is None
    table.go_on()
    assert [board.dealer for board in table.state.boards] == [N, E, S, W, W]


@pytest.mark.django_db
@pytest.mark.usefixtures("no_three_aces")
def test_a_thrown_in_deal_of_the_german_rules_goes_to_the_next_dealer() -> None:
    table = open_crowded("NESW", ruleset="german")
    table.all_pass()
    table_handlers.go_on(table.table_id, board=1, now=timezone.now(), cause="tick")
    assert [board.dealer for board in table.state.boards] == [N, E]
    assert table.state.deals == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("no_three_aces")
def test_the_house_deals_again_by_itself() -> None:
    table = open_crowded("NESW", ruleset="wiezen")
    table.all_pass()
    now = timezone.now() + timedelta(minutes=1)
    house_plan.keep_watched([table.table_id], now)
    house.run_due(now)
    assert [board.dealer for board in table.state.boards] == [N, N]


# -- the page that opens a table -------------------------------------------------------------------

CHOICES = {"ruleset": "championship-online", "seat_W": "house", "seat_N": "house"}
CHOICES |= {"seat_E": "house", "seat_5": "invite", "seat_6": "house"}


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "length"), [("5", "10"), ("6", "12")])
def test_a_person_opens_a_table_of_five_or_six_and_invites_the_fifth(
    person: Callable[[str], Any], client: Client, players: str, length: str
) -> None:
    noor = person("noor")
    client.force_login(noor)
    wanted = {**CHOICES, "players": players, "length": length}
    where = client.post(reverse("gameplay:table_new"), wanted)["Location"]
    state = streams.table(where.rstrip("/").rpartition("/")[2]).state
    assert (len(state.places), state.length) == (int(players), int(length))
    assert (state.seats[S].user_id, state.bench[FIFTH].kind) == (noor.pk, "empty")
    link = client.post(where + "invite/", {"seat": "5"})
    assert link.context["seat"] == "5"
    client.post(where + "fill/")
    assert streams.table(state.table_id).state.current is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("bad", "field", "nearest"),
    [
        ({"players": "5", "length": "4"}, "length", "5"),
        ({"players": "6", "length": "8"}, "length", "6"),
        ({"players": "7"}, "players", "6"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened_by_the_page(
    person: Callable[[str], Any], client: Client, bad: dict[str, str], field: str, nearest: str
) -> None:
    client.force_login(person("noor"))
    answer = client.post(reverse("gameplay:table_new"), {**CHOICES, **bad})
    assert nearest in answer.context["form"].errors[field][0]
    assert not TableSummary.objects.exists()


@pytest.mark.django_db
def test_the_page_of_who_sits_out_has_a_socket_and_no_hand(
    five: dict[str, Any], client: Client
) -> None:
    table = open_crowded(FIVE, five)
    where = reverse("gameplay:table", args=[table.table_id])
    client.force_login(five["N"])
    sitting_out = client.get(where)
    login = sitting_out.context["ws_url"].rpartition("=")[2]
    assert (sitting_out.context["ws_url"], sitting_out.context["my_seat"]) == (
        f"/ws/tables/{table.table_id}/?lang=nl&login={login}",
        "",
    )
    assert not cards_in(json.dumps(sitting_out.context["state"]))
    client.force_login(five["E"])
    assert client.get(where).context["my_seat"] == "N"


# What each may do at a table of five: who plays, who sits out, who sits out and has stopped, and
# somebody who only watches. The one who opened it is among the first.
ALLOWED = """
seat    302 302 302 409
leave   302 302 302 403
fill    302 403 403 403
invite  409 403 403 403
"""


@pytest.mark.django_db
@pytest.mark.parametrize("row", ALLOWED.strip().splitlines(), ids=lambda row: row.split()[0])
def test_who_sits_out_may_do_what_belongs_to_his_chair(
    person: Callable[[str], Any], client: Client, row: str
) -> None:
    wish, *expected = row.split()
    opener, out, watcher = person("opener"), person("out"), person("watcher")
    for who, status in zip(("opener", "out", "away", "watcher"), expected, strict=True):
        table = open_crowded(FIVE, {"S": opener, "N": out})
        if who == "away":
            change(table, lambda state: tables.stop(state, user_id=out.pk), out.pk)
        client.force_login({"opener": opener, "watcher": watcher}.get(who, out))
        answer = client.post(f"/tables/{table.table_id}/{wish}/", {"seat": "5"})
        assert answer.status_code == int(status), who
