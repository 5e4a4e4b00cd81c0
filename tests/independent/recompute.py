"""A championship's ranking once more, from the exported records and from nothing of ours.

`python -I recompute.py EXPORT.json` reads who sat where and what was bid and played, and prints
the ranking as JSON. Only the standard library: tricks, contracts, points, matchpoints and
tie-breaks are worked out here a second time, from the rules (championship, online) and from the
definitions of scoring, by plain counting and comparing. It must not learn anything from the
packages that it checks.

EXPORT: {"primary", "head_to_head_min", "entries": [{"id", "status"}], "games": [{"session",
"board", "table", "seats": {"N": entry, …}, "record": {…} or null}]}
"""

# ruff: noqa: T201

import json
import sys
from collections.abc import Callable
from fractions import Fraction

SEATS = "NESW"
RANKS = "23456789TJQKA"
BASE = {
    "rik": 10,
    "rik_beter": 10,
    "alleen_8": 10,
    "piek": 15,
    "alleen_9": 20,
    "misere": 25,
    "alleen_10": 30,
    "alleen_11": 40,
    "alleen_12": 50,
    "alleen_13": 70,
}
LADDER = list(BASE)

Scores = dict[str, int]
Trick = tuple[str, list[tuple[str, str]]]
"""Who won it, and the four cards, each with its seat."""
Line = tuple[str, tuple, Fraction, Fraction | None, int]
"""Entry, place (session, board, seat), percent, seat difference, points."""


# -- one game ----------------------------------------------------------------------------------


def hands_of(deal: str) -> dict[str, str]:
    first, hands = deal.split(":")
    held = {}
    for index, hand in enumerate(hands.split()):
        seat = SEATS[(SEATS.index(first) + index) % 4]
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                held[suit + rank] = seat
    return held


def tricks_of(actions: list[dict], trump: str | None, called: str | None) -> list[Trick]:
    """Winner, and the cards with their seats, of every complete trick."""
    cards = [a for a in actions if a["do"] == "play"]
    tricks = []
    for start in range(0, len(cards) - 3, 4):
        four = cards[start : start + 4]
        lead = four[0]
        led = called[0] if lead.get("face_down") else lead["card"][0]

        def strength(play: dict, led: str = led) -> tuple[int, int]:
            suit, rank = play["card"]
            if play.get("face_down"):
                return (-1, 0)
            return ({led: 1}.get(suit, 0) if suit != trump else 2, RANKS.index(rank))

        best = max(four, key=strength)
        tricks.append((best["seat"], [(p["seat"], p["card"]) for p in four]))
    return tricks


def points_of(record: dict) -> Scores:
    """The four scores of a finished record, by seat."""
    assert record["ruleset"] == "championship-online" and not record.get("options")
    actions = record["actions"]
    bids = [(a["seat"], a["bid"]) for a in actions if a["do"] == "bid"]
    chosen = [a["game"] for a in actions if a["do"] == "choose"]
    declared = [a for a in actions if a["do"] == "declare"]
    trump = declared[0].get("trump") if declared else None
    called = declared[0].get("card") if declared else None
    tricks = tricks_of(actions, trump, called)
    taken = {seat: sum(winner == seat for winner, _ in tricks) for seat in SEATS}
    real = [(seat, bid) for seat, bid in bids if bid != "pass"]
    if not real:
        return pass_game(chosen[0], tricks, taken)
    highest = max((bid for _, bid in real), key=LADDER.index)
    declarers = [seat for seat, bid in real if bid == highest]
    if highest in ("rik", "rik_beter"):
        return rik(declarers[0], hands_of(record["deal"])[called], taken)
    scores = dict.fromkeys(SEATS, 0)
    for seat in declarers:
        value = alone(highest, taken[seat])
        for other in SEATS:
            scores[other] += 3 * value if other == seat else -value
    return scores


def rik(declarer: str, partner: str, taken: dict[str, int]) -> Scores:
    tricks = taken[declarer] + taken[partner]
    against = [seat for seat in SEATS if seat not in (declarer, partner)]
    if tricks >= 8:
        value = 10 + 5 * (tricks - 8) + (35 if tricks == 13 else 0)
        scores = {declarer: value, partner: value}
    else:
        value = -(10 + 5 * (7 - tricks))
        scores = {declarer: 2 * value, partner: 0}
    return scores | dict.fromkeys(against, -value)


def alone(bid: str, tricks: int) -> int:
    """What each of the three others pays to the declarer."""
    if bid in ("piek", "misere"):
        return BASE[bid] if tricks == (1 if bid == "piek" else 0) else -BASE[bid]
    target = int(bid.removeprefix("alleen_"))
    if tricks >= target:
        return BASE[bid] + 5 * (tricks - target)
    return -(BASE[bid] + 5 * (target - 1 - tricks))


