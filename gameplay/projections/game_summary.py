"""One row a game: where it was played and, once it is over, what came of it."""

from __future__ import annotations

from datetime import datetime

import engine
from engine import SEATS
from gameplay.events import GameOpened
from gameplay.models import GameSummary
from gameplay.rule_texts import THROWN_IN
from gameplay.streams import LiveGame
from gameplay.visibility import LIVE


def opened(game_id: str, event: GameOpened, now: datetime) -> None:
    GameSummary.objects.create(
        game_id=game_id,
        table_id=event.table_id,
        board=event.board,
        dealer=event.dealer.letter if event.dealer is not None else "",
        ruleset=event.ruleset,
        opened=now,
        contract="",
        declarer="",
    )


def interrupted(live: LiveGame, now: datetime) -> None:
    """Nothing came of it. Under the policy ``live`` everybody may see how far it was."""
    GameSummary.objects.filter(game_id=live.game_id).update(
        interrupted=now, released=now if live.opened.policy == LIVE else None
    )


def finished(live: LiveGame, now: datetime) -> None:
    """Write the outcome. Under the policy ``live`` it is released with its last card."""
    answer = engine.outcome(live.state)
    scores = answer.scores
    assert scores is not None
    first = answer.contracts[0] if answer.contracts else None
    bids = dict.fromkeys(contract.bid for contract in answer.contracts)
    GameSummary.objects.filter(game_id=live.game_id).update(
        finished=now,
        released=now if live.opened.policy == LIVE else None,
        contract=" ".join(bids) or answer.pass_game or THROWN_IN,
        declarer="".join(contract.declarer.letter for contract in answer.contracts),
        partner=first.partner.letter if first and first.partner is not None else "",
        trump=(first.trump or "") if first else "",
        called=(first.called or "") if first else "",
        tricks=" ".join(str(contract.tricks) for contract in answer.contracts),
        made=all(contract.made for contract in answer.contracts) if answer.contracts else None,
        **{f"score_{seat.letter.lower()}": scores[seat] for seat in SEATS},
    )
