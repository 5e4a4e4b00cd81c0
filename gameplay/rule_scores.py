"""What bids are worth, in a table and in worked examples, every figure the engine's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from engine import SEATS, Seat
from engine.bids import BidRung, Exposure, Kind, LostRik, Partner, Talk, TrumpBy
from engine.cards import Suit
from engine.passgames import PassGame
from engine.results import ContractFacts, ResultFacts, score_result
from engine.rulesets import Ruleset
from gameplay.rule_sentences import listed
from gameplay.rule_texts import bid_name, game_name

DECLARER, PARTNER, *_REST = SEATS
_ENDS = ((5, 4, 3, 1), (6, 4, 3, 0))


@dataclass(frozen=True, slots=True)
class Line:
    """One bid of the ladder, in words."""

    name: str
    promise: str
    trump: str
    points: str
    same_height: bool


@dataclass(frozen=True, slots=True)
class Example:
    """What a result is worth to the declarer, who plays with him, and the two others in turn."""

    what: str
    scores: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Examples:
    title: str
    seats: tuple[str, str, str, str]
    rows: list[Example]


# -- the ladder --------------------------------------------------------------------------------


def ladder(rules: Ruleset) -> list[Line]:
    rungs = sorted(rules.ladder, key=lambda rung: rung.rank)
    ranks = [rung.rank for rung in rungs]
    return [
        Line(
            name=bid_name(rung.bid),
            promise=_promise(rung),
            trump=_trump(rules, rung),
            points=_worth(rung),
            same_height=ranks.count(rung.rank) > 1,
        )
        for rung in rungs
    ]


def _promise(rung: BidRung) -> str:
    parts = [_tricks(rung)]
    if rung.discards:
        parts.append(gettext("everybody puts one card away first"))
    if rung.exposure is not None:
        parts.append(_open(rung.exposure))
    return ", ".join(parts)


def _tricks(rung: BidRung) -> str:
    tricks = {"tricks": rung.target}
    if rung.kind is Kind.MISERE:
        return gettext("not one trick")
    if rung.exact:
        return (
            ngettext("exactly %(tricks)s trick", "exactly %(tricks)s tricks", rung.target) % tricks
        )
    if rung.partner is not Partner.NOBODY:
        return gettext("%(tricks)s tricks or more, with a partner") % tricks
    if rung.target == 13:
        return gettext("all thirteen tricks, alone")
    return gettext("%(tricks)s tricks or more, alone") % tricks


def _open(exposure: Exposure) -> str:
    when = {"cards": exposure.cards}
    if exposure.everybody:
        said = gettext("all hands open after the first trick")
    elif exposure.cards == 4:
        said = gettext("hand open after the first trick")
    else:
        said = gettext("hand open after card %(cards)s of the deal") % when
    if exposure.talk is Talk.OPPONENTS:
        said += ", " + gettext("the opponents may talk then")
    elif exposure.talk is Talk.EVERYBODY:
        said += ", " + gettext("everybody may talk then")
    return said


def _trump(rules: Ruleset, rung: BidRung) -> str:
    if not rung.trumps:
        return gettext("none")
    match rung.trump_by:
        case TrumpBy.TURNED:
            return gettext("the turned suit")
        case TrumpBy.CALLED:
            return gettext("the suit of the missing ace")
    if rung.beter and rules.draws_beter:
        return gettext("the better suit")
    if rung.beter or rung.trumps == (Suit.HEARTS,):
        return gettext("hearts")
    barred = Suit.HEARTS not in rung.trumps
    if rung.trump_by is TrumpBy.PARTNER:
        return gettext("named by the partner")
    if barred:
        return gettext("any, but not the better suit")
    return gettext("any")


def _worth(rung: BidRung) -> str:
    values = rung.values
    if values.is_flat:
        return str(values.made)
    parts = [str(values.made)]
    if rung.target < 13:
        parts = [
            gettext("%(made)s, and %(over)s for every trick more")
            % {"made": values.made, "over": values.over}
        ]
    parts.append(
        gettext("lost: %(lost)s, and %(under)s for every further trick missing")
        % {"lost": values.lost, "under": values.under}
    )
    if values.sweep:
        parts.append(gettext("all thirteen: %(extra)s extra") % {"extra": values.sweep})
    if values.doubled:
        parts.append(gettext("all thirteen: double"))
    return "; ".join(parts)


# -- points ------------------------------------------------------------------------------------


def points(rules: Ruleset) -> Iterator[str]:
    yield gettext(
        "The figures in the table are what one opponent pays or gets. Who plays alone is paid by "
        "all three, and a pair by one opponent each. Everything that somebody gets, somebody "
        "else pays."
    )
    pairs = [rung for rung in rules.ladder if rung.partner is not Partner.NOBODY]
    alone = [rung.bid for rung in pairs if rung.lost_by is LostRik.DECLARER]
    if alone:
        yield gettext(
            "Lost, these are paid by the declarer alone, to both opponents: %(bids)s."
        ) % {"bids": listed(alone)}
    twice = [rung.bid for rung in pairs if rung.pair > 1]
    if twice:
        yield gettext("Here every winner is paid by both losers: %(bids)s.") % {
            "bids": listed(twice)
        }


def examples(rules: Ruleset) -> Iterator[Examples]:
    """One of each kind of bid, the lowest; every sum is the engine's."""
    seen: set[object] = set()
    for rung in sorted(rules.ladder, key=lambda rung: rung.rank):
        kind = (rung.kind, rung.partner)
        if kind in seen:
            continue
        seen.add(kind)
        paired = rung.partner is not Partner.NOBODY
        rows = [
            Example(_result(rung, tricks), _scored(rules, [_one(rung, DECLARER, tricks, paired)]))
            for tricks in _counts(rung)
        ]
        if rung.joined_by:
            two = [_one(rung, DECLARER, rung.target, False), _one(rung, PARTNER, 2, False)]
            rows.append(
                Example(gettext("an opponent plays it too, and fails"), _scored(rules, two))
            )
        yield Examples(bid_name(rung.bid), _heads(paired), rows)
    if rules.pass_games_count:
        games = [
            one for game in rules.pass_games if (one := _game_example(rules, game)) is not None
        ]
        if games:
            title = gettext("When all pass")
            seats = ("A", "B", "C", "D")
            yield Examples(title, seats, games)


