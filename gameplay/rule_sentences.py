"""The rules of one ruleset as sentences: dealing, bidding, finding a partner, play, no bid at all.

Every sentence hangs on a field of the ruleset, never on which ruleset it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext, ngettext

from engine.auction import Step
from engine.bids import BidRung, Leader, Partner, TrumpBy
from engine.contract import Blind, CalledCardDuty
from engine.fourth import Form, Operated
from engine.passgames import PassGame
from engine.rulesets import Ruleset
from gameplay.frames import FOURTH_NAMES
from gameplay.rule_texts import bid_name

# -- dealing and bidding -----------------------------------------------------------------------


def deal(rules: Ruleset) -> Iterator[str]:
    packets = "-".join(str(cards) for cards in rules.packets)
    yield gettext(
        "Four players, fifty-two cards, thirteen each. Whoever deals by hand gives them out in "
        "packets of %(packets)s; the player left of the dealer is called forehand and begins."
    ) % {"packets": packets}
    yield gettext(
        "The ace is the highest card of a suit, then king, queen, jack, ten and so on down to two."
    )
    if rules.turns_a_card:
        yield gettext(
            "The dealer shows one card of the thirteen. Its suit, the turned suit, is trump unless "
            "somebody bids another one; then the dealer takes the card back."
        )
    if rules.draws_beter:
        yield gettext("For each deal one suit is drawn that is the better one.")
    yield gettext(
        "With five or six players the dealer does not play; somebody else does next time."
    )
    for form in rules.forms:
        yield _three(form)
    if rules.same_dealer:
        yield gettext("A deal that is thrown in is dealt again by the same dealer.")


def _three(form: Form) -> str:
    """Three people and a fourth hand."""
    where = gettext("open on the table after the bidding") if form.open else gettext("closed")
    match form.operated:
        case Operated.IN_TURN:
            who = gettext("another of the three with every trick")
        case Operated.LOWEST_BIDDER:
            who = gettext("its partner, or the lowest bidder of the defenders")
        case Operated.ON_ITS_LEFT:
            who = gettext("its partner, of two the one on its left")
    return gettext(
        "Three can play too, “%(form)s”: the fourth hand lies %(where)s, and is played by %(who)s."
    ) % {"form": FOURTH_NAMES[form.slug], "where": where, "who": who}


def bidding(rules: Ruleset) -> Iterator[str]:
    yield gettext("Forehand speaks first, then clockwise.")
    if rules.one_round:
        yield gettext("Everybody speaks once; the highest bid plays.")
    else:
        yield gettext(
            "Whoever passes is out for this deal. The others go on until nobody bids higher."
        )
    yield _step(rules.step)
    ladder = rules.ladder
    closed = [rung for rung in ladder if not rung.opening]
    if closed:
        yield gettext("To begin with, only these may be bid: %(bids)s.") % {
            "bids": listed(rung.bid for rung in ladder if rung.opening)
        }
    for needs in dict.fromkeys(rung.needs for rung in ladder if rung.needs):
        bids = [rung.bid for rung in ladder if rung.needs == needs]
        yield gettext("%(bids)s: only after somebody has bid %(needs)s.") % {
            "bids": listed(bids),
            "needs": _either(bid_name(rung.bid) for rung in ladder if rung.bid in needs),
        }
    joined = [rung.bid for rung in ladder if rung.joined_by]
    if joined:
        yield gettext(
            "%(bids)s: somebody who has not passed yet may join in. Each of them then plays alone."
        ) % {"bids": listed(joined)}
    if any(rung.joined_by - {rung.bid} for rung in ladder):
        yield gettext("You may join in with another bid too, if it is just as high.")
    if rules.three_make_four:
        yield gettext("When three players piek, the fourth has to as well.")
    for rung in ladder:
        yield from _by_aces(rung)
        if rung.raises_own is not None:
            yield gettext("%(bid)s: only for who bid %(own)s and found nobody to go along.") % {
                "bid": bid_name(rung.bid),
                "own": bid_name(rung.raises_own),
            }
        if rung.partner is Partner.JOINED:
            yield gettext(
                "%(bid)s asks for a partner: whoever answers %(accept)s plays with its bidder, as "
                "long as nobody bids higher."
            ) % {"bid": bid_name(rung.bid), "accept": bid_name("meegaan")}
    if rules.forehand_may_wait:
        yield gettext("Forehand may wait once instead of bidding, and speak after the others.")
    if rules.last_must_bid:
        yield gettext("When three have passed, the last player may not pass.")


def _step(step: Step) -> str:
    match step:
        case Step.FAMILY:
            return gettext(
                "A raise goes one step: to the next higher rik, alone, piek or misère above the "
                "last bid."
            )
        case Step.GLOBAL:
            return gettext("A raise goes one step: to the next bid of the table.")
        case Step.PREDECESSOR:
            return gettext("A bid may be said once the next lower one of its kind has been bid.")
        case _:
            return gettext("Every bid has to be higher than the last one; it may jump.")


def _by_aces(rung: BidRung) -> Iterator[str]:
    if not rung.aces:
        return
    counts = _either(str(count) for count in sorted(rung.aces))
    if rung.duty:
        yield gettext("%(bid)s: with %(aces)s aces, and then nothing lower may be said.") % {
            "bid": bid_name(rung.bid),
            "aces": counts,
        }
    else:
        yield gettext("%(bid)s: only with %(aces)s aces.") % {
            "bid": bid_name(rung.bid),
            "aces": counts,
        }


# -- partners and play -------------------------------------------------------------------------


def partner(rules: Ruleset) -> Iterator[str]:
    calls, ladder = rules.calls, rules.ladder
    if any(rung.calls for rung in ladder):
        yield gettext(
            "Whoever plays a rik names the trump and calls an ace that somebody else holds, not of "
            "the trump suit. Its holder is the partner, and keeps it secret until the card falls."
        )
        if calls.must_hold:
            yield gettext("The ace has to be of a suit of which you hold a card yourself.")
            said = gettext("you say so when you call")
            if calls.blind is Blind.AT_LEAD:
                said = gettext("the table hears of it when you lead")
            yield gettext(
                "If you hold the aces of all your suits, you call blind, an ace of a suit you do "
                "not hold; %(said)s. Once, as long as that ace has not fallen, you may lead a card "
                "face down: it stands for the called suit, and cannot win."
            ) % {"said": said}
        elif calls.silent:
            yield gettext(
                "It may be of a suit you do not hold; then you may once lead a card face down that "
                "stands for the called suit and cannot win. Nobody says that the call was blind."
            )
        if len(calls.ranks) > 1:
            yield gettext(
                "Where no ace can be called, a king is, then a queen and so on; with the trump you "
                "name the highest possible card has to be left to call."
            )
        if calls.alone:
            yield gettext("Where there is no ace to call, you play alone.")
        yield _duty(rules.called_card_duty)
    for rung in ladder:
        if rung.partner is not Partner.LAST_ACE:
            continue
        yield gettext(
            "%(bid)s: the holder of the missing ace is the partner, and everybody knows."
        ) % {"bid": bid_name(rung.bid)}
        match rung.trump_by:
            case TrumpBy.PARTNER:
                yield gettext("The partner names the trump, not the suit of that ace.")
            case TrumpBy.DECLARER:
                yield gettext("Who bid it names the trump, not the suit of that ace.")
            case TrumpBy.CALLED:
                yield gettext("The suit of that ace is trump.")
        if rung.leader is Leader.PARTNER:
            yield gettext("The partner leads that ace to the first trick.")
        if 4 in rung.aces:
            yield gettext(
                "If you hold all four aces, the highest heart you lack counts as the missing ace."
            )


def _duty(duty: CalledCardDuty) -> str:
    match duty:
        case CalledCardDuty.ALWAYS:
            return gettext(
                "When the called suit is led, the called card has to be played, also by a holder "
                "who leads that suit. It may be thrown on another suit at any time."
            )
        case CalledCardDuty.UNDER_LEAD:
            return gettext(
                "When the called suit is led, the called card has to be played. Only its holder "
                "may lead a lower card of that suit, and is then free, and known."
            )
        case CalledCardDuty.NONE:
            return gettext("Nobody has to play the called card; it falls when its holder likes.")


def play(rules: Ruleset) -> Iterator[str]:
    yield gettext(
        "Follow suit if you can. If you cannot, play what you like: nobody has to trump, and "
        "nobody has to play higher. The highest trump takes the trick, without trumps the highest "
        "card of the suit that was led. Who takes a trick leads to the next."
    )
    by_leader: dict[Leader, list[str]] = {}
    for rung in rules.ladder:
        by_leader.setdefault(rung.leader, []).append(rung.bid)
    yield gettext("Forehand leads to the first trick.")
    for leader, text in (
        (Leader.DECLARER, gettext("%(bids)s: the declarer leads.")),
        (
            Leader.JOINT,
            gettext("%(bids)s: the declarer leads; if there are more, each leads to a trick."),
        ),
        (Leader.NAMED, gettext("%(bids)s: the declarer says who leads.")),
    ):
        if leader in by_leader:
            yield text % {"bids": listed(by_leader[leader])}
    more = [rung for rung in rules.ladder if rung.exposure and rung.exposure.each_more]
    if more:
        exposure = more[0].exposure
        assert exposure is not None
        yield gettext("With two declarers open hands lie down after card %(cards)s.") % {
            "cards": exposure.begins(2)
        }
    if rules.early_end:
        yield gettext("A deal stops as soon as every piek or misère of it has failed.")
    else:
        yield gettext("All tricks are played, also when a bid has failed already.")


# -- when all pass -----------------------------------------------------------------------------


def all_pass(rules: Ruleset) -> Iterator[str]:
    if rules.last_must_bid:
        yield gettext("That cannot happen here.")
    elif rules.forced is not None:
        yield gettext("Forehand has to play: %(bid)s.") % {"bid": bid_name(rules.forced)}
    elif not rules.pass_games:
        yield gettext("Nobody plays: the deal is thrown in and everybody scores nothing.")
    elif len(rules.pass_games) == 1:
        yield gettext("There is one game for it, without trumps:")
    else:
        chooser = gettext("forehand") if rules.chooser.steps else gettext("the dealer")
        yield gettext("Then %(who)s chooses a game, without trumps unless it says so:") % {
            "who": chooser
        }
    if rules.pass_games and not rules.pass_games_count:
        yield gettext("It is played for fun: nobody scores points.")


def told(game: PassGame) -> str:
    if game.redeal:
        return gettext("The cards are dealt again.")
    parts = list(_about(game))
    if game.bar is not None:
        parts.append(
            ngettext(
                "no spades in the first trick, except by who has nothing else",
                "no spades in the first %(tricks)s tricks, except by who has nothing else",
                game.bar.tricks,
            )
            % {"tricks": game.bar.tricks}
        )
    if game.discard is not None:
        parts.append(
            gettext(
                "from trick %(trick)s on the queen of spades goes the first time its holder cannot "
                "follow suit"
            )
            % {"trick": game.discard.from_trick}
        )
    told = "; ".join(parts)
    return told[:1].upper() + told[1:] + "."


def _about(game: PassGame) -> Iterator[str]:
    if game.rung is not None:
        yield gettext("forehand plays a rik for %(tricks)s tricks, with trumps and a partner") % {
            "tricks": game.rung.target
        }
        yield gettext("%(points)s points, and %(over)s for each trick more or less") % {
            "points": game.rung.values.made,
            "over": game.rung.values.over,
        }
    if game.fewest:
        yield gettext("the fewest tricks win; every loser pays %(points)s") % {"points": game.stake}
    if game.wins:
        yield ngettext(
            "who takes exactly %(wins)s trick gets %(points)s from everybody who does not",
            "who takes exactly %(wins)s tricks gets %(points)s from everybody who does not",
            max(game.wins),
        ) % {"wins": _either(str(count) for count in sorted(game.wins)), "points": game.stake}
    if game.pairs:
        yield gettext("two winners are paid by one loser each")
    if game.penalty_card is not None and game.penalty_last_trick:
        yield gettext(
            "who takes the queen of spades, and who takes the last trick, pays %(points)s to each "
            "of the others"
        ) % {"points": game.penalty}
    elif game.penalty_card is not None:
        yield gettext("who takes the queen of spades pays %(points)s to each of the others") % {
            "points": game.penalty
        }
    elif game.penalty_last_trick:
        yield gettext("who takes the last trick pays %(points)s to each of the others") % {
            "points": game.penalty
        }
    if game.pot is not None:
        yield gettext(
            "every queen costs who takes it %(points)s; those without a queen share it"
        ) % {"points": game.pot.each}


def listed(bids: Iterable[str]) -> str:
    return ", ".join(bid_name(bid) for bid in bids)


def _either(words: Iterable[str]) -> str:
    *most, last = words
    if not most:
        return last
    return gettext("%(most)s or %(last)s") % {"most": ", ".join(most), "last": last}
