"""How results are told to people: rounded numbers, names, and states in words.

For pages and the API alike. Nothing here decides anything: exact values stay in the models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise, zip_longest

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from engine import rulesets
from gameplay import rule_sentences, rule_texts, rulebook
from tournaments import seasons, texts
from tournaments.domain.results import Primary
from tournaments.domain.settings import values
from tournaments.domain.standings import shown
from tournaments.domain.tiebreaks import CHAINS, HEAD_TO_HEAD
from tournaments.models import Result, Round, Standing, Tournament
from tournaments.selectors.rankings import Line

NONE = "–"
MINUS = "−"

STATUSES: Mapping[str, Promise] = {
    Tournament.SCHEDULED: gettext_lazy("announced"),
    Tournament.OPEN: gettext_lazy("open for registration"),
    Tournament.CLOSED: gettext_lazy("registration closed"),
    Tournament.SEATED: gettext_lazy("seats are known"),
    Tournament.RUNNING: gettext_lazy("in play"),
    Tournament.FINISHED: gettext_lazy("finished"),
    Tournament.CANCELLED: gettext_lazy("cancelled"),
}
ROUND_STATES: Mapping[str, Promise] = {
    Round.PLANNED: gettext_lazy("planned"),
    Round.DEALT: gettext_lazy("ready to start"),
    Round.RUNNING: gettext_lazy("in play"),
    Round.PAUSED: gettext_lazy("paused"),
    Round.CLOSING: gettext_lazy("being closed"),
    Round.CLOSED: gettext_lazy("played"),
}
RESULT_STATES: Mapping[str, Promise] = {
    Result.WAITING: gettext_lazy("not started"),
    Result.PLAYING: gettext_lazy("in play"),
    Result.FINISHED: gettext_lazy("played"),
    Result.INTERRUPTED: gettext_lazy("interrupted"),
}
SEAT_NAMES: Mapping[str, Promise] = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
PRIMARIES: Mapping[str, Promise] = {
    "matchpoints": gettext_lazy("percentage"),
    "difference": gettext_lazy("difference per board"),
    "points": gettext_lazy("points per board"),
    "total": gettext_lazy("points in all"),
}
POLICIES: Mapping[str, Promise] = {
    "board": gettext_lazy("a board is shown once every table has played it"),
    "live": gettext_lazy("everything is shown while it is played"),
}
_SUITS: Mapping[str, Promise] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
}

# -- words -------------------------------------------------------------------------------------


def round_state(row: Round) -> str:
    """A round that was closed before its boards had been played does not count as played."""
    if row.state == Round.CLOSED and getattr(row, "any_interrupted", False):
        some = getattr(row, "any_played", False)
        return gettext("closed early") if some else str(RESULT_STATES[Result.INTERRUPTED])
    return str(ROUND_STATES.get(row.state, row.state))


def status(tournament: Tournament) -> str:
    full = tournament.entries_count >= tournament.capacity
    if full and tournament.status == Tournament.OPEN:
        return gettext("full")
    return str(STATUSES.get(tournament.status, tournament.status))


def contract_name(contract: str) -> str:
    """“8 alone”, “Rik beter”; of a game after four passes its name."""
    return rule_texts.contract_name(contract) or gettext("no contract")


def rules_name(ruleset: str) -> str:
    return rule_texts.ruleset_name(ruleset)


def rules_address(tournament: Tournament) -> str:
    """The page of these rules, options as set."""
    return rulebook.address(tournament.ruleset, tournament.options)


def options_told(tournament: Tournament) -> list[tuple[str, str]]:
    return rules_told(tournament.ruleset, tournament.options)


def rules_told(ruleset: str, options: Mapping[str, object]) -> list[tuple[str, str]]:
    """The options that are not as the rules have them by themselves, in words."""
    specs = {spec.name: spec for spec in rulesets.get(ruleset).option_specs}
    return [
        (str(rule_texts.OPTIONS[name].label), rule_texts.value_name(name, value))
        for name, value in options.items()
        if name in rule_texts.OPTIONS
        and name in specs
        and specs[name].values
        and value != specs[name].default
    ]


def dessert_told(tournament: Tournament) -> str:
    """The pass games at the end of each session, in the order in which they are played."""
    return ", ".join(str(rule_texts.game_name(game)) for game in tournament.dessert)


def dessert_rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Each of them once, and how it is played and paid: the page of the rules tells only those
    that are played when all pass."""
    games = rulesets.get(tournament.ruleset).with_options(tournament.options).games
    words = dict.fromkeys(tournament.dessert)
    return [(str(rule_texts.game_name(word)), rule_sentences.told(games[word])) for word in words]


