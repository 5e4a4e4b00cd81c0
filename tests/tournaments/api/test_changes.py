"""What an organizer and the players change over REST, and that doing it twice does it once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

import engine
from gameplay.eventstore import store
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.models import Board, Entry, Round, Standing, Tournament

pytestmark = pytest.mark.django_db

SETTINGS = {
    "title": "Clubkampioenschap",
    "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}],
    "capacity": 16,
}

Send = Callable[..., Any]


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Office:
    organizer = get_user_model().objects.create_user("organizer", password="as at the table")
    office = Office(organizer=organizer)
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return office


def client_of(person: Any) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def organizer(office: Office) -> Client:
    return client_of(office.organizer)


@pytest.fixture
def player(db: None) -> Client:
    person = get_user_model().objects.create_user(
        "mien", password="as at the table", display_name="Mien van Dijk"
    )
    return client_of(person)


def post(client: Client, path: str, content: Any = None, *, key: str = "") -> Any:
    headers = {"idempotency-key": key} if key else {}
    body = "" if content is None else json.dumps(content)
    return client.post(f"/api/{path}", body, content_type="application/json", headers=headers)


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def refused(answer: Any, status: int, code: str) -> Any:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    return answer.json()["detail"]


def happened(key: str) -> list[str]:
    return [row.type.rpartition(".")[2] for row in store.load(stream.name(key))]


# -- setting it up -----------------------------------------------------------------------------


def test_a_tournament_is_scheduled_and_belongs_to_whoever_asked(organizer: Client) -> None:
    answer = post(organizer, "tournaments/", SETTINGS)
    told = done(answer, 201)
    tournament = told["tournament"]
    assert answer.headers["Location"] == tournament["url"]
    assert (tournament["title"], tournament["status"]) == ("Clubkampioenschap", "scheduled")
    assert tournament["you"]["organizer"] is True
    assert tournament["deals_committed"] is True
    assert told["warnings"] == []
    assert organizer.get(tournament["url"]).json() == tournament


def test_the_same_request_under_one_key_makes_one_tournament(
    organizer: Client, player: Client
) -> None:
    keys = [
        done(post(organizer, "tournaments/", SETTINGS, key="a1"), 201)["tournament"]["key"]
        for _ in range(2)
    ]
    assert keys[0] == keys[1]
    assert Tournament.objects.count() == 1
    refused(
        post(organizer, "tournaments/", {**SETTINGS, "title": "Beker"}, key="a1"),
        409,
        "command_id_reused",
    )
    other = done(post(player, "tournaments/", SETTINGS, key="a1"), 201)["tournament"]
    assert other["key"] != keys[0], "somebody else's key may be the same"
    assert Tournament.objects.count() == 2


def test_it_is_one_tournament_still_after_more_has_happened(organizer: Client) -> None:
    first = done(post(organizer, "tournaments/", SETTINGS, key="a1"), 201)["tournament"]
    done(post(organizer, f"tournaments/{first['key']}/registration/open/"))
    again = done(post(organizer, "tournaments/", SETTINGS, key="a1"), 201)["tournament"]
    assert (again["key"], again["status"]) == (first["key"], "registration_open")


def test_more_rounds_than_people_to_meet_is_a_warning_with_its_histogram(
    organizer: Client,
) -> None:
    sessions = [{"starts": "2027-03-06T13:00", "rounds": 7}]
    [warning] = done(post(organizer, "tournaments/", {**SETTINGS, "sessions": sessions}), 201)[
        "warnings"
    ]
    assert warning["code"] == "rounds_above_no_repeat_limit"
    assert warning["message"]
    assert warning["detail"]["no_repeat_limit"] == 5
    assert sum(warning["detail"]["meetings"].values()) == 16 * 15 // 2


@pytest.mark.parametrize(
    ("changed", "code", "facts"),
    [
        ({"tilte": "x"}, "unknown_setting", {"name": "tilte", "nearest": "title"}),
        ({"policy": "live"}, "live_needs_unranked", {}),
        ({"capacity": 1000}, "bad_setting", {"name": "capacity"}),
        ({"sessions": [{"starts": "2027-03-28T02:30", "rounds": 1}]}, "wall_time_missing", {}),
        ({"sessions": [{"starts": "2027-10-31T02:30", "rounds": 1}]}, "wall_time_twice", {}),
        ({"options": {"table_summ": 0}}, "unknown_option", {}),
        ({"dessert": ["dames"]}, "unknown_pass_game", {"pass_game": "dames"}),
        ({"dessert": "schoppen_mie"}, "bad_setting", {"name": "dessert"}),
        ({"dessert": [["dames"]]}, "unknown_pass_game", {}),
    ],
)
def test_what_is_wrong_with_the_settings_is_named(
    organizer: Client, changed: Any, code: str, facts: dict[str, Any]
) -> None:
    detail = refused(post(organizer, "tournaments/", {**SETTINGS, **changed}), 400, code)
    assert facts.items() <= detail.items()
    assert not Tournament.objects.exists()


# -- entries -----------------------------------------------------------------------------------


def test_a_player_enters_once_and_withdraws(
    office: Office, organizer: Client, player: Client
) -> None:
    key = office.schedules()
    refused(post(player, f"tournaments/{key}/entries/"), 409, "registration_not_open")
    done(post(organizer, f"tournaments/{key}/registration/open/"))
    answers = [done(post(player, f"tournaments/{key}/entries/", key="in"), 201) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["name"] == "Mien van Dijk"
    again = done(post(player, f"tournaments/{key}/entries/", key="another"), 201)
    assert again["key"] == answers[0]["key"]
    assert Entry.objects.count() == 1
    gone = done(post(player, f"{answers[0]['url'][5:]}withdraw/", {"reason": "ziek"}))
    assert (gone["status"], gone["withdrawn_from"]) == ("withdrawn", 1)
    assert "ziek" not in json.dumps([row.payload for row in store.load(stream.name(key))])


def test_the_organizer_withdraws_whom_he_must(
    office: Office, organizer: Client, player: Client
) -> None:
    key = office.schedules()
    done(post(organizer, f"tournaments/{key}/registration/open/"))
    [entry] = office.enters_house(1)
    refused(post(player, f"tournaments/{key}/entries/{entry}/withdraw/"), 403, "not_your_entry")
    told = done(post(organizer, f"tournaments/{key}/entries/{entry}/withdraw/"))
    assert told["status"] == "withdrawn"


def test_only_the_organizer_changes_a_tournament(office: Office, player: Client) -> None:
    key = office.schedules()
    before = happened(key)
    for change in ("registration/open", "registration/close", "seating", "cancel"):
        refused(post(player, f"tournaments/{key}/{change}/"), 403, "not_the_organizer")
    for change in ("start", "pause", "resume", "close"):
        refused(post(player, f"tournaments/{key}/rounds/1/{change}/"), 403, "not_the_organizer")
    assert happened(key) == before


# -- the evening -------------------------------------------------------------------------------


def test_seating_answers_with_its_balance(office: Office, organizer: Client) -> None:
    key = office.schedules(sessions=[{"starts": "2027-03-28T13:00", "rounds": 3}])
    refused(post(organizer, f"tournaments/{key}/seating/"), 409, "too_few_entries")
    office.enters_house(8)
    told = done(post(organizer, f"tournaments/{key}/seating/", key="s"))
    assert told["tournament"]["status"] == "seated"
    assert (told["report"]["players"], told["report"]["tables"]) == (8, 2)
    assert [one["code"] for one in told["warnings"]] == ["rounds_above_no_repeat_limit"]
    seated = happened(key)
    assert done(post(organizer, f"tournaments/{key}/seating/", key="s")) == told
    assert happened(key) == seated


def test_seats_of_those_who_left_are_filled_again(office: Office, organizer: Client) -> None:
    key = office.schedules(sessions=[{"starts": "2027-03-28T13:00", "rounds": 2}])
    again = f"tournaments/{key}/seating/again/"
    refused(post(organizer, again), 409, "not_seated")
    told = done(post(organizer, f"tournaments/{key}/entries/house/", {"players": 8}))
    assert told["entries"] == 8
    done(post(organizer, f"tournaments/{key}/seating/"))
    office.deals()
    leaver = office.championship.numbers[3]
    done(post(organizer, f"tournaments/{key}/entries/{leaver}/withdraw/"))
    detail = refused(
        post(organizer, f"tournaments/{key}/rounds/1/start/"), 409, "withdrawn_entry_seated"
    )
    assert detail["entry"] == leaver
    for _ in range(2):
        told = done(post(organizer, again, {"reason": "ziek"}, key="fill"))
        assert (told["report"]["players"], told["tournament"]["status"]) == (8, "seated")
    assert happened(key).count("RoundsSeated") == 2
    assert leaver not in office.championship.numbers
    assert done(post(organizer, f"tournaments/{key}/rounds/1/start/"))["state"] == "running"


def test_house_players_are_entered_up_to_a_number(office: Office, organizer: Client) -> None:
    key = office.schedules(capacity=12)
    address = f"tournaments/{key}/entries/house/"
    for _ in range(2):
        assert done(post(organizer, address, {"players": 9}, key="nine"))["entries"] == 9
    assert done(post(organizer, address, {"players": 9}))["entries"] == 9
    refused(post(organizer, address, {"players": 10}, key="nine"), 409, "command_id_reused")
    refused(post(organizer, address, {"players": 13}), 409, "full")
    refused(post(organizer, address, {}), 400, "invalid")
    refused(post(organizer, address, {"players": 0}), 400, "invalid")
    refused(post(organizer, address, {"players": 9, "more": 1}), 400, "unknown_field")
    names = Entry.objects.filter(standing=True, player="house").values_list("name", flat=True)
    assert "Anneke" in names
    assert Entry.objects.count() == 9


def test_a_change_that_changed_nothing_changes_nothing_when_it_is_sent_again(
    office: Office, organizer: Client
) -> None:
    key = office.starts(1)
    home = f"tournaments/{key}/rounds/1/"
    assert done(post(organizer, f"{home}resume/", key="k1"))["state"] == "running"
    assert done(post(organizer, f"{home}pause/", key="k2"))["state"] == "paused"
    assert done(post(organizer, f"{home}resume/", key="k1"))["state"] == "paused"
    refused(post(organizer, f"{home}close/", key="k1"), 409, "command_id_reused")
    assert done(post(organizer, f"{home}resume/", key="k3"))["state"] == "running"


def test_a_round_is_led_from_start_to_end(office: Office, organizer: Client) -> None:
    key = office.seats(8, sessions=[{"starts": "2027-03-28T13:00", "rounds": 2}])
    home = f"tournaments/{key}/rounds/1/"
    refused(post(organizer, f"{home}start/"), 409, "not_dealt")
    office.deals()
    refused(post(organizer, f"tournaments/{key}/rounds/9/start/"), 404, "no_such_round")
    assert done(post(organizer, f"{home}start/", key="go"))["state"] == "running"
    assert done(post(organizer, f"{home}start/", key="go"))["state"] == "running"
    refused(post(organizer, f"{home}start/"), 409, "already_started")
    refused(post(organizer, f"tournaments/{key}/rounds/2/start/"), 409, "round_before_not_closed")
    tables = organizer.get(f"/api/{home}tables/").json()["results"]
    assert [table["number"] for table in tables] == [1, 2]
    paused = done(post(organizer, f"{home}pause/", {"reason": "brandalarm"}))
    assert (paused["state"], paused["ends"]) == ("paused", None)
    assert done(post(organizer, f"{home}resume/"))["state"] == "running"
    before = Round.objects.get(number=1).ends
    done(post(organizer, f"{home}extend/", {"minutes": 5, "reason": "brandalarm"}, key="x"))
    done(post(organizer, f"{home}extend/", {"minutes": 5, "reason": "brandalarm"}, key="x"))
    refused(post(organizer, f"{home}extend/", {"minutes": 6}, key="x"), 409, "command_id_reused")
    after = Round.objects.get(number=1).ends
    assert before is not None and after is not None
    assert (after - before).total_seconds() == 300
    assert done(post(organizer, f"{home}close/"))["state"] in ("closing", "closed")
    assert happened(key).count("RoundStarted") == happened(key).count("RoundExtended") == 1


def test_a_cancelled_tournament_says_so_to_everything_after(
    office: Office, organizer: Client
) -> None:
    key = office.schedules()
    told = done(post(organizer, f"tournaments/{key}/cancel/", {"reason": "te weinig animo"}))
    assert told["status"] == "cancelled"
    refused(post(organizer, f"tournaments/{key}/registration/open/"), 409, "cancelled")
    assert done(post(organizer, f"tournaments/{key}/cancel/"))["status"] == "cancelled"


@pytest.mark.django_db(transaction=True)
def test_an_evening_played_to_its_end_is_read_from_the_ranking_to_the_last_card(
    office: Office, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = office.starts(1, sessions=[{"starts": "2027-03-28T13:00", "rounds": 1}])
    office.house_plays(until=lambda: Board.objects.filter(released__isnull=False).count() == 4)
    office.ticks(3)
    monkeypatch.setattr("django.utils.timezone.now", lambda: office.now)
    home = f"/api/tournaments/{key}/"
    ranking = client.get(f"{home}ranking/").json()
    assert ranking["boards_released"] == 4
    shown = [(line["rank"], line["percent"]["exact"]) for line in ranking["results"]]
    kept = Standing.objects.filter(scope=0).order_by("place").values_list("rank", "percent")
    assert shown == list(kept) and len(shown) == 8
    board = client.get(f"{home}sessions/1/boards/2/").json()
    assert engine.Deal.parse(board["hands"]).notation == board["hands"]
    assert sum(seat["score"] for seat in board["traveller"][0]["seats"]) == 0
    games = client.get(f"{home}games/?board=2").json()["results"]
    assert [game["table"] for game in games] == [1, 2]
    for game in games:
        record = client.get(game["record"]).json()
        assert record["format"] == "rikken-record"
        assert record["deal"] == board["hands"]
