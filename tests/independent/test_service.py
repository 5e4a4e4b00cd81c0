"""The ranking that the service shows, worked out again by a stranger from what it exports."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.clubs.people import found
from tests.independent.test_recompute import recomputed, recomputed_from
from tests.tournaments import evening_again
from tournaments import archive, rehearsal, stream
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import StandInLeft, StandInSeated
from tournaments.services import registration, replanning, schedule
from tournaments.services.replanning import Present

pytestmark = pytest.mark.django_db(transaction=True)

MEASURES = ("percent", "above", "difference", "points", "points_total", "head_to_head")


def championship(*, primary: str, players: int, rounds: int) -> str:
    now = timezone.now()
    return schedule.schedule(
        settings={
            "title": "Second opinion",
            "primary": primary,
            # Two boards in the same seat are few; ties are wanted here.
            "head_to_head_min": 2,
            "capacity": players,
            "sessions": [
                {
                    "starts": (now + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "rounds": rounds,
                }
            ],
        },
        organizer=None,
        actor="system:test",
        now=now,
        test_seed=f"second opinion on {primary}",
    )


class Stranger:
    """Somebody without an account, who asks the service and nothing else."""

    def __init__(self, key: str) -> None:
        self._client = Client()
        self._root = f"/api/tournaments/{key}/"

    def get(self, address: str) -> Any:
        answer = self._client.get(address)
        if answer.status_code == 429:
            cache.clear()  # a minute later, without the minute
            answer = self._client.get(address)
        assert answer.status_code == 200, (address, answer.content)
        return answer.json()

    def all_of(self, what: str) -> list[dict[str, Any]]:
        rows, address = [], f"{self._root}{what}"
        while address:
            page = self.get(address)
            rows += page["results"]
            address = page["next"]
        return rows

    def export(self) -> dict[str, Any]:
        tournament = self.get(self._root)
        entries = [
            {"id": entry["key"], "status": status_of(entry)} for entry in self.all_of("entries/")
        ]
        games = []
        for board in self.all_of("boards/"):
            told = self.get(board["url"])
            for line in told["traveller"]:
                games.append(
                    {
                        "session": told["session"],
                        "board": told["number"],
                        "table": line["table"],
                        "seats": {seat["seat"]: seat["entry"] for seat in line["seats"]},
                        "sat_in": [seat["entry"] for seat in line["seats"] if seat["sat_in"]],
                        "record": self.get(line["record"]) if line["state"] == "finished" else None,
                    }
                )
        return {
            "primary": tournament["primary"],
            "head_to_head_min": tournament["head_to_head_min"],
            "boards": tournament["rounds"] * tournament["boards_a_round"],
            "entries": entries,
            "games": games,
        }

    def ranking(self) -> list[dict[str, Any]]:
        return [
            {
                "rank": line["rank"],
                "entry": line["entry"]["key"],
                "boards": line["boards"],
                **{measure: line[measure]["exact"] for measure in MEASURES},
            }
            for line in self.all_of("ranking/")
        ]


def status_of(entry: dict[str, Any]) -> str:
    if not entry["standing"]:
        return "house"
    return "active" if entry["status"] == "active" else "withdrawn"


@pytest.mark.parametrize("primary", ["matchpoints", "difference", "points"])
def test_a_stranger_comes_to_the_same_ranking(primary: str, tmp_path: Path) -> None:
    key = championship(primary=primary, players=12, rounds=2)
    rehearsal.prepare(key, players=12, seed=7)
    for _ in rehearsal.play(key, seed=7):
        pass
    stranger = Stranger(key)
    export = stranger.export()
    assert len(export["games"]) == 3 * 8
    assert agreed(recomputed(export, tmp_path)) == stranger.ranking()


def test_also_with_house_players_without_standing_and_somebody_who_left(tmp_path: Path) -> None:
    key = championship(primary="matchpoints", players=10, rounds=3)
    rehearsal.prepare(key, players=10, seed=11)
    playing = rehearsal.play(key, seed=11)
    for done, _ in playing:
        if done == 12:  # the first of three rounds has been played
            left = Stranger(key).all_of("entries/")[3]["key"]
            registration.withdraw(
                key, entry=left, reason="", actor=rehearsal.ACTOR, now=timezone.now()
            )
            rehearsal.make_room(key)
            with pytest.raises(TournamentRefused, match="once all is over"):
                archive.write(key, now=timezone.now())
    stranger = Stranger(key)
    export = stranger.export()
    statuses = [entry["status"] for entry in export["entries"]]
    assert statuses.count("withdrawn") == 1 and statuses.count("house") >= 2
    ranking = stranger.ranking()
    assert agreed(recomputed(export, tmp_path)) == ranking
    assert next(line for line in ranking if line["entry"] == left)["rank"] is None
    file = tmp_path / "exported.zip"
    call_command("export_tournament", key, str(file), stdout=StringIO())
    exported = file.read_bytes()
    assert exported == archive.write(key, now=timezone.now())
    assert agreed(recomputed_from(exported, tmp_path)) == ranking


def test_also_where_somebody_sat_in_for_more_than_half_and_where_somebody_left_after_half(
    tmp_path: Path,
) -> None:
    key = championship(primary="matchpoints", players=12, rounds=3)
    rehearsal.prepare(key, players=12, seed=5)
    entries = [entry["key"] for entry in Stranger(key).all_of("entries/")]
    much, little, left = entries[2], entries[5], entries[7]
    by = {"actor": rehearsal.ACTOR}
    for done, _ in rehearsal.play(key, seed=5):
        events: list[Any] = []
        if done == 12 + 3:  # the first of three rounds, and a board of the second
            events = [StandInSeated(who, 2, 999, "") for who in (much, little)]
        elif done == 12 + 9:
            events = [StandInLeft(little, 2)]
        if events:
            stream.change(key, lambda state, what=events: what, now=timezone.now(), **by)
        if done == 12 + 12:
            registration.withdraw(key, entry=left, reason="", now=timezone.now(), **by)
            rehearsal.make_room(key)
    stranger = Stranger(key)
    ranking = stranger.ranking()
    ranks = {line["entry"]: line["rank"] for line in ranking}
    assert ranks[much] is None and ranks[little] and ranks[left]
    assert sorted(rank for rank in ranks.values() if rank)[0] == 1
    assert agreed(recomputed(stranger.export(), tmp_path)) == ranking
    exported = archive.write(key, now=timezone.now())
    assert agreed(recomputed_from(exported, tmp_path)) == ranking


def test_also_where_tables_play_their_own_cards_and_are_planned_again_in_between(
    tmp_path: Path,
) -> None:
    key = evening_again.seated(found(), 13)
    evening_again.plays(key, 1)
    gone = evening_again.entry_called(key, "Lid 07")
    who = Present(asked=(gone,), names=("Buurman Bert", "Tante Truus", "Ome Kees"))
    replanning.replan(key, who, seed=3, words="bus gemist", **evening_again.by())
    sizes = [[len(t.chairs) for t in each.tables] for each in evening_again.state_of(key).rounds]
    assert sizes == [[4, 4, 5], [5, 5, 5]]
    evening_again.plays(key, 2)
    exported = archive.write(key, now=timezone.now())
    ranking = Stranger(key).ranking()
    assert agreed(recomputed_from(exported, tmp_path)) == ranking
    line = next(line for line in ranking if line["entry"] == gone)
    assert line["rank"] is not None and line["boards"] in (4, 5)


def agreed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {key: row[key] for key in ("rank", "entry", "boards", *MEASURES)}
        for row in json.loads(json.dumps(rows))
    ]
