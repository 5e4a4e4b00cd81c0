"""A released board as one picture for a club's site: four hands, contract, points.

Our own drawing, in one file without script, style sheet or font, so that it looks the same in an
``img`` element as in a printed bulletin. What it shows is said once more in its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from django.utils.translation import gettext, ngettext

import engine
from engine import SEATS, Deal, Seat
from engine.cards import Suit, suit_notation
from gameplay import replays, rule_texts
from gameplay.replays import Released

WIDTH, HEIGHT = 720, 540
SHORT_NAME = 16
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
# The same shapes as on the cards (static/gameplay/cards.js), in a square of 100.
SHAPES: Mapping[Suit, tuple[str, str]] = {
    Suit.SPADES: (
        "#16181c",
        "M50 5C56 22 92 40 92 63C92 77 82 85 72 85C64 85 58 81 54 75C55 85 59 91 66 95H34C41"
        " 91 45 85 46 75C42 81 36 85 28 85C18 85 8 77 8 63C8 40 44 22 50 5Z",
    ),
    Suit.HEARTS: (
        "#be1622",
        "M50 93C20 67 5 51 5 31C5 16 16 6 29 6C39 6 46 12 50 21C54 12 61 6 71 6C84 6 95 16 95"
        " 31C95 51 80 67 50 93Z",
    ),
    Suit.CLUBS: (
        "#0b6a34",
        "M50 5C62 5 71 14 71 25C71 31 68 36 64 40C67 38 70 37 74 37C86 37 95 46 95 58C95 70"
        " 86 79 74 79C66 79 59 75 55 69C56 82 60 91 67 95H33C40 91 44 82 45 69C41 75 34 79 26"
        " 79C14 79 5 70 5 58C5 46 14 37 26 37C30 37 33 38 36 40C32 36 29 31 29 25C29 14 38 5"
        " 50 5Z",
    ),
    Suit.DIAMONDS: (
        "#0f55b8",
        "M50 3C59 21 73 38 90 50C73 62 59 79 50 97C41 79 27 62 10 50C27 38 41 21 50 3Z",
    ),
}
PLACES: Mapping[Seat, tuple[int, int]] = {
    Seat.NORTH: (251, 58),
    Seat.WEST: (20, 226),
    Seat.EAST: (484, 226),
    Seat.SOUTH: (251, 404),
}


def draw(found: Released, language: str) -> str:
    """The picture; ``found`` says that everybody may see it. Texts are in the active language."""
    view: dict[str, Any] = engine.public_view(found.live.state, reveal=True).as_dict()
    people = replays.sitters(found)
    names = {seat: str(people[seat.letter]["name"]) or _seat_name(seat) for seat in SEATS}
    title = gettext("Board %(board)s") % {"board": found.live.opened.board}
    told = _told(view, names)
    scores = view["result"]["scores"] if view["result"] else {}
    deal = found.live.state.deal
    hands = [
        _hand(seat, _first(seat, names, view), deal, scores.get(seat.letter), language)
        for seat in SEATS
    ]
    said = " ".join([*told, *(_said(seat, names[seat], deal, language) for seat in SEATS)])
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
            f' width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="t d"',
            ' font-family="system-ui, Segoe UI, Roboto, Helvetica, Arial, sans-serif">',
            f'<title id="t">{escape(title)}</title><desc id="d">{escape(said)}</desc>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="#fffdf8"/>',
            '<rect x="250" y="188" width="220" height="184" rx="12" fill="#1d5b43"/>',
            _text(24, 36, title, 22, weight=750),
            _middle(told),
            *hands,
            "</svg>",
        ]
    )


def _first(seat: Seat, names: Mapping[Seat, str], view: Mapping[str, Any]) -> str:
    """The name at a hand, with what its owner was in the contract."""
    declarers = [c["declarer"] for c in view["contracts"]]
    partners = [c["partner"] for c in view["contracts"]]
    star = " ★" if seat.letter in partners else ""
    dot = " ●" if seat.letter in declarers else ""
    return _short(names[seat]) + dot + star


def _short(name: str) -> str:
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1]}…"


def _told(view: Mapping[str, Any], names: Mapping[Seat, str]) -> list[str]:
    """What was played and what came of it, a sentence each."""
    by_letter = {seat.letter: name for seat, name in names.items()}
    result = view["result"]
    if result is None:
        return [gettext("This board was interrupted.")]
    told = []
    for one in result["contracts"] or view["contracts"]:
        words = {
            "name": by_letter[one["declarer"]],
            "contract": rule_texts.bid_name(one["bid"]),
            "tricks": one["tricks"],
            "partner": by_letter.get(one["partner"] or "", ""),
        }
        told.append(gettext("%(name)s: %(contract)s.") % words)
        if one["trump"]:
            told.append(gettext("Trumps: %(suit)s.") % {"suit": _suit_name(one["trump"])})
        if one["partner"]:
            told.append(gettext("Partner: %(partner)s.") % words)
        count = one["tricks"]
        made = (
            ngettext("%(tricks)s trick: made.", "%(tricks)s tricks: made.", count)
            if one["made"]
            else ngettext("%(tricks)s trick: lost.", "%(tricks)s tricks: lost.", count)
        )
        told.append(made % words)
    if not told and view["pass_game"]:
        told.append(f"{rule_texts.game_name(view['pass_game'])}.")
    return told or [gettext("No contract.")]


def _middle(told: list[str]) -> str:
    size = 17 if len(told) <= 4 else 14
    lines = [
        _text(360, 0, line, _fitting(line, size), anchor="middle", fill="#ffffff") for line in told
    ]
    first = 286 - (len(told) - 1) * size * 0.75
    return "".join(
        line.replace('y="0"', f'y="{first + number * size * 1.5:.0f}"')
        for number, line in enumerate(lines)
    )


def _fitting(line: str, size: int) -> float:
    """Small enough for the middle: a letter is a little over half as wide as it is high."""
    return min(size, 208 / max(1, len(line)) / 0.54)


def _hand(seat: Seat, name: str, deal: Deal, score: int | None, language: str) -> str:
    x, y = PLACES[seat]
    parts = [_text(x, y, name, 17, weight=700)]
    if score is not None:
        told = f"+{score}" if score > 0 else f"−{-score}" if score < 0 else "0"
        parts.append(_text(x + 218, y, told, 17, weight=700, anchor="end"))
    for row, suit in enumerate(SUITS):
        colour, shape = SHAPES[suit]
        base = y + 28 + row * 27
        parts.append(
            f'<path transform="translate({x} {base - 16}) scale(.18)" fill="{colour}" d="{shape}"/>'
        )
        parts.append(_text(x + 28, base, _ranks(deal, seat, suit, language) or "–", 18, weight=600))
    return "".join(parts)


def _ranks(deal: Deal, seat: Seat, suit: Suit, language: str) -> str:
    held = suit_notation(deal.masks[seat], suit)
    return " ".join(rule_texts.rank_printed(letter, language) for letter in held)


def _said(seat: Seat, name: str, deal: Deal, language: str) -> str:
    held = ", ".join(
        f"{_suit_name(suit.letter)} {_ranks(deal, seat, suit, language) or '–'}" for suit in SUITS
    )
    return f"{_seat_name(seat)}, {name}: {held}."


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    weight: int = 400,
    anchor: str = "start",
    fill: str = "#1b1c1f",
) -> str:
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x}" y="{y}" font-size="{size:g}" font-weight="{weight}" fill="{fill}"{where}>'
        f"{escape(text)}</text>"
    )


def _seat_name(seat: Seat) -> str:
    return {
        Seat.NORTH: gettext("North"),
        Seat.EAST: gettext("East"),
        Seat.SOUTH: gettext("South"),
        Seat.WEST: gettext("West"),
    }[seat]


def _suit_name(letter: str) -> str:
    return {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "C": gettext("clubs"),
        "D": gettext("diamonds"),
    }[letter]