def points_told(points: Mapping[str, Mapping[str, int]]) -> list[tuple[str, Mapping[str, int]]]:
    """The points of every bid and pass game, by its name."""
    return [(rule_texts.contract_name(word), figures) for word, figures in points.items()]


def points_of(tournament: Tournament) -> list[tuple[str, Mapping[str, int]]]:
    rules = rulesets.get(tournament.ruleset).with_options(tournament.options)
    return points_told(values(rules, tournament.dessert))


def suit_name(suit: str) -> str:
    return str(_SUITS.get(suit, suit))


def seat_name(letter: str) -> str:
    return str(SEAT_NAMES.get(letter, letter))


def asks(contract: str) -> bool:
    """Whether its player asks for a card; in a troela the partner is found by the aces."""
    return contract.startswith(("rik", "verplichte_rik"))


def called(contract: str) -> str:
    """The word before the card that makes the partner."""
    return gettext("called") if asks(contract) else gettext("partner has")


def role(name: str, contract: str) -> str:
    """Only whoever plays a rik is called a rikker; the others just play."""
    if name == "declarer" and asks(contract):
        return gettext("rikker")
    return str(ROLES.get(name, ""))


def tricks(counts: str) -> str:
    """“9 tricks”; of a joint contract “0 and 2 tricks”."""
    each = counts.split()
    if not each:
        return ""
    listed = gettext(" and ").join(each)
    return ngettext("%(count)s trick", "%(count)s tricks", int(each[-1])) % {"count": listed}


def made(value: bool | None) -> str:
    if value is None:
        return ""
    return gettext("made") if value else gettext("lost")


def short_name(name: str) -> str:
    """For a tile: “Wilhelmina”, “Leo H”. Names that are short already stay whole."""
    words = name.split()
    if len(name) <= 10 or len(words) < 2:
        return name
    return words[0] if len(words[0]) > 5 else f"{words[0]} {words[-1][0].upper()}"


_BLOCKERS: Mapping[str, Promise] = {
    "not_seated": gettext_lazy("Nobody has a seat yet: draw the seats first."),
    "not_dealt": gettext_lazy("The boards of round %(round)s are still being dealt."),
    "withdrawn_entry_seated": gettext_lazy(
        "%(name)s has withdrawn and still has a seat at table %(table)s: fill the seats again."
    ),
    "entry_not_seated": gettext_lazy("%(name)s has no seat yet: fill the seats again."),
    "withdrawn_entry_seated_own": gettext_lazy(
        "%(name)s has withdrawn and still has a seat at table %(table)s: see “Who is here…”."
    ),
    "entry_not_seated_own": gettext_lazy("%(name)s has no seat yet: see “Who is here…”."),
    "round_before_not_closed": gettext_lazy("Round %(round)s is not over yet."),
    "already_started": gettext_lazy("Round %(round)s has started already."),
    "round_not_running": gettext_lazy("Round %(round)s is not being played."),
    "too_few_entries": gettext_lazy(
        "There are %(entries)s players; a tournament needs at least %(least)s."
    ),
    "too_many_entries": gettext_lazy(
        "There are %(entries)s players; a tournament has %(most)s at most."
    ),
    "full": gettext_lazy("The tournament is full: it has room for %(capacity)s."),
}


def refusal(code: str, facts: Mapping[str, object], *, own_cards: bool = False) -> str:
    """The sentence for a refusal, with its facts where there is a place for them.

    `own_cards`: every table shuffles its own, and its tables are planned in another way.
    """
    told = (_BLOCKERS.get(f"{code}_own") if own_cards else None) or _BLOCKERS.get(code)
    try:
        return str(told) % facts if told is not None else texts.text_for(code)
    except KeyError:
        return texts.text_for(code)


# -- numbers -----------------------------------------------------------------------------------


def exact(text: str) -> Fraction | None:
    """A stored fraction; None where there is no value."""
    return Fraction(text) if text else None


def board_word(event: Tournament) -> str:
    """Where every table shuffles its own cards there are no boards: people speak of deals."""
    return gettext("deal") if event.own_cards else gettext("board")


def numbered(event: Tournament, number: object) -> str:
    """“board 3”, or “deal 3”."""
    return numbered_in(number, own_cards=event.own_cards)


def numbered_in(number: object, *, own_cards: bool) -> str:
    told = gettext("deal %(number)s") if own_cards else gettext("board %(number)s")
    return told % {"number": number}


