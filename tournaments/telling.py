"""Every event of a championship as a sentence. None holds a card, a key, a deal or an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from tournaments.domain import events
from tournaments.domain.championship import moment

__all__ = ["Facts", "boards", "sentence"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What an event points to: names by entry, and where the clock on the wall hangs."""

    names: Mapping[str, str]
    without_standing: frozenset[str]
    rounds: int
    several: bool
    """More than one session: a board's number alone does not name it."""
    zone: str
    people: Mapping[int, str] = field(default_factory=dict)
    """Names of those who are no entrants, by user."""
    tables: Mapping[str, int] = field(default_factory=dict)

    def name(self, entry: str) -> str:
        return self.names.get(entry) or gettext("somebody who has gone")

    def wall(self, text: str) -> str:
        there: datetime = timezone.localtime(moment(text), ZoneInfo(self.zone))
        return f"{formats.date_format(there, gettext('D j F Y'))}, {there:%H:%M}"

    def board(self, session: str, number: int) -> str:
        words = {"session": session, "board": number}
        if self.several:
            return gettext("Board %(board)s of session %(session)s") % words
        return gettext("Board %(board)s") % words


def boards(several: bool, session: str, first: int, last: int) -> str:
    words = {"session": session, "first": first, "last": last}
    if first == last and several:
        return gettext("Board %(board)s of session %(session)s") % {**words, "board": first}
    if first == last:
        return gettext("Board %(board)s") % {"board": first}
    if several:
        return gettext("Session %(session)s, boards %(first)s to %(last)s") % words
    return gettext("Boards %(first)s to %(last)s") % words


def sentence(event: events.TournamentEvent, facts: Facts) -> str:
    match event:
        case (
            events.EntryMade()
            | events.EntryPlaced()
            | events.EntryWithdrawn()
            | events.EntryReinstated()
        ):
            return _of_an_entry(event, facts)
        case events.ResultEntered() | events.ResultConfirmed() | events.ResultCorrected():
            return _of_a_result(event, facts)
        case (
            events.BoardClosed()
            | events.BoardReleased()
            | events.SessionRevealed()
            | events.DealsCommitted()
            | events.DealsRecommitted()
        ):
            return _of_cards(event, facts)
        case events.TournamentScheduled():
            return gettext("The tournament was announced.")
        case events.EntryOfMember(entry=entry):
            return gettext("%(name)s is on the list of the club.") % {"name": facts.name(entry)}
        case events.HeldByClub():
            return gettext("It is an evening of a club.")
        case events.ValuesConfirmed():
            return gettext("The organizer confirmed the points of the rules.")
        case (
            events.TableFeatured()
            | events.CommentatorAppointed()
            | events.CommentatorDismissed()
            | events.CommentatorLooked()
        ):
            return _of_watching(event, facts)
        case events.CardsTaken(user=user, session=session, first=first, last=last, form=form):
            words = {"name": facts.people.get(user) or gettext("somebody who has gone")}
            words["boards"] = boards(facts.several, session, first, last)
            if form == "machine":
                return gettext("%(name)s took the cards out for a machine. %(boards)s.") % words
            return gettext("%(name)s took the cards out, to deal by hand. %(boards)s.") % words
        case (
            events.StandInSeated()
            | events.StandInLeft()
            | events.SeatsSwapped()
            | events.MessageSent()
        ):
            return _at_the_desk(event, facts)
        case events.DirectorCalled(number=number):
            return gettext("The director was called to table %(table)s.") % {"table": number}
        case events.DirectorAnswered(number=number, how="done"):
            words = {"table": number}
            return gettext("The director was done with the call of table %(table)s.") % words
        case events.DirectorAnswered(number=number):
            return gettext("The director answered table %(table)s.") % {"table": number}
        case (
            events.ScoreAdjusted()
            | events.PenaltyGiven()
            | events.BoardFouled()
            | events.SeatsCorrected()
            | events.TrayTurned()
            | events.ResultAmended()
        ):
            return ruling(event, facts)
        case events.RulingUndone():
            return gettext("The director took a ruling back.")
        case events.BoardRolledBack(number=number, session=session, board=board):
            words = {"table": number, "board": facts.board(session, board)}
            return gettext("%(board)s was taken back at table %(table)s.") % words
        case events.RegistrationOpened():
            return gettext("Registration was opened.")
        case events.RegistrationClosed():
            return gettext("Registration was closed.")
        case events.TournamentFinished():
            return gettext("The tournament was over, and its ranking final.")
        case events.TournamentCancelled():
            return gettext("The tournament was cancelled.")
        case _:
            return _of_a_round(event, facts)


