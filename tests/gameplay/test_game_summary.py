"""The row of a finished game says what the referee says of it."""

from __future__ import annotations

from random import Random

import pytest

import engine
from gameplay import streams
from gameplay.models import GameSummary
from tests.gameplay.planned import open_planned

pytestmark = pytest.mark.django_db


def test_the_row_tells_how_the_board_went_as_the_rules_do() -> None:
    kinds = set()
    for number in range(12):
        table = open_planned({})
        game_id = table.play_out(Random(number))
        row = GameSummary.objects.get(pk=game_id)
        answer = engine.outcome(streams.game(row.game_id).state).as_dict()
        contracts = answer["contracts"]
        kinds.add(row.contract)
        assert row.tricks == " ".join(str(each["tricks"]) for each in contracts)
        assert row.scores == answer["scores"]
        if contracts:
            first = contracts[0]
            told = (first["partner"] or "", first["trump"] or "", first["called"] or "")
            assert (row.partner, row.trump, row.called) == told
        else:
            assert (row.partner, row.trump, row.called, row.tricks) == ("", "", "", "")
    assert len(kinds) > 1