def _one(rung: BidRung, seat: Seat, tricks: int, paired: bool) -> ContractFacts:
    return ContractFacts(rung.bid, seat, tricks, PARTNER if paired else None)


def _scored(rules: Ruleset, contracts: Sequence[ContractFacts]) -> tuple[int, int, int, int]:
    return score_result(rules.slug, rules.options, ResultFacts(tuple(contracts))).scores


def _counts(rung: BidRung) -> list[int]:
    length = 13 - rung.discards
    if rung.exact:
        return [rung.target, rung.target + 1]
    wanted = [rung.target, rung.target + 2, 13, rung.target - 1, rung.target - 3]
    return list(dict.fromkeys(count for count in wanted if 0 <= count <= length))


def _result(rung: BidRung, tricks: int) -> str:
    said = ngettext("%(tricks)s trick", "%(tricks)s tricks", tricks) % {"tricks": tricks}
    outcome = gettext("made") if rung.made(tricks) else gettext("lost")
    return f"{said}: {outcome}"


def _heads(paired: bool) -> tuple[str, str, str, str]:
    opponent = gettext("against")
    second = gettext("partner") if paired else opponent
    return gettext("declarer"), second, opponent, opponent


def _game_example(rules: Ruleset, game: PassGame) -> Example | None:
    """The first of some usual ends of a deal in which somebody pays."""
    if game.redeal or game.rung is not None:
        return None
    examples = (_game_ends(rules, game, taken) for taken in _ENDS)
    return next((one for one in examples if any(one.scores)), None)


def _game_ends(rules: Ruleset, game: PassGame, taken: tuple[int, int, int, int]) -> Example:
    first, second, *_others = SEATS
    facts = ResultFacts(
        pass_game=game.game,
        taken=taken,
        penalty_card=first if game.penalty_card is not None else None,
        last_trick=second if game.penalty_last_trick else None,
        pot_cards=(3, 1, 0, 0) if game.pot is not None else (0, 0, 0, 0),
    )
    told = gettext("%(game)s: A takes %(a)s tricks, B %(b)s, C %(c)s and D %(d)s") % {
        "game": game_name(game.game),
        **dict(zip("abcd", taken, strict=True)),
    }
    if game.penalty_card is not None:
        told += "; " + gettext("A has the queen of spades, B the last trick")
    elif game.penalty_last_trick:
        told += "; " + gettext("B has the last trick")
    if game.pot is not None:
        told += "; " + gettext("A has three queens, B one")
    return Example(told, score_result(rules.slug, rules.options, facts).scores)
