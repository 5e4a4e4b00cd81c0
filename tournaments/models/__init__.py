"""Rows that pages and programs read.

All are projections of the streams and may be dropped and rebuilt (``rebuild_standings``), except
``SessionKey``, ``TableLink`` and ``LateResult``, which are sources. Rows of a tournament's life
(``Tournament`` to ``Board``) are written with the event that they tell of; ``Result``,
``BoardScore`` and ``Standing`` are written by the follower of the feed, with its ``Checkpoint`` in
the same transaction.
"""

from tournaments.models.board import Board, SessionKey
from tournaments.models.call import DirectorCall, DirectorsNote
from tournaments.models.commentator import Commentator
from tournaments.models.entry import Entry
from tournaments.models.follower import Behind, Checkpoint
from tournaments.models.hall import LateResult, TableLink
from tournaments.models.result import BoardScore, Result
from tournaments.models.round import Round, Session
from tournaments.models.ruling import Ruling
from tournaments.models.sitting import Sitting
from tournaments.models.standing import Standing
from tournaments.models.table import RoundSeat, RoundTable
from tournaments.models.tournament import Tournament

__all__ = [
    "Behind",
    "Board",
    "BoardScore",
    "Checkpoint",
    "Commentator",
    "DirectorCall",
    "DirectorsNote",
    "Entry",
    "LateResult",
    "Result",
    "Round",
    "RoundSeat",
    "RoundTable",
    "Ruling",
    "Session",
    "SessionKey",
    "Sitting",
    "Standing",
    "TableLink",
    "Tournament",
]
