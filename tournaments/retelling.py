"""What was done at a table, in words: for who decides whether it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from engine import Card, Seat
from gameplay import rule_texts
from gameplay.undoing import Seen
from tournaments import presenting


def card(notation: str, index: str) -> str:
    suit, letter = notation
    if notation == "C1":
        return gettext("joker")
    return f"{presenting.SUIT_SIGNS[suit]}{rule_texts.rank_printed(letter, index)}"


def action(event: Mapping[str, Any], names: Mapping[str, str], index: str) -> str:
    """One action as the table saw it, with who did it."""
    did = _did(event, names, index)
    return f"{names[event['seat']]}: {did}" if "seat" in event else did


def _did(event: Mapping[str, Any], names: Mapping[str, str], index: str) -> str:
    match event["do"]:
        case "bid" if event["bid"] == "pass":
            return gettext("pass")
        case "bid":
            return presenting.contract_name(event["bid"])
        case "choose":
            return presenting.contract_name(event["game"])
        case "declare":
            return _declared(event, index)
        case "leader":
            return gettext("%(name)s leads") % {"name": names[event["leader"]]}
        case "discard":
            return gettext("puts a card away")
        case "exchange":
            given = event.get("card")
            words = {"card": card(given, index)} if given else {}
            return gettext("exchanges for the %(card)s") % words if given else gettext("keeps")
        case "play":
            shown = event.get("card")
            return card(shown, index) if shown else gettext("a card face down")
        case "claim":
            return gettext("claims")
        case "answer":
            return gettext("agrees") if event["accept"] else gettext("plays on")
        case _:
            return ""


def _declared(event: Mapping[str, Any], index: str) -> str:
    told = []
    if event.get("trump"):
        told.append(gettext("%(suit)s trumps") % {"suit": presenting.SUIT_SIGNS[event["trump"]]})
    if event.get("card"):
        told.append(gettext("asks for %(card)s") % {"card": card(event["card"], index)})
    return ", ".join(told)


def seen(found: Seen, names: Mapping[str, str], index: str) -> list[str]:
    """What everybody at the table has seen, and nobody can forget."""
    lines = [f"{names[seat.letter]}: {_cards(cards, index)}" for seat, cards in found.cards.items()]
    lines += [
        gettext("the open hand of %(name)s") % {"name": _name(seat, names)} for seat in found.hands
    ]
    lines += [
        gettext("%(name)s is the partner") % {"name": _name(seat, names)} for seat in found.partners
    ]
    lines += [
        gettext("the fourth hand, by %(name)s alone") % {"name": _name(seat, names)}
        for seat in found.operators
    ]
    return lines


def _name(seat: Seat, names: Mapping[str, str]) -> str:
    return names[seat.letter]


def _cards(cards: Sequence[Card], index: str) -> str:
    return " ".join(card(each.notation, index) for each in cards)
