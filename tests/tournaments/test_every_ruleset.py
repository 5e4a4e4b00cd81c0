"""House players play a championship under each of the other rulesets, from promise to proof."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

import engine
from gameplay import records, rule_texts
from tournaments import rehearsal
from tournaments.domain.verify import verify
from tournaments.management.commands import simulate
from tournaments.models import Result
from tournaments.services import deals, schedule

pytestmark = pytest.mark.django_db

OTHERS = sorted(set(engine.rulesets.names()) - {engine.rulesets.DEFAULT, "wiezen"})
# Drawn facts and phases that no ruleset has by itself.
OPTIONS: dict[str, dict[str, object]] = {
    "german": {"beter": "drawn"},
    "wiezen": {"kleine_miserie": True, "pico": True},
    "wikibooks": {"joker": True},
}


def played(ruleset: str, **settings: object) -> str:
    now = timezone.now()
    starts = (now + timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    key = schedule.schedule(
        settings={
            "title": "Zes",
            "ruleset": ruleset,
            "options": OPTIONS.get(ruleset, {}),
            "capacity": 8,
            "sessions": [{"starts": starts, "rounds": 1}],
            **settings,
        },
        organizer=None,
        actor=rehearsal.ACTOR,
        now=now,
        test_seed="zes",
    )
    rehearsal.prepare(key, players=8, seed=6)
    for _ in rehearsal.play(key, seed=6):
        pass
    return key


Line = tuple[str, ...]


def proved(ruleset: str) -> list[Line]:
    """Play, and check what came of it; the ranking, those who share a place by name."""
    key = played(ruleset)
    results = list(Result.objects.filter(board__tournament=key))
    assert len(results) == 8
    for one in results:
        assert one.state == Result.FINISHED
        scores = [one.score_n, one.score_e, one.score_s, one.score_w]
        record = records.export(one.game_id, now=timezone.now())
        assert engine.fold(record).answer["scores"] == dict(zip("NESW", scores, strict=True))
    check_deals(key, engine.rulesets.get(ruleset).with_options(OPTIONS.get(ruleset, {})).draws)
    check_travellers(key, results)
    check_record(key, results[0].game_id)
    return sorted(rehearsal.report(key).lines)


def check_record(key: str, game: str) -> None:
    """Its points are called reconstructed until somebody has confirmed them."""
    address = reverse("api:game", args=[key, game])
    record = Client().get(address).json()
    rules = engine.rulesets.get(record["ruleset"])
    assert record.get("values_reconstructed", False) is rules.values_reconstructed
    schedule.confirm_values(key, actor="user:1", now=timezone.now())
    assert "values_reconstructed" not in Client().get(address).json()


def check_travellers(key: str, results: list[Result]) -> None:
    """Every contract stands on the board's page and in the API by its name."""
    for number in range(1, 5):
        played = [one for one in results if one.board_id == f"{key}:1:{number}"]
        page = Client(headers={"accept-language": "nl"}).get(
            reverse("tournaments:board", args=[key, "1", number])
        )
        record = records.export(played[0].game_id, now=timezone.now())
        for name, told in (("turned", "Gekeerd"), ("middle", "In het midden")):
            assert (f"{told}: <span" in page.content.decode()) is (name in record), name
        told = page.content.decode()
        assert ("gevraagd" in told) is any("rik" in one.contract for one in played if one.called)
        with translation.override("nl"):
            names = {rule_texts.contract_name(one.contract) for one in played}
        assert names
        assert all(f"<b>{name}</b>" in page.content.decode() for name in names), names
        answer = Client(headers={"accept-language": "nl"}).get(
            reverse("api:board", args=[key, "1", number])
        )
        assert {row["contract_text"] for row in answer.json()["traveller"]} == names


def check_deals(key: str, draws: tuple[str, ...]) -> None:
    revealed = deals.reveal_bytes(key, "1") or b""
    manifest, publication = deals.manifest_bytes(key) or b"", deals.publication_bytes(key) or b""
    assert verify(manifest, publication, revealed) == "organizer"
    for row in json.loads(revealed)["deals"]:
        assert set(row.get("draws", {})) == set(draws)


@pytest.mark.parametrize("ruleset", OTHERS)
def test_a_championship_is_played_ranked_and_proved_under_each_ruleset(ruleset: str) -> None:
    assert len(proved(ruleset)) == 8


def test_the_last_boards_of_every_session_are_its_dessert() -> None:
    """Two sessions: two rounds, and one. The same two boards without an auction at every table."""
    starts = (timezone.now() + timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    sessions = [{"starts": starts, "rounds": 2}, {"rounds": 1}]
    counted = {"pass_games_count": True}
    key = played(
        "wikibooks", sessions=sessions, dessert=["two_or_five", "rondpiek"], options=counted
    )
    results = Result.objects.filter(board__tournament=key).select_related("board__session")
    assert len(results) == 3 * 4 * 2
    of_board: dict[tuple[str, int], set[str | None]] = {}
    for one in results:
        record = records.export(one.game_id, now=timezone.now())
        board = (one.board.session.name, one.board.number)
        of_board.setdefault(board, set()).add(record.get("pass_game"))
        scores = [one.score_n, one.score_e, one.score_s, one.score_w]
        assert engine.fold(record).answer["scores"] == dict(zip("NESW", scores, strict=True))
    ends = {("1", 7): "two_or_five", ("1", 8): "rondpiek", ("2", 3): "two_or_five"}
    ends["2", 4] = "rondpiek"
    assert len(of_board) == 12
    for board, games in of_board.items():
        assert games == {ends.get(board)}, board
    browser = Client(headers={"accept-language": "nl"})
    sheet = browser.get(reverse("tournaments:board", args=[key, "2", 4])).content.decode()
    with translation.override("nl"):
        assert f"<b>{rule_texts.contract_name('rondpiek')}</b>" in sheet
    page = browser.get(reverse("tournaments:detail", args=[key]))
    told = page.content.decode()
    assert "Nagerecht: de laatste 2 borden van elke zitting" in told
    for paid in ("<dt>Rondpiek</dt><dd>", "<dt>Twee of vijf</dt><dd>"):
        assert paid in told
    answer = Client().get(reverse("api:tournament", args=[key])).json()
    assert answer["dessert"] == ["two_or_five", "rondpiek"]


def test_the_command_reads_options_as_yes_no_and_words() -> None:
    given = ["pico=true", "troela=absent", 'values={"miserie": 12}']
    assert simulate.options_of(given) == {
        "pico": True,
        "troela": "absent",
        "values": {"miserie": 12},
    }
    with pytest.raises(CommandError, match="NAME=VALUE"):
        simulate.options_of(["pico"])


def test_wiezen_too_with_its_turned_cards_and_the_same_seed_is_the_same_ranking() -> None:
    assert proved("wiezen") == proved("wiezen")