def ruling(event: events.RulingEvent, facts: Facts) -> str:
    """What was decided. Nothing of what a score was, or is: the board may still be embargoed."""
    if isinstance(event, events.PenaltyGiven):
        words: dict[str, object] = {
            "name": facts.name(event.entry),
            "percent": _local(event.percent),
        }
        if event.points == "0":
            return gettext("%(name)s got a penalty of %(percent)s percent of a board.") % words
        if event.percent == "0":
            words |= {"points": _local(event.points)}
            return gettext("%(name)s got a penalty of %(points)s points.") % words
        words |= {"points": _local(event.points)}
        text = gettext(
            "%(name)s got a penalty of %(percent)s percent of a board and %(points)s points."
        )
        return text % words
    words = {"board": facts.board(event.session, event.board)}
    match event:
        case events.ScoreAdjusted(entry=entry, award=award):
            words |= {"name": facts.name(entry), "award": award}
            if award:
                return gettext("%(board)s: %(name)s got an average (%(award)s).") % words
            return gettext("%(board)s: %(name)s got an adjusted score.") % words
        case events.BoardFouled(tables=tables):
            words |= {"tables": _listed(tables)}
            text = ngettext(
                "%(board)s: table %(tables)s held other cards than the rest.",
                "%(board)s: tables %(tables)s held other cards than the rest.",
                len(tables),
            )
            return text % words
        case events.SeatsCorrected(tables=held):
            words |= {"tables": _listed(tuple(each.table for each in held))}
            text = ngettext(
                "%(board)s: the seats at table %(tables)s were corrected.",
                "%(board)s: the seats at tables %(tables)s were corrected.",
                len(held),
            )
            return text % words
        case events.TrayTurned(table=table):
            words |= {"table": table}
            return gettext("%(board)s: the tray at table %(table)s had lain turned.") % words
        case events.ResultAmended(table=table):
            words |= {"table": table}
            return gettext("%(board)s: the result of table %(table)s was amended.") % words


def _at_the_desk(
    event: events.StandInSeated | events.StandInLeft | events.SeatsSwapped | events.MessageSent,
    facts: Facts,
) -> str:
    match event:
        case events.StandInSeated(entry=entry, from_round=number, user=user, player=player):
            words = {"name": facts.name(entry), "round": number}
            if player:
                text = gettext("A house player sat in for %(name)s from round %(round)s on.")
                return text % words
            words["who"] = facts.people.get(user or 0) or gettext("Somebody in the hall")
            return gettext("%(who)s sat in for %(name)s from round %(round)s on.") % words
        case events.StandInLeft(entry=entry, from_round=number):
            words = {"name": facts.name(entry), "round": number}
            return gettext("%(name)s had the seat again, in round %(round)s.") % words
        case events.SeatsSwapped(round=number, first=first, second=second):
            words = {"one": facts.name(first), "other": facts.name(second), "round": number}
            return gettext("%(one)s and %(other)s changed seats in round %(round)s.") % words
        case events.MessageSent(number=0, reason=None):
            return gettext("The message to all tables was taken away.")
        case events.MessageSent(number=0):
            return gettext("All tables were told something.")
        case events.MessageSent(number=number, reason=None):
            return gettext("The message to table %(table)s was taken away.") % {"table": number}
        case events.MessageSent(number=number):
            return gettext("Table %(table)s was told something.") % {"table": number}


def _local(number: str) -> str:
    return number.replace(".", str(formats.get_format("DECIMAL_SEPARATOR")))


def _of_watching(
    event: events.TableFeatured
    | events.CommentatorAppointed
    | events.CommentatorDismissed
    | events.CommentatorLooked,
    facts: Facts,
) -> str:
    if isinstance(event, events.TableFeatured):
        number = facts.tables.get(event.table)
        if number is None:
            return gettext("No table is featured any more.")
        return gettext("Table %(table)s was featured.") % {"table": number}
    words: dict[str, object] = {
        "name": facts.people.get(event.user) or gettext("somebody who has gone")
    }
    match event:
        case events.CommentatorAppointed():
            return gettext("%(name)s was appointed commentator.") % words
        case events.CommentatorDismissed():
            return gettext("%(name)s is no commentator any more.") % words
        case events.CommentatorLooked(table=table, session=session, board=board):
            words |= {"table": table, "board": facts.board(session, board)}
            return gettext("%(name)s saw the hands at table %(table)s. %(board)s.") % words


def _of_a_result(
    event: events.ResultEntered | events.ResultConfirmed | events.ResultCorrected, facts: Facts
) -> str:
    """What was written down stands on the board's page once it is released, and not here."""
    words = {
        "board": facts.board(event.session, event.board),
        "table": facts.tables.get(event.table, "–"),
        "name": facts.names.get(event.entry) or gettext("the organizer"),
    }
    match event:
        case events.ResultEntered():
            text = gettext("%(board)s: %(name)s entered the result of table %(table)s.")
        case events.ResultConfirmed():
            text = gettext("%(board)s: %(name)s confirmed the result of table %(table)s.")
        case events.ResultCorrected():
            text = gettext("%(board)s: %(name)s corrected the result of table %(table)s.")
    return text % words


