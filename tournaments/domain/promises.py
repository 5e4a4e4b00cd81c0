"""What a championship promises about its deals, and when it shows that it kept its word.

The order is: commit before anybody plays, deal round by round, reveal a session once nobody has
any of its boards to play any more.
"""

from __future__ import annotations

from datetime import UTC, datetime

from engine import rulesets
from engine.seats import SEATS
from tournaments.domain.championship import Championship, Round
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import SessionRevealed, TournamentEvent
from tournaments.domain.manifest import Manifest, Session, write_manifest

__all__ = ["TEST_EVENT", "check_dealing", "dealer", "has_dealt", "may_reveal", "promised", "reveal"]

TEST_EVENT = "test-deals"
"""The event id of every championship with test deals: deals hang on it, and the same seed shall
give the same deals wherever it is used."""
_START = "%Y-%m-%dT%H:%M:%SZ"


def promised(state: Championship) -> Manifest:
    """The manifest of the championship as it is planned now: every board of every session.

    That test deals are no championship's stands under the hash too.
    """
    setup = state.setup
    return write_manifest(
        event=TEST_EVENT if setup.test_deals else state.key,
        generator=setup.generator,
        ruleset=setup.ruleset,
        ruleset_sha256=setup.options_sha256,
        draws=rulesets.get(setup.ruleset).with_options(setup.options).draws,
        sessions=[
            Session(
                each.name,
                tuple(range(1, each.boards_count + 1)),
                _start(state.rounds_of(each.name)[0].starts),
            )
            for each in state.sessions
        ],
        further={"title": setup.title} | ({"test_deals": True} if setup.test_deals else {}),
    )


def _start(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_START)


def dealer(board: int) -> str:
    """Compass seat of the dealer: North deals board 1 of a session, and so on clockwise."""
    return SEATS[(board - 1) % len(SEATS)].letter


def has_dealt(state: Championship) -> bool:
    return any(each.boards for each in state.rounds)


def check_dealing(state: Championship, number: int) -> Round:
    """The round, if its boards may be dealt now or are dealt already."""
    known = state.round(number)
    if known is None:
        raise NoSuchTournament(
            "no_such_round", "no such round", round=number, rounds=len(state.rounds)
        )
    if known.boards:
        return known
    if state.cancelled:
        raise TournamentRefused("cancelled", "the championship was cancelled")
    if not state.manifest:
        raise TournamentRefused("not_committed", "the deals are not committed", round=number)
    return known


def may_reveal(state: Championship, session: str) -> bool:
    """Nobody has any deal of the session to play any more, and everybody may see every board.

    A session's key opens all its boards, reserves included. After a cancellation rounds that did
    not start never will.
    """
    [known] = [each for each in state.sessions if each.name == session]
    rounds = state.rounds_of(session)
    if not state.manifest or known.revealed or not any(each.boards for each in rounds):
        return False
    if state.cancelled:
        rounds = tuple(each for each in rounds if each.started)
    return all(
        each.closed and each.boards and all(board.released for board in each.boards)
        for each in rounds
    )


def reveal(state: Championship, session: str) -> list[TournamentEvent]:
    return [SessionRevealed(session)] if may_reveal(state, session) else []