def number(text: str | None, places: int | None = None) -> str:
    """“63,75” of "63.75", in the way of the language; a dash where there is nothing.

    A rounded text keeps its decimals; of a fraction say how many. A half goes away from zero.
    """
    if not text:
        return NONE
    value = Fraction(text)
    decimals = len(text.partition(".")[2]) if places is None else places
    scaled = (abs(value) * 10**decimals * 2 + 1) // 2
    told = formats.number_format(Decimal(int(scaled)).scaleb(-decimals), decimals)
    return f"{MINUS}{told}" if value < 0 and scaled else told


def signed(text: str | None, places: int | None = None) -> str:
    """The same with its sign, a true minus; nothing has none."""
    told = number(text, places)
    return f"+{told}" if _counts(told) and not told.startswith(MINUS) else told


def percent(text: str) -> str:
    """A stored fraction, rounded away from the middle as ``scoring.md`` says."""
    return number(shown(Fraction(text), middle=50)) if text else NONE


def difference(text: str) -> str:
    return signed(shown(Fraction(text))) if text else NONE


def season_total(place: seasons.Place, by: str) -> str:
    """Percentages rounded as each evening's own: a sum of one reads as that one did."""
    if by == seasons.POINTS:
        return points(str(place.total))
    return number(shown(place.total, middle=50 * place.counted))


def points(made: str | int | None) -> str:
    """Of one board: whole unless a ruling made it otherwise."""
    if made is None or made == "":
        return NONE
    value = Fraction(made)
    return signed(str(value) if value.denominator == 1 else shown(value))


def money(cents: int) -> str:
    """Of cents: “1,25”, with a true minus."""
    return number(str(Fraction(cents, 100)), 2)


def leading(line: Standing, primary: str) -> str:
    """What a short ranking shows of a line: all points where nobody is compared, else percent."""
    return points(line.points_total) if primary == Primary.TOTAL else number(line.shown_percent)


def measure(primary: str) -> str:
    """The head of that column."""
    return gettext("Points") if primary == Primary.TOTAL else "%"


def wins(text: str) -> str:
    """Head to head: a won pair counts 1, an equal one a half."""
    if not text:
        return NONE
    value = Fraction(text)
    whole, half = divmod(value, 1)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def _counts(text: str) -> bool:
    return any(digit in text for digit in "123456789")


def clock(seconds: float) -> str:
    """“12:40”; hours only where there are any."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"


# -- ties --------------------------------------------------------------------------------------


def measured(line: Standing, primary: str) -> str:
    """The exact value that comes first in this event's ranking."""
    value: str = getattr(line, CHAINS[Primary(primary)][0])
    return value


def decided_by(line: Standing, below: Standing, primary: str) -> str:
    """Which component put the first of two neighbours above the second; "" where none did."""
    if line.rank == below.rank:
        return ""
    for step in _columns(primary):
        one, other = getattr(line, step), getattr(below, step)
        if step == HEAD_TO_HEAD and not (one and other):
            continue
        if one != other:
            return step
    return ""


def tie_sentence(group: Sequence[tuple[Standing, str]], primary: str) -> str:
    """Why the lines of a tie stand in this order, in words. Names come with their lines."""
    numbers = {step: place for place, step in enumerate(_columns(primary))}
    shared = [list(part) for _, part in groupby(group, key=lambda pair: pair[0].rank)]
    told = []
    for part, below in zip_longest(shared, shared[1:]):
        if len(part) > 1:
            names = {"names": _joined([name for _, name in part]), "rank": part[0][0].rank}
            told.append(gettext("%(names)s share place %(rank)s.") % names)
        if below is not None:
            step = decided_by(part[-1][0], below[0][0], primary)
            words = {
                "name": _joined([name for _, name in part]),
                "other": below[0][1],
                "number": numbers.get(step, 0),
            }
            told += [str(_DECIDED[step]) % words] if step in _DECIDED else []
    return " ".join(told)


def _joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def _columns(primary: str) -> Sequence[str]:
    return CHAINS[Primary(primary)]


_DECIDED: Mapping[str, Promise] = {
    "head_to_head": gettext_lazy(
        "%(name)s above %(other)s: more often better on boards on which both held the same cards"
        " (tie-break %(number)s)."
    ),
    "above": gettext_lazy(
        "%(name)s above %(other)s: more boards above 50 %% (tie-break %(number)s)."
    ),
    "difference": gettext_lazy(
        "%(name)s above %(other)s: a better difference per board (tie-break %(number)s)."
    ),
    "points": gettext_lazy(
        "%(name)s above %(other)s: more points per board (tie-break %(number)s)."
    ),
    "percent": gettext_lazy(
        "%(name)s above %(other)s: a higher percentage (tie-break %(number)s)."
    ),
}


COMPONENTS: Mapping[str, Promise] = {
    "percent": gettext_lazy("Score %"),
    "head_to_head": gettext_lazy("Head to head"),
    "above": gettext_lazy("Above 50 %"),
    "difference": gettext_lazy("Difference per board"),
    "points": gettext_lazy("Points per board"),
    "points_total": gettext_lazy("Points"),
}