def _of_an_entry(
    event: events.EntryMade | events.EntryPlaced | events.EntryWithdrawn | events.EntryReinstated,
    facts: Facts,
) -> str:
    words = {"name": facts.name(event.entry)}
    match event:
        case events.EntryPlaced(place="hall"):
            return gettext("%(name)s plays in the hall.") % words
        case events.EntryPlaced():
            return gettext("%(name)s plays online.") % words
        case events.EntryMade(standing=False, place="hall"):
            return gettext("A stand-in without standing came to fill a seat in the hall.")
        case events.EntryMade(user=None, player="", standing=True):
            return gettext("%(name)s was entered, to play in the hall.") % words
        case events.EntryMade(user=None, standing=False):
            return gettext("A house player without standing came to fill a seat.")
        case events.EntryMade(user=None):
            return gettext("House player %(name)s was entered.") % words
        case events.EntryMade():
            return gettext("%(name)s entered.") % words
        case events.EntryReinstated(from_round=number):
            words["round"] = str(number)
            return gettext("%(name)s plays again, from round %(round)s on.") % words
        case events.EntryWithdrawn(entry=entry) if entry in facts.without_standing:
            return gettext("A house player without standing gave up a seat.")
        case events.EntryWithdrawn(from_round=number) if number <= facts.rounds:
            words["round"] = str(number)
            return gettext("%(name)s withdrew, from round %(round)s on.") % words
        case _:
            return gettext("%(name)s withdrew.") % words


def _of_a_round(
    event: events.RoundRescheduled
    | events.RoundsSeated
    | events.TablesPlanned
    | events.RoundDealt
    | events.RoundStarted
    | events.RoundPaused
    | events.RoundResumed
    | events.RoundExtended
    | events.OutageMadeGood
    | events.RoundClosing
    | events.BoardsGivenUp
    | events.RoundClosed,
    facts: Facts,
) -> str:
    match event:
        case events.RoundsSeated(from_round=number, rounds=rounds):
            words = {"round": number, "tables": len(rounds[0].tables) if rounds else 0}
            return (
                gettext("Seats were given from round %(round)s on, at %(tables)s tables.") % words
            )
        case events.TablesPlanned(from_round=number, rounds=rounds, numbers=numbers):
            words = {"round": number, "tables": len(rounds[0].tables), "people": len(numbers)}
            text = gettext(
                "The tables were planned again from round %(round)s on: %(people)s people at "
                "%(tables)s tables."
            )
            return text % words
        case events.RoundRescheduled(round=number, starts=starts):
            words = {"round": number, "time": facts.wall(starts)}
            return gettext("Round %(round)s was moved to %(time)s.") % words
        case events.RoundDealt(round=number, boards=boards):
            words = {"round": number, "boards": len(boards)}
            return gettext("The %(boards)s boards of round %(round)s were dealt.") % words
        case events.RoundStarted(round=number):
            text = gettext("Round %(round)s started.")
        case events.RoundPaused(round=number):
            text = gettext("Round %(round)s was paused.")
        case events.RoundResumed(round=number):
            text = gettext("Round %(round)s went on.")
        case events.RoundExtended(round=number, minutes=minutes):
            text = ngettext(
                "Round %(round)s got %(minutes)s minute more.",
                "Round %(round)s got %(minutes)s minutes more.",
                minutes,
            )
            return text % {"round": number, "minutes": minutes}
        case events.OutageMadeGood(round=number, seconds=seconds):
            text = ngettext(
                "The service was away for %(seconds)s second; round %(round)s has it back.",
                "The service was away for %(seconds)s seconds; round %(round)s has them back.",
                seconds,
            )
            return text % {"round": number, "seconds": seconds}
        case events.RoundClosing(round=number):
            text = gettext("Round %(round)s was ended; tables that still played were closed.")
        case events.BoardsGivenUp(round=number):
            text = gettext("Results that the hall still owed in round %(round)s were given up.")
        case events.RoundClosed(round=number):
            text = gettext("Round %(round)s was over at every table.")
    return text % {"round": number}


def _of_cards(
    event: events.BoardClosed
    | events.BoardReleased
    | events.SessionRevealed
    | events.DealsCommitted
    | events.DealsRecommitted,
    facts: Facts,
) -> str:
    match event:
        case events.BoardClosed(session=session, board=number, interrupted=tables):
            words = {"board": facts.board(session, number), "tables": _listed(tables)}
            if not tables:
                return gettext("%(board)s was over at every table.") % words
            text = ngettext(
                "%(board)s was over at every table; table %(tables)s did not finish it.",
                "%(board)s was over at every table; tables %(tables)s did not finish it.",
                len(tables),
            )
            return text % words
        case events.BoardReleased(session=session, board=number):
            words = {"board": facts.board(session, number)}
            return gettext("%(board)s was released: everybody can see its results.") % words
        case events.SessionRevealed(session=session) if facts.several:
            words = {"session": session}
            return gettext("The key of session %(session)s was published.") % words
        case events.SessionRevealed():
            return gettext("The key of the deals was published.")
        case events.DealsCommitted():
            return gettext("The deals of all rounds were fixed and promised.")
        case events.DealsRecommitted():
            return gettext("The deals of all rounds were promised anew.")


def _listed(tables: tuple[int, ...]) -> str:
    return ", ".join(map(str, tables))
