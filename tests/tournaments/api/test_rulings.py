"""Rulings about scores by way of the API: what is sent, refused, told to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments.scores.evening import Evening, scores_of

pytestmark = pytest.mark.django_db

ROUND = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
WHERE = {"session": "1", "board": 1}


class Director:
    def __init__(self) -> None:
        organizer = get_user_model().objects.create_user("organizer")
        self.evening = Evening([ROUND], turns=(0, 0), settings={"organizer": organizer.pk})
        self.evening.start(1)
        for table in (1, 2):
            for board in (1, 2):
                self.evening.play(1, table, board, scores_of("+15 -15 +15 -15"))
        self.evening.follow()
        self.evening.release("1", 1)
        self.client = Client()
        self.client.force_login(organizer)
        self.address = f"/api/tournaments/{self.evening.key}/rulings/"

    def rules(self, status: int, kind: str, key: str = "", **fields: Any) -> dict[str, Any]:
        content = {"kind": kind, "reason": "het boek", **fields}
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.client.post(
            self.address, content, content_type="application/json", headers=headers
        )
        assert answer.status_code == status, answer.content
        told: dict[str, Any] = answer.json()
        return told

    def all(self) -> list[dict[str, Any]]:
        """As a visitor reads them."""
        rows: list[dict[str, Any]] = Client().get(self.address).json()["results"]
        return rows


def test_what_is_ruled_is_told_to_everybody_without_the_reason_and_taken_back_once() -> None:
    director = Director()
    a, b, *_ = (director.evening.id(name) for name in "ab")
    half = [{"points": 40, "weight": "1/2"}, {"points": -30, "weight": "0.5"}]
    made = director.rules(201, "adjusted", "k1", **WHERE, entry=a, outcomes=half)
    assert director.rules(201, "adjusted", "k1", **WHERE, entry=a, outcomes=half) == made
    assert made["what"] == {"award": "", "outcomes": half}
    director.rules(201, "penalty", entry=b, percent="10")
    director.rules(201, "turned", **WHERE, table=1, turn=2)
    director.rules(201, "fouled", session="1", board=2, from_table=2)
    rik = {"bid": "rik", "declarer": "N", "partner": "S", "tricks": 9}
    director.rules(201, "amended", **WHERE, table=2, facts={"contracts": [rik]})
    four = [director.evening.id(name) for name in "fegh"]
    director.rules(201, "seats", **WHERE, seats={"2": four})
    told = director.all()
    # Board 2 is not released: nobody reads that it was fouled.
    assert [row["kind"] for row in told] == ["adjusted", "penalty", "turned", "amended", "seats"]
    assert "het boek" not in str(told)
    undo = f"{director.address}{made['ruling']}/undo/"
    for _ in range(2):
        answer = director.client.post(undo, {"reason": "vergist"}, content_type="application/json")
        assert answer.status_code == 200
        assert answer.json()["undone"] is not None
    assert director.all()[0]["undone"] is not None


def test_what_cannot_be_ruled_is_refused_by_name() -> None:
    director = Director()
    a = director.evening.id("a")

    def code(status: int, kind: str, **fields: Any) -> object:
        return director.rules(status, kind, **fields)["code"]

    assert code(400, "turned", **WHERE, table=1, turn=1, award="AVE") == "unknown_field"
    assert code(400, "adjusted", session="1", entry=a, award="AVE") == "missing_field"
    assert code(400, "seats", **WHERE, seats={"one": [a, a, a, a]}) == "bad_number"
    assert code(400, "guessed") == "invalid"
    assert code(409, "penalty", entry=a, percent="10", reason="") == "reason_needed"
    assert code(409, "adjusted", **WHERE, entry=a, award="AVE*") == "bad_adjustment"
    assert code(404, "penalty", entry="nobody", percent="10") == "no_such_entry"
    assert code(409, "turned", session="1", board=2, table=1, turn=1) == "board_in_play"
    facts = {"contracts": [{"bid": "rik", "declarer": "N", "tricks": 14}]}
    assert code(409, "amended", **WHERE, table=1, facts=facts) == "too_many_tricks"
    # What cannot be stored is told before anybody judges it.
    assert code(400, "amended", **WHERE, table=1, facts={"tricks": 9.5}) == "bad_request"
    assert code(400, "turned", session="1", board=2**53, table=1, turn=1) == "bad_request"
    four = [director.evening.id(name) for name in "abcd"]
    assert code(409, "seats", **WHERE, seats={"1": four}) == "nothing_to_change"
    assert director.all() == []
