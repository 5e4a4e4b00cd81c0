"""What a beginner wants to know beside the rules: advice, and what the jargon means."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Whose words a ruleset uses decides what is told; "" is for everybody.
_TIPS: tuple[tuple[str, Promise], ...] = (
    ("", _("Sort your hand, then count: which cards are sure to take a trick, and which may?")),
    (
        "rik",
        _(
            "For a rik, five tricks of your own are about enough: your partner brings the ace you "
            "call and usually two more."
        ),
    ),
    (
        "call",
        _(
            "Call an ace of a suit of which you hold only one or two cards, and lead that suit "
            "soon: then you know who plays with you."
        ),
    ),
    (
        "rik",
        _(
            "As declarer, draw the trumps first. What the others cannot trump any more, your high "
            "cards take."
        ),
    ),
    (
        "call",
        _(
            "Do you hold the called ace? Then you are the partner. Lead trumps when you can, and "
            "do not take tricks that are the declarer's already."
        ),
    ),
    (
        "call",
        _(
            "Against a rik: lead neither trumps nor the called suit. A suit of which you hold few "
            "cards soon lets you trump."
        ),
    ),
    (
        "piek",
        _(
            "A piek wants one sure trick and otherwise low cards. Take your trick early, while you "
            "still choose which one it is."
        ),
    ),
    (
        "misere",
        _(
            "A misère wants low cards in every suit: a two or three with small ones beside it is "
            "safe, a lone high card is not."
        ),
    ),
    (
        "miserie",
        _(
            "A miserie wants low cards in every suit: a two or three with small ones beside it is "
            "safe, a lone high card is not."
        ),
    ),
    (
        "misere",
        _(
            "Against a piek or misère: lead low, in suits of which the declarer shows few cards, "
            "and keep a low card yourself to put him in."
        ),
    ),
    (
        "alleen",
        _("Playing alone needs length: a long suit of trumps counts more than many single aces."),
    ),
    (
        "vraag",
        _(
            "Answer a vraag when you hold some trumps and two or three tricks; leave it when your "
            "tricks are all in one side suit."
        ),
    ),
    (
        "abondance",
        _("An abondance is for a hand with a long suit that takes most of its nine tricks itself."),
    ),
    ("schoppen_mie", _("At schoppen mie, keep low spades: they protect you from the queen.")),
    ("", _("Watch what is thrown away. Who cannot follow suit has told you something.")),
)
_WORDS: tuple[tuple[str, Promise, Promise], ...] = (
    (
        "",
        _("Forehand"),
        _("The player left of the dealer; bids first and, as a rule, leads to the first trick."),
    ),
    ("", _("Trick"), _("Four cards, one from each player. There are thirteen in a deal.")),
    ("", _("Trump"), _("The suit that beats the others.")),
    ("", _("Declarer"), _("Who plays the bid that nobody bid higher than.")),
    (
        "rik",
        _("Rik"),
        _("The ordinary bid: with a partner, who is found by calling an ace."),
    ),
    ("rik", _("Rikker"), _("The declarer of a rik.")),
    (
        "call",
        _("Maat"),
        _("The partner of the rikker: who holds the called ace. Nobody knows it before it falls."),
    ),
    (
        "beter",
        _("Beter"),
        _("The same bid with the better suit as trump, and just above it."),
    ),
    ("alleen", _("Alone"), _("A bid without a partner: so many tricks against the other three.")),
    ("piek", _("Piek"), _("Exactly one trick, without trumps.")),
    ("misere", _("Misère"), _("No trick at all, without trumps.")),
    (
        "praatje",
        _("With talk"),
        _("An open bid after whose laying down the cards may be talked about."),
    ),
    (
        "troela",
        _("Troela"),
        _("A bid with three aces; the holder of the fourth is the partner, for all to know."),
    ),
    (
        "blind",
        _("Blind"),
        _("To call an ace of a suit that you do not hold, since you hold the other aces yourself."),
    ),
    (
        "schoppen_mie",
        _("Schoppen mie"),
        _("The queen of spades, and the game in which nobody wants to have her."),
    ),
    ("rondpiek", _("Rondpiek"), _("A game after four passes in which everybody wants one trick.")),
    ("turned", _("Turned suit"), _("The suit of the card that the dealer has shown.")),
    ("vraag", _("Vraag"), _("The question who wants to make eight tricks together with you.")),
    ("meegaan", _("Meegaan"), _("To say yes to a vraag.")),
    ("wachten", _("Wait"), _("Forehand's choice to speak after the others; it is not a pass.")),
    ("solo", _("Solo"), _("Five tricks alone, after a vraag that nobody wanted to share.")),
    ("pico", _("Pico"), _("Exactly one trick, without trumps.")),
    ("miserie", _("Miserie"), _("No trick at all, without trumps.")),
    (
        "kleine_miserie",
        _("Kleine miserie"),
        _("A miserie of twelve tricks, after everybody has put one card away."),
    ),
    ("abondance", _("Abondance"), _("Nine tricks alone.")),
    ("troel", _("Troel"), _("Three or four aces: a duty to bid, with a partner all know.")),
    ("solo_slim", _("Solo slim"), _("All thirteen tricks alone.")),
    (
        "",
        _("Board"),
        _("A deal that is played at several tables, so that skill decides and not the cards."),
    ),
)


def tips(words: frozenset[str]) -> Iterator[str]:
    """Advice for rules that use these words."""
    return (str(text) for word, text in _TIPS if not word or word in words)


def glossary(words: frozenset[str]) -> list[tuple[str, str]]:
    """The words and what they mean, by the alphabet of the language that is active."""
    known = [(str(term), str(text)) for word, term, text in _WORDS if not word or word in words]
    return sorted(known, key=lambda entry: entry[0].casefold())
