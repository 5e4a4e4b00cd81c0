"""What the engine answers when it says no.

Three kinds, told apart by who can do something about it: the person at the table
(`IllegalAction`), the program or file that sent something shapeless (`MalformedAction`,
`BadDeal`, `RecordError`), and the organizer who set the game up (`SetupError`).

Every refusal carries a `code` for programs, `detail` with facts as JSON values, and an English
`message` for logs. A detail only ever holds what the refused seat sees anyway: its own cards and
public facts. It is never a list of what would have been allowed to somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

__all__ = [
    "AlreadyClaimed",
    "BadDeal",
    "BadNotation",
    "BadOption",
    "BadResult",
    "BlindMismatch",
    "CardNotInHand",
    "ClaimOpen",
    "FaceDownNotAllowed",
    "GameAlreadyFinished",
    "IllegalAction",
    "IllegalBid",
    "IllegalCalledCard",
    "IllegalPassGame",
    "IllegalTrump",
    "ImpossibleClaim",
    "MalformedAction",
    "MustDiscardQueen",
    "MustFollowSuit",
    "MustPlayCalledCard",
    "NotClaimable",
    "NotTheOperator",
    "NotYourAnswer",
    "NotYourTurn",
    "RecordError",
    "RikkenError",
    "SetupError",
    "SpadeBarred",
    "UnknownForm",
    "UnknownOption",
    "UnknownRuleset",
    "WrongPhase",
    "quoted",
]


class RikkenError(Exception):
    """Any refusal of the engine."""

    default_code: ClassVar[str] = "error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        detail: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.detail: dict[str, object] = dict(detail or {})


class IllegalAction(RikkenError):
    """Against the rules, here and now; the person who did it can do something else instead."""

    default_code = "illegal_action"


class GameAlreadyFinished(IllegalAction):
    default_code = "game_finished"


class NotYourTurn(IllegalAction):
    default_code = "not_your_turn"


class NotTheOperator(IllegalAction):
    """The fourth hand of a table of three is played by one person, and only that hand is."""

    default_code = "not_the_operator"


class WrongPhase(IllegalAction):
    default_code = "wrong_phase"


class IllegalBid(IllegalAction):
    default_code = "illegal_bid"


class IllegalPassGame(IllegalAction):
    default_code = "illegal_pass_game"


class IllegalTrump(IllegalAction):
    default_code = "illegal_trump"


class IllegalCalledCard(IllegalAction):
    default_code = "illegal_called_card"


class BlindMismatch(IllegalAction):
    default_code = "blind_mismatch"


class CardNotInHand(IllegalAction):
    default_code = "card_not_in_hand"


class MustFollowSuit(IllegalAction):
    default_code = "must_follow_suit"


class MustPlayCalledCard(IllegalAction):
    default_code = "must_play_called_card"


class SpadeBarred(IllegalAction):
    default_code = "spade_barred"


class MustDiscardQueen(IllegalAction):
    default_code = "must_discard_queen"


class FaceDownNotAllowed(IllegalAction):
    default_code = "face_down_not_allowed"


class NotClaimable(IllegalAction):
    default_code = "not_claimable"


class AlreadyClaimed(NotClaimable):
    default_code = "already_claimed"


class ImpossibleClaim(IllegalAction):
    default_code = "impossible_claim"


class ClaimOpen(WrongPhase):
    default_code = "claim_open"


class NotYourAnswer(NotYourTurn):
    default_code = "not_your_answer"


class MalformedAction(RikkenError):
    """Not an action at all: an unknown word, a missing field, a card that does not exist."""

    default_code = "malformed_action"


class BadNotation(RikkenError):
    """Text that is not the card, seat, hand or transcript it should be."""

    default_code = "bad_notation"


class BadDeal(BadNotation):
    default_code = "bad_deal"


class SetupError(RikkenError):
    """A game that cannot be set up as asked; an organizer can correct it."""

    default_code = "bad_setup"


class UnknownRuleset(SetupError):
    default_code = "unknown_ruleset"


class UnknownForm(SetupError):
    default_code = "unknown_form"


class UnknownOption(SetupError):
    default_code = "unknown_option"


class BadOption(SetupError):
    default_code = "bad_option"


class BadResult(RikkenError):
    """A result as no game has it: too many tricks, a partner where there is none.

    `notation`: the facts in one line, where they could be read at all.
    """

    default_code = "bad_result"
    notation: str | None = None


class RecordError(RikkenError):
    """A record that cannot be replayed; `index` is the action's, None: the record itself is bad.

    `notation`: that action as a transcript has it, or as it stands in the record.
    """

    default_code = "malformed_record"

    def __init__(
        self,
        message: str,
        *,
        index: int | None = None,
        notation: str | None = None,
        code: str | None = None,
        detail: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message, code=code, detail=detail)
        self.index = index
        self.notation = notation


def quoted(value: object, limit: int = 40) -> str:
    """A foreign value as one short printable line: messages end up in logs and on terminals."""
    try:
        text = ascii(value)
    except RecursionError:  # brackets that JSON could still read are too deep to write
        text = f"a {type(value).__name__}, nested too deeply"
    return text if len(text) <= limit else text[: limit - 3] + "..."