def pass_game(game: str, tricks: list[Trick], taken: dict[str, int]) -> Scores:
    scores = dict.fromkeys(SEATS, 0)

    def pays(loser: str, winner: str, points: int) -> None:
        scores[loser] -= points
        scores[winner] += points

    if game == "schoppen_mie":
        queen = [winner for winner, four in tricks if "SQ" in [card for _, card in four]]
        for loser in (queen[0], tricks[-1][0]):
            for winner in SEATS:
                if winner != loser:
                    pays(loser, winner, 5)
        return scores
    assert game == "one_or_five"
    winners = [seat for seat in SEATS if taken[seat] in (1, 5)]
    for winner in winners:
        for loser in SEATS:
            if loser not in winners:
                pays(loser, winner, 10)
    return scores


# -- comparing ---------------------------------------------------------------------------------


def scored_boards(games: list[dict], status: dict[str, str]) -> list[Line]:
    """A line for every entry and board with a percent: what it needs for totals and ties."""
    by_board = {}
    for game in games:
        by_board.setdefault((game["session"], game["board"]), []).append(game)
    expected = {}
    for (session, _), rows in by_board.items():
        expected[session] = max(expected.get(session, 0), len(rows))
    lines = []
    for (session, board), rows in by_board.items():
        for seat in SEATS:
            field = [
                (game["seats"][seat], game["points"][seat])
                for game in rows
                if game["points"] is not None and status[game["seats"][seat]] != "house"
            ]
            lines += compared((session, board, seat), field, expected[session])
    return lines


def compared(place: tuple, field: list[tuple[str, int]], expected: int) -> list[Line]:
    lines = []
    count = len(field)
    for entry, points in field:
        others = [theirs for who, theirs in field if who != entry]
        matchpoints = sum(2 * (points > theirs) + (points == theirs) for theirs in others)
        percent, difference = Fraction(50), None
        if count > 1:
            lifted = Fraction((matchpoints + 1) * expected, count) - 1
            percent = 100 * lifted / (2 * (expected - 1))
            difference = points - Fraction(sum(others), count - 1)
        lines.append((entry, place, percent, difference, points))
    return lines


def mean(values: list) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def totals(entry: str, lines: list[Line]) -> dict:
    own = [line for line in lines if line[0] == entry]
    return {
        "entry": entry,
        "boards": len(own),
        "percent": mean([percent for _, _, percent, _, _ in own]),
        "above": mean([int(percent > 50) for _, _, percent, _, _ in own]),
        "difference": mean([d for _, _, _, d, _ in own if d is not None]),
        "points": mean([Fraction(points) for *_, points in own]),
        "points_total": Fraction(sum(points for *_, points in own)),
        "head_to_head": None,
    }


def head_to_head(group: list[str], lines: list[Line], least: int) -> dict | None:
    """Wins over the others of a tied group, or None where a pair shares too few seats."""
    held = {e: {place: points for who, place, _, _, points in lines if who == e} for e in group}
    value = dict.fromkeys(group, Fraction(0))
    for one in group:
        for other in group:
            if one >= other:
                continue
            both = held[one].keys() & held[other].keys()
            if len(both) < least:
                return None
            ahead = sum(held[one][p] > held[other][p] for p in both)
            behind = sum(held[one][p] < held[other][p] for p in both)
            value[one] += Fraction(1 + (ahead > behind) - (ahead < behind), 2)
            value[other] += Fraction(1 + (behind > ahead) - (behind < ahead), 2)
    return value


def split(group: list[str], key: Callable[[str], Fraction | None]) -> list[list[str]]:
    """The group in parts of equal value, the highest first; nothing counts as 0."""
    parts = {}
    for entry in group:
        parts.setdefault(key(entry) or Fraction(0), []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def ranking(export: dict) -> list[dict]:
    status = {entry["id"]: entry.get("status", "active") for entry in export["entries"]}
    for game in export["games"]:
        game["points"] = None if game["record"] is None else points_of(game["record"])
    lines = scored_boards(export["games"], status)
    rows = {e: totals(e, lines) for e in status if status[e] != "house"}
    first = {"matchpoints": "percent", "difference": "difference", "points": "points"}
    primary = first[export["primary"]]
    rest = [m for m in ("percent", "difference", "points") if m != primary]
    steps = [primary, "head_to_head", "above", *rest]
    if primary == "percent":
        steps = ["percent", "head_to_head", "above", "difference", "points"]

    def resolve(group: list[str], left: list[str]) -> list[list[str]]:
        if len(group) == 1 or not left:
            return [group]
        step, *later = left
        if step == "head_to_head":
            value = head_to_head(group, lines, export["head_to_head_min"])
            if value is None:
                return resolve(group, later)
            for entry in group:
                rows[entry]["head_to_head"] = value[entry]
        parts = split(group, lambda entry: rows[entry][step])
        return [done for part in parts for done in resolve(part, later)]

    ranked = [e for e in rows if status[e] == "active" and rows[e]["boards"]]
    answer, rank = [], 1
    for group in resolve(sorted(ranked), steps) if ranked else []:
        for entry in sorted(group):
            answer.append({"rank": rank, **rows[entry]})
        rank += len(group)
    for entry in sorted(set(rows) - set(ranked)):
        answer.append({"rank": None, **rows[entry]})
    return answer


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        export = json.load(file)
    print(json.dumps(ranking(export), default=str, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