def columns(primary: str) -> list[tuple[int, str, Promise]]:
    """What decides the ranking, in its order: 0 is the measure itself, 1 to 4 break ties."""
    return [(place, step, COMPONENTS[step]) for place, step in enumerate(_columns(primary))]


ROLES: Mapping[str, Promise] = {
    "declarer": gettext_lazy("plays"),
    "partner": gettext_lazy("partner"),
    "defender": gettext_lazy("opponent"),
}
SUIT_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# -- a ranking ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Place:
    """A line of the ranking with all that is said of it."""

    line: Line
    name: str
    mine: bool
    rounds: list[str]
    tied: bool = False
    decisive: frozenset[str] = frozenset()
    """The components that put it above or below a neighbour of the same tie."""
    why: str = ""
    """Said below the last line of a tie."""
    sessions: int = 0
    """In so many it played, where others have played in more; else 0."""
    sat_in: str = ""
    """Who sat in, and in which rounds."""

    @property
    def note(self) -> str:
        return why_unranked(self.standing)

    @property
    def standing(self) -> Standing:
        return self.line.standing


def ranking(
    lines: Sequence[Line],
    mine: str,
    primary: str,
    rounds: Sequence[int] = (),
    by_round: Mapping[str, Mapping[int, str]] | None = None,
) -> list[Place]:
    """Lines in their order, ties explained; ``mine`` is the visitor's entry."""
    told = [
        Place(
            line=line,
            name=player_name(line.name),
            mine=line.entry.key == mine,
            rounds=[(by_round or {}).get(line.entry.key, {}).get(row, "") for row in rounds],
        )
        for line in _by_name(lines)
    ]
    for group in _ties(told, primary):
        steps: list[frozenset[str]] = [
            frozenset({decided_by(one.standing, other.standing, primary)} - {""})
            for one, other in pairwise(group)
        ]
        for index, place in enumerate(group):
            place.tied = True
            place.decisive = frozenset().union(*steps[max(0, index - 1) : index + 1])
        group[-1].why = tie_sentence([(place.standing, place.name) for place in group], primary)
    return told


def sat_in(rounds: Mapping[int, Sequence[str]], only: int = 0) -> str:
    """“round 2: Piet sat in; round 3: Piet and Riet sat in”; of one round ``only``, or of all."""
    told = [
        gettext("round %(round)s: %(names)s sat in") % {"round": number, "names": _joined(names)}
        for number, names in rounds.items()
        if only in (0, number)
    ]
    return "; ".join(told)


def why_unranked(line: Standing) -> str:
    """Why somebody who was compared has no place, where his withdrawal does not say it."""
    if line.unranked != Standing.SAT_IN:
        return ""
    words = {"count": line.sat_in, "boards": line.boards}
    return (
        gettext("no place: %(count)s of %(boards)s boards were played by somebody who sat in")
        % words
    )


def with_sessions(places: list[Place], played: Mapping[str, int]) -> list[Place]:
    """``played``: as ``rankings.sessions_played`` counts."""
    for place in places:
        mine = played.get(place.line.entry.key, 0)
        place.sessions = mine if mine < played.get("", 0) else 0
    return places


def _by_name(lines: Sequence[Line]) -> list[Line]:
    """Who shares a place stands in the order of the names: nothing else tells them apart."""
    shown: list[Line] = []
    for rank, members in groupby(lines, key=lambda line: line.standing.rank):
        same = list(members)
        shown += same if rank is None else sorted(same, key=lambda line: line.name.casefold())
    return shown


def _ties(places: Sequence[Place], primary: str) -> list[list[Place]]:
    """Neighbours with a rank and the same exact first value, two or more."""
    groups = groupby(
        (place for place in places if place.standing.rank is not None),
        key=lambda place: measured(place.standing, primary),
    )
    return [group for _, members in groups if len(group := list(members)) > 1]


def player_name(name: str) -> str:
    """A house player that fills a seat has no name of its own."""
    return name or gettext("house player")


CALL_KINDS: Mapping[str, Promise] = {
    "mistake": gettext_lazy("a wrong card or bid"),
    "rules": gettext_lazy("a question about the rules"),
    "behaviour": gettext_lazy("how somebody behaves"),
    "absent": gettext_lazy("somebody is not there"),
    "technical": gettext_lazy("something does not work"),
    "other": gettext_lazy("something else"),
}


def call_kind(kind: str) -> str:
    """What the director was called for."""
    return str(CALL_KINDS.get(kind, CALL_KINDS["other"]))
