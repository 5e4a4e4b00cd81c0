"""What an act at the desk would change, as sentences: read before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from gameplay.selectors import names_of
from tournaments import presenting, stream
from tournaments.domain.championship import Championship
from tournaments.domain.desk import Act, Change
from tournaments.domain.events import SeatedTable
from tournaments.models import Tournament
from tournaments.selectors import rankings, schedule, stand_ins
from tournaments.services import replanning
from tournaments.services.replanning import Present

__all__ = ["Names", "at_tables", "called", "names_for", "newcomers", "of_plan", "sentence"]

Words = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Names:
    """Of entries by key and of people by user; ``new`` is what a person without account is called,
    ``rounds`` how many there are."""

    entries: Mapping[str, str]
    people: Mapping[int, str]
    new: str = ""
    stand_ins: Mapping[str, str] | None = None

    def entry(self, key: object) -> str:
        return self.entries.get(str(key)) or gettext("somebody who has gone")

    def comes(self, facts: Words) -> str:
        if facts.get("house"):
            return gettext("A house player")
        user = facts.get("user")
        if isinstance(user, int):
            return self.people.get(user) or gettext("somebody who has gone")
        return self.new or gettext("Somebody")


def called(row: Tournament) -> dict[str, str]:
    """Everybody who entered, by key."""
    found = rankings.names(schedule.entries_of(row))
    return {key: presenting.player_name(name) for key, name in found.items()}


def names_for(row: Tournament, act: Act, new: str = "") -> Names:
    state = stream.state(row.key).championship
    return Names(
        entries=called(row),
        people=names_of([act.user]) if act.user is not None else {},
        new=new,
        stand_ins=stand_ins.names(state, len(state.rounds)),
    )


def newcomers(state: Championship, present: Present) -> list[str]:
    """Those who come new, as they are called, in the order in which they are entered: guests, then
    who has an account, then who has none."""
    known = replanning.members_not_entered(state)
    accounts = replanning.with_account(state, present.members)
    members = sorted(present.members, key=lambda key: key not in accounts)
    return [*present.names, *(known.get(key, "") for key in members)]


def of_plan(
    changes: Iterable[Change], names: Mapping[str, str], comes: Iterable[str]
) -> Iterator[str]:
    """What tables planned for who is there change. ``names`` by entry; ``comes``: `newcomers`."""
    new = iter(comes)
    called = Names(entries=names, people={})
    for change in changes:
        mine = replace(called, new=next(new, "")) if change.code == "comes_new" else called
        yield sentence(change, mine)


def at_tables(
    tables: Iterable[SeatedTable], names: Mapping[str, str]
) -> list[tuple[int, list[str]]]:
    """The number of each table and who sits there."""
    return [
        (table.number, [names.get(key) or gettext("whoever is at hand") for key in table.chairs])
        for table in tables
    ]


def sentence(change: Change, names: Names) -> str:
    facts = change.facts
    words = {**facts, "name": names.entry(facts.get("entry")), "new": names.comes(facts)}
    if "chair" in facts:
        words["chair"] = presenting.seat_name(str(facts["chair"]))
    if "to" in facts:
        there = facts["to"]
        assert isinstance(there, Mapping)
        words["table_to"] = there["table"]
        words["chair_to"] = presenting.seat_name(str(there["chair"]))
    if names.stand_ins:
        words["old"] = names.stand_ins.get(str(facts.get("entry")), "")
    if "tables" in facts:
        tables = facts["tables"]
        words["tables"] = ", ".join(map(str, tables)) if isinstance(tables, list) else ""
    return _SENTENCES[change.code](facts) % words


_SENTENCES: Mapping[str, Callable[[Words], str]] = {
    "sits_in": lambda facts: (
        gettext("%(new)s sits in for %(name)s at table %(table)s (%(chair)s), from now on.")
        if facts["now"]
        else gettext(
            "%(new)s sits in for %(name)s from round %(round)s on, which begins at table "
            "%(table)s (%(chair)s)."
        )
    ),
    "results_stay": lambda facts: gettext(
        "What is played there counts for %(name)s; both names are told."
    ),
    "hand_passes": lambda facts: gettext(
        "The board in play goes on at once, and the clock of that seat with it."
    ),
    "back_by_himself": lambda facts: gettext(
        "%(name)s has the seat back on coming to the table, or when you say so here."
    ),
    "instead": lambda facts: gettext("%(old)s does not sit there any more."),
    "back": lambda facts: (
        gettext("%(name)s sits at table %(table)s (%(chair)s) again, from now on.")
        if facts["now"]
        else gettext("%(name)s plays round %(round)s and those after it again.")
    ),
    "moves": lambda facts: gettext(
        "%(name)s goes from table %(table)s (%(chair)s) to table %(table_to)s (%(chair_to)s)."
    ),
    "this_round_only": lambda facts: gettext(
        "In round %(round)s alone; later rounds stay as they were drawn."
    ),
    "meetings_change": lambda facts: gettext(
        "Both meet others in this round than was drawn, perhaps some of them twice."
    ),
    "devices_ask_again": lambda facts: gettext(
        "The phone of table %(tables)s shows the new seats, and takes no result for the old ones."
    ),
    "arrives": lambda facts: gettext("%(new)s is entered, and counts from the next round on."),
    "takes_seat": lambda facts: gettext(
        "The seat of %(name)s at table %(table)s (%(chair)s) in round %(round)s, and those in the "
        "rounds after it, go to somebody who has none."
    ),
    "leaves": lambda facts: gettext("%(name)s withdraws; what was played stays."),
    "plays_again": lambda facts: gettext(
        "%(name)s plays again from round %(round)s on; what was played before counts as it did."
    ),
    "same_seat": lambda facts: gettext(
        "Nobody has the seat at table %(table)s (%(chair)s) in round %(round)s: it is the old one."
    ),
    "stand_in_stays": lambda facts: gettext("%(old)s goes on sitting in until you end it."),
    "seat_stays_empty": lambda facts: gettext(
        "This is the last round: it is played to its end, with a stand-in if you seat one."
    ),
    "seat_vacant": lambda facts: gettext(
        "From the next round on the seat is empty until you fill the seats again."
    ),
    "plan_tables": lambda facts: gettext(
        "The tables are planned again before the next round starts, for those who are there."
    ),
    "goes_home": lambda facts: gettext(
        "%(name)s plays no more; the points made so far stay in the ranking and in what is paid."
    ),
    "is_back": lambda facts: gettext("%(name)s plays on, with the points made so far."),
    "comes_new": lambda facts: gettext("%(new)s is entered, and begins without points."),
    "tables_for": lambda facts: gettext(
        "From round %(round)s on %(people)s people play: tables of four: %(fours)s, tables of "
        "five: %(fives)s."
    ),
    "filled_up": lambda facts: gettext(
        "So many chairs are left for whoever is at hand, without standing: %(count)s."
    ),
    "meet_again": lambda facts: gettext(
        "Pairs who have sat at one table this evening and do so again: %(count)s."
    ),
    "meet_new": lambda facts: gettext("Nobody meets anybody twice."),
    "has_begun": lambda facts: gettext(
        "Round %(round)s has started, and nothing is written down yet: it goes on at these tables, "
        "and its clock runs on."
    ),
    "codes_stay": lambda facts: gettext(
        "Codes that lie on the tables stay valid; their phones show who sits there now."
    ),
    "place_free": lambda facts: gettext("The place becomes free."),
    "message_shown": lambda facts: gettext(
        "Table %(table)s reads it, on its screens or on its phone."
    ),
    "message_everywhere": lambda facts: gettext(
        "All tables read it, on their screens and phones, and so does everybody at the hall's "
        "screen."
    ),
    "message_instead": lambda facts: gettext("It stands in place of your last message there."),
    "message_stands": lambda facts: gettext(
        "It stays until you take it away or say something else, and what happened names you."
    ),
    "message_gone": lambda facts: gettext("Nobody is shown the message any more."),
}
