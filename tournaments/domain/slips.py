"""A line of a paper slip as a scorer types it: a short code, who, with whom, and the tricks.

People are the numbers 1 to 4, or 5, of their chairs, as the columns of the paper are. Nothing here
knows which rules are played: codes and what is asked come from the engine's form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.result_forms import ContractForm, PassGameForm, ResultForm
from tournaments.domain.errors import TournamentRefused

__all__ = ["Line", "codes", "fits", "kept", "read", "written"]

THROWN_IN = "thrown_in"


@dataclass(frozen=True, slots=True)
class Line:
    """``partner`` is who took the last trick where the game asks for that; ``tricks`` are one
    number for each who played, or of all four."""

    code: str
    who: str = ""
    partner: str = ""
    tricks: str = ""


def codes(form: ResultForm) -> dict[str, str]:
    """By code what it stands for: ``r`` rik, ``rb`` rik beter, ``8`` eight alone, ``sm``."""
    words = [one.bid for one in form.contracts]
    words += [one.game for one in form.pass_games]
    words += [THROWN_IN] if form.thrown_in else []
    found: dict[str, str] = {}
    for word in words:
        found[_free(_short(word), word, found)] = word
    return found


def _short(word: str) -> str:
    parts = word.split("_")
    if len(parts) > 1 and parts[0] == "alleen":
        parts = parts[1:]
    return "".join(part if part.isdecimal() else part[0] for part in parts)


def _free(short: str, word: str, taken: Iterable[str]) -> str:
    """The first letters that nobody has: a word begins with its code then."""
    known = set(taken)
    if short not in known:
        return short
    plain = word.replace("_", "")
    for length in range(2, len(plain)):
        if plain[:length] not in known:
            return plain[:length]
    return plain


def read(form: ResultForm, line: Line, chairs: Sequence[str]) -> dict[str, object]:
    """The facts of a line. ``chairs``: the compass seat on this board of each chair from 1 on; ""
    for who sits out.

    :raises TournamentRefused: the code, a person or a number cannot be read.
    """
    word = codes(form).get(line.code.strip().lower())
    if word is None:
        raise TournamentRefused("unknown_slip_code", "no such code", given=line.code[:20])
    if word == THROWN_IN:
        return {THROWN_IN: True}
    for game in form.pass_games:
        if game.game == word:
            return _game(game, line, chairs)
    contract = next(one for one in form.contracts if one.bid == word)
    return {"contracts": _contracts(contract, line, chairs)}


def _contracts(form: ContractForm, line: Line, chairs: Sequence[str]) -> list[dict[str, object]]:
    who = [_seat(number, chairs) for number in re.findall(r"\S", line.who)]
    tricks = _numbers(line.tricks) or ([form.target] if not form.exact else [])
    if not who or len(tricks) != len(who):
        raise TournamentRefused("bad_slip_line", "one number of tricks for each who played")
    partner = line.partner.strip()
    return [
        {
            "bid": form.bid,
            "declarer": seat,
            "tricks": made,
            **({"partner": _seat(partner, chairs)} if partner else {}),
        }
        for seat, made in zip(who, tricks, strict=True)
    ]


def _game(form: PassGameForm, line: Line, chairs: Sequence[str]) -> dict[str, object]:
    facts: dict[str, object] = {"pass_game": form.game}
    if form.contract is not None:
        facts["contracts"] = _contracts(form.contract, line, chairs)
        return facts
    for name, given in (("penalty_card", line.who), ("last_trick", line.partner)):
        if given.strip() and name in (*form.needs, *form.may):
            facts[name] = _seat(given.strip(), chairs)
    for name in ("taken", "pot_cards"):
        if name in form.needs:
            counts = _numbers(line.tricks)
            playing = [seat for seat in chairs if seat]
            if len(counts) != len(playing):
                raise TournamentRefused("bad_slip_line", "a number for each of the four")
            facts[name] = dict(zip(playing, counts, strict=True))
    return facts


def _numbers(text: str) -> list[int]:
    """None of it is left out: “-1” is not 1."""
    words = re.split(r"[\s,;/.]+", text.strip()) if text.strip() else []
    if not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
        raise TournamentRefused("bad_slip_line", "tricks are numbers", tricks=text[:20])
    return [int(word) for word in words]


def _seat(number: str, chairs: Sequence[str]) -> str:
    if not number.isdecimal() or not 1 <= int(number) <= len(chairs):
        raise TournamentRefused("bad_slip_line", "people are numbers", who=number[:10])
    if not chairs[int(number) - 1]:
        raise TournamentRefused("sits_out", "who sits out plays nothing", who=number)
    return chairs[int(number) - 1]


def fits(facts: Mapping[str, object]) -> bool:
    """Whether one line says it: two people may have played different bids."""
    return len({one["bid"] for one in _listed(facts)}) < 2


def kept(facts: Mapping[str, object], known: Mapping[str, object]) -> dict[str, object]:
    """The facts with what a line does not ask and was known of the same bid and declarer."""
    before = {(one["bid"], one["declarer"]): one for one in _listed(known)}
    made: list[dict[str, Any]] = []
    for one in _listed(facts):
        old = before.get((one["bid"], one["declarer"]), {})
        unasked = {name: old[name] for name in ("trump", "called") if name in old}
        made.append(unasked | one)
    return {**facts, "contracts": made} if made else dict(facts)


def _listed(facts: Mapping[str, object]) -> list[dict[str, Any]]:
    contracts = facts.get("contracts") or []
    assert isinstance(contracts, list)
    return contracts


def written(form: ResultForm, facts: Mapping[str, object], chairs: Sequence[str]) -> Line:
    """The line that would be typed for these facts."""
    by_word = {word: code for code, word in codes(form).items()}
    number = {seat: str(at) for at, seat in enumerate(chairs, start=1)}
    contracts = facts.get("contracts") or []
    game = facts.get("pass_game")
    assert isinstance(contracts, list)
    word = str(game or (contracts[0]["bid"] if contracts else THROWN_IN))
    code = by_word.get(word, word)
    if contracts:
        return Line(
            code,
            "".join(number[one["declarer"]] for one in contracts),
            number.get(contracts[0].get("partner", ""), ""),
            " ".join(str(one["tricks"]) for one in contracts),
        )
    counts = facts.get("taken") or facts.get("pot_cards")
    assert counts is None or isinstance(counts, Mapping)
    return Line(
        code,
        number.get(str(facts.get("penalty_card")), ""),
        number.get(str(facts.get("last_trick")), ""),
        " ".join(str(counts[seat]) for seat in chairs if seat) if counts else "",
    )
