"""A championship's ranking once more, from the exported records and from nothing of ours.

`python -I recompute.py EXPORT.json` reads who sat where and what was bid and played, and prints
the ranking as JSON. Only the standard library: tricks, contracts, points, matchpoints and
tie-breaks are worked out here a second time, from the rules (championship, online) and from the
definitions of scoring, by plain counting and comparing. It must not learn anything from the
packages that it checks.

EXPORT: {"primary", "head_to_head_min", "entries": [{"id", "status"}], "games": [{"session",
"board", "table", "seats": {"N": entry, …}, "record": {…} or null}]}, and where a director ruled,
"adjusted" and "penalties" besides, and "variant" and "scores" (in place of a record) in a game. A
result that was written down in the hall has "facts" in place of a record; where "cards" are "own"
every table had others, and nobody is compared; "turned" says by how many places the tray lay
turned, "sat_in" for which entries somebody else played it. "boards": how many the event has. A
whole event in stages is the input of scoring: {"entries", "stages",
…}; then every stage is told. `unpack.py` makes an EXPORT of a championship's archive.
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
Line = dict
"""An entry on a board: place, kind, percent, difference, points, as scoring tells them."""


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
    if actions[-1]["do"] == "claim" or actions[-1].get("accept"):
        taken = [a["tricks"] for a in actions if a["do"] == "claim"][-1]
    real = [(seat, bid) for seat, bid in bids if bid != "pass"]
    if not real:
        queen = [winner for winner, four in tricks if "SQ" in [card for _, card in four]]
        return pass_game(chosen[0], [*queen[:1], tricks[-1][0]], taken)
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


def pass_game(game: str, takers: list[str], taken: dict[str, int]) -> Scores:
    """`takers`: who took the queen of spades, and who the last trick."""
    scores = dict.fromkeys(SEATS, 0)

    def pays(loser: str, winner: str, points: int) -> None:
        scores[loser] -= points
        scores[winner] += points

    if game == "schoppen_mie":
        for loser in takers:
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


def points_of_facts(facts: dict) -> Scores:
    """The four scores of a result as it was written down in the hall, by seat."""
    if "pass_game" in facts:
        takers = [facts.get("penalty_card"), facts.get("last_trick")]
        return pass_game(facts["pass_game"], takers, facts.get("taken", {}))
    scores = dict.fromkeys(SEATS, 0)
    for one in facts["contracts"]:
        declarer, partner, tricks = one["declarer"], one.get("partner"), one["tricks"]
        if partner is not None:
            return rik(declarer, partner, {declarer: tricks, partner: 0})
        value = alone(one["bid"], tricks)
        for seat in SEATS:
            scores[seat] += 3 * value if seat == declarer else -value
    return scores


def made_of(game: dict) -> Scores | None:
    """What the four seats made, from whatever tells it; None: the board was not finished."""
    if game.get("facts") is not None:
        scores = points_of_facts(game["facts"])
    elif game["record"] is not None:
        scores = points_of(game["record"])
    else:
        return None
    turn = game.get("turned", 0)
    return {seat: scores[SEATS[(at - turn) % 4]] for at, seat in enumerate(SEATS)}


# -- comparing ---------------------------------------------------------------------------------


def scored_boards(stage: dict, status: dict[str, str]) -> list[Line]:
    """A line for every seat of every result, and for awards without one, in order."""
    by_board: dict[tuple, list[dict]] = {}
    for result in stage["results"]:
        by_board.setdefault((result["session"], result["board"]), []).append(result)
    expected: dict[str, int] = {}
    for (session, _), rows in by_board.items():
        expected[session] = max(expected.get(session, 0), len(rows))
    ruled = {(a["session"], a["board"], a["entry"]): a for a in stage.get("adjusted", ())}
    lines = []
    for (session, _), rows in by_board.items():
        fields, many = held_alike(rows, own=stage.get("cards") == "own")
        for same in fields:
            for seat in SEATS:
                field = [line_of(row, seat, status, ruled) for row in same]
                compare(field, expected[session], split=many)
                lines += field
    seated = {(line["session"], line["board"], line["entry"]) for line in lines}
    lines += [
        {**empty(*place), "kind": "award", "award": ruling["award"]}
        for place, ruling in ruled.items()
        if place not in seated
    ]
    for line in lines:
        if line["kind"] == "award":
            line["percent"] = awarded(line, lines)
        line.pop("spread", None)
    return sorted(lines, key=told_at)


def held_alike(rows: list[dict], *, own: bool) -> tuple[list[list[dict]], bool]:
    """Those who held the same cards, and whether there were several versions of the board. Of own
    cards nobody did."""
    if own:
        return [[row] for row in rows], False
    kinds = {variant_of(row) for row in rows}
    return [[row for row in rows if variant_of(row) == kind] for kind in kinds], len(kinds) > 1


def variant_of(result: dict) -> str:
    return result.get("variant", "original")


def told_at(line: Line) -> tuple:
    bare = line["table"] is None
    seat = 0 if bare else SEATS.index(line["seat"])
    return (line["session"], line["board"], bare, line["table"] or 0, seat, line["entry"])


def empty(session: str, board: int, entry: str) -> Line:
    names = ("variant", "table", "seat", "points", "mp", "field", "percent", "difference")
    return {"session": session, "board": board, "entry": entry, **dict.fromkeys(names)}


def line_of(result: dict, seat: str, status: dict[str, str], ruled: dict) -> Line:
    entry, scores = result["seats"][seat], result["scores"]
    line = empty(result["session"], result["board"], entry)
    line |= {"variant": variant_of(result), "table": result["table"], "seat": seat}
    ruling = ruled.get((result["session"], result["board"], entry))
    if ruling and "award" in ruling:
        return {**line, "kind": "award", "award": ruling["award"]}
    if ruling:
        spread = [(Fraction(o["points"]), Fraction(o["weight"])) for o in ruling["outcomes"]]
        return {**line, "kind": "assigned", "spread": spread}
    if scores is None:
        return {**line, "kind": "unplayed"}
    if status[entry] == "house":
        return {**line, "kind": "house", "points": Fraction(scores[seat])}
    return {**line, "kind": "played", "spread": [(Fraction(scores[seat]), Fraction(1))]}


def compare(field: list[Line], expected: int, *, split: bool) -> None:
    """Fill in what those are worth who are compared in this seat."""
    compared = [line for line in field if "spread" in line]
    count = len(compared)
    for line in compared:
        line["points"] = sum(x * weight for x, weight in line["spread"])
    for line in compared:
        others = [other for other in compared if other is not line]
        mp = sum(
            (2 * (x > y) + (x == y)) * mine * theirs
            for other in others
            for x, mine in line["spread"]
            for y, theirs in other["spread"]
        )
        line["mp"], line["field"] = Fraction(mp), count
        if split and count <= 3 and 3 * count <= expected:
            line["percent"] = 60 + 5 * (line["mp"] - (count - 1))
        elif count == 1:
            line["percent"] = Fraction(50)
        else:
            lifted = (line["mp"] + 1) * expected / count - 1
            line["percent"] = 100 * lifted / (2 * (expected - 1))
        if others:
            line["difference"] = line["points"] - mean([other["points"] for other in others])


def awarded(line: Line, lines: list[Line]) -> Fraction:
    own = mean(
        [
            other["percent"]
            for other in lines
            if other["entry"] == line["entry"]
            and other["session"] == line["session"]
            and other["kind"] in ("played", "assigned")
        ]
    )
    if line["award"] == "AVE":
        return Fraction(50)
    if line["award"] == "AVE+":
        return Fraction(60) if own is None else max(Fraction(60), own)
    return Fraction(40) if own is None else min(Fraction(40), own)


def mean(values: list) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


# -- totals ------------------------------------------------------------------------------------

MEASURES = ("percent", "difference", "points")
Sums = dict[str, tuple[Fraction, Fraction]]
"""By measure: a sum and by how many boards it is divided."""
NOTHING: Sums = dict.fromkeys(MEASURES, (Fraction(0), Fraction(0)))


def sums_of(entry: str, lines: list[Line], penalties: list[dict]) -> Sums:
    sums = {}
    for measure in MEASURES:
        values = [
            line[measure]
            for line in lines
            if line["entry"] == entry and line["kind"] != "house" and line[measure] is not None
        ]
        unit = "percent" if measure == "percent" else "points"
        taken = sum(Fraction(p.get(unit, "0")) for p in penalties if p["entry"] == entry)
        sums[measure] = (Fraction(sum(values) - taken), Fraction(len(values)))
    return sums


def carried(sums: Sums, weight: Fraction, before: Sums) -> Sums:
    return {
        m: (sums[m][0] + weight * before[m][0], sums[m][1] + weight * before[m][1])
        for m in MEASURES
    }


def totals(entry: str, lines: list[Line], own: Sums, all_of_it: Sums) -> dict:
    judged = [
        line["percent"]
        for line in lines
        if line["entry"] == entry and line["kind"] in ("played", "assigned")
    ]
    row = {m: all_of_it[m][0] / all_of_it[m][1] if all_of_it[m][1] else None for m in MEASURES}
    return {
        "entry": entry,
        "boards": int(own["percent"][1]),
        "above": mean([int(percent > 50) for percent in judged]),
        "points_total": own["points"][0],
        "head_to_head": None,
        **row,
        "shown": {m: shown(row[m], 50 if m == "percent" else 0) for m in MEASURES},
    }


def shown(value: Fraction | None, middle: int) -> str | None:
    """Two decimals, a half away from the middle."""
    if value is None:
        return None
    steps = 100 * abs(value - middle)
    whole = steps.numerator // steps.denominator
    whole += steps - whole >= Fraction(1, 2)
    cents = 100 * middle + (whole if value >= middle else -whole)
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def head_to_head(group: list[str], lines: list[Line], least: int) -> dict | None:
    """Wins over the others of a tied group, or None where a pair shares too few seats."""
    held = {
        entry: {
            (line["session"], line["board"], line["variant"], line["seat"]): line["points"]
            for line in lines
            if line["entry"] == entry and line["kind"] in ("played", "assigned")
        }
        for entry in group
    }
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


CHAINS = {
    "matchpoints": ["percent", "head_to_head", "above", "difference", "points"],
    "difference": ["difference", "head_to_head", "above", "percent", "points"],
    "points": ["points", "head_to_head", "above", "percent", "difference"],
    "total": ["points_total"],
}


def ranked(rows: dict[str, dict], active: list[str], lines: list[Line], event: dict) -> list[dict]:
    def resolve(group: list[str], left: list[str]) -> list[list[str]]:
        if len(group) == 1 or not left:
            return [group]
        step, *later = left
        if step == "head_to_head":
            value = head_to_head(group, lines, event.get("head_to_head_min", 4))
            if value is None:
                return resolve(group, later)
            for entry in group:
                rows[entry]["head_to_head"] = value[entry]
        parts = split(group, lambda entry: rows[entry][step])
        return [done for part in parts for done in resolve(part, later)]

    counted = [entry for entry in active if rows[entry]["boards"]]
    steps = CHAINS[event.get("primary", "matchpoints")]
    answer, rank = [], 1
    for group in resolve(sorted(counted), steps) if counted else []:
        for entry in sorted(group):
            answer.append({"rank": rank, **rows[entry]})
        rank += len(group)
    for entry in sorted(set(rows) - set(counted)):
        answer.append({"rank": None, **rows[entry]})
    return answer


def teams_of(event: dict, standings: list[dict], members: list[str]) -> list[dict]:
    counting = event.get("team_counting")
    if counting is None:
        return []
    measure = CHAINS[event.get("primary", "matchpoints")][0]
    made = {
        row["entry"]: row[measure] or Fraction(0) for row in standings if row["rank"] is not None
    }
    of_team: dict[str, list] = {}
    for entry in event["entries"]:
        if entry.get("team") is not None and entry["id"] in members:
            own = [made[entry["id"]]] if entry["id"] in made else []
            of_team.setdefault(entry["team"], []).extend(own)
    teams = []
    for name, values in of_team.items():
        best = sorted(values, reverse=True)[:counting]
        complete = len(best) == counting
        # A member who is missing is lower than any that is there.
        lowest = [(1, value) for value in best] + [(0, 0)] * (counting - len(best))
        order = (complete, sum(best), lowest)
        told = {"team": name, "complete": complete, "sum": Fraction(sum(best)), "counted": best}
        teams.append((order, told))
    return [
        {"rank": 1 + sum(other > order for other, _ in teams), **told}
        for order, told in sorted(
            sorted(teams, key=lambda one: one[1]["team"]), key=lambda one: one[0], reverse=True
        )
    ]


def stages(event: dict) -> list[dict]:
    """Boards, standings and teams of every stage."""
    status = {entry["id"]: entry.get("status", "active") for entry in event["entries"]}
    before = dict.fromkeys(status, NOTHING)
    told = []
    for stage in event["stages"]:
        members = stage.get("entries")
        members = list(status) if members is None else members
        lines = scored_boards(stage, status)
        weight, penalties = Fraction(stage.get("carry", "0")), stage.get("penalties", [])
        own = {entry: sums_of(entry, lines, penalties) for entry in status}
        after = {entry: carried(own[entry], weight, before[entry]) for entry in status}
        rows = {
            entry: totals(entry, lines, own[entry], after[entry])
            for entry in members
            if status[entry] != "house"
        }
        absent = played_by_others(stage, lines)
        active = [e for e in rows if status[e] == "active" and e not in absent]
        standings = ranked(rows, active, lines, event)
        before = after
        told.append(
            {
                "boards": lines,
                "standings": standings,
                "teams": teams_of(event, standings, members),
            }
        )
    return told


def played(lines: list[Line]) -> dict[str, list[tuple]]:
    """By entry, the boards on which it was compared, each with its table."""
    found: dict[str, list[tuple]] = {}
    for line in lines:
        if line["kind"] in ("played", "assigned") and line["percent"] is not None:
            place = (line["session"], line["board"], line["table"])
            found.setdefault(line["entry"], []).append(place)
    return found


def played_by_others(stage: dict, lines: list[Line]) -> set[str]:
    """Entries of which somebody who sat in played more than half of the boards: compared, and
    without a rank."""
    sat = {
        (entry, game["session"], game["board"], game["table"])
        for game in stage["results"]
        for entry in game.get("sat_in", ())
    }
    return {
        entry
        for entry, places in played(lines).items()
        if 2 * sum((entry, *place) in sat for place in places) > len(places)
    }


def ranking(export: dict) -> list[dict]:
    """Of an export of games, in one stage; `boards`: how many the whole event has."""
    for game in export["games"]:
        if "scores" not in game:
            game["scores"] = made_of(game)
    stage = {"results": export["games"]}
    stage |= {key: export[key] for key in ("adjusted", "penalties", "cards") if key in export}
    status = {entry["id"]: entry.get("status", "active") for entry in export["entries"]}
    many = {entry: len(boards) for entry, boards in played(scored_boards(stage, status)).items()}
    for entry in export["entries"]:
        if "boards" in export and 2 * many.get(entry["id"], 0) >= export["boards"]:
            # Who leaves after half of the event stays ranked.
            entry["status"] = {"withdrawn": "active"}.get(status[entry["id"]], status[entry["id"]])
    [told] = stages({**export, "stages": [stage]})
    return told["standings"]


# -- what makes no sense -----------------------------------------------------------------------


def refusal(event: dict) -> str | None:
    """The code of the first contradiction in the input of scoring, None where there is none."""
    ids = [entry["id"] for entry in event["entries"]]
    status = {entry["id"]: entry.get("status", "active") for entry in event["entries"]}
    if not set(status.values()) <= {"active", "house", "withdrawn"}:
        return "unknown_status"
    if event.get("primary", "matchpoints") not in CHAINS:
        return "unknown_primary"
    if len(set(ids)) < len(ids):
        return "entry_twice"
    found = (refusal_in(stage, status, event) for stage in event["stages"])
    return next((code for code in found if code), None)


def refusal_in(stage: dict, status: dict[str, str], event: dict) -> str | None:
    if Fraction(stage.get("carry", "0")) < 0:
        return "bad_carry"
    members = stage.get("entries")
    members = set(status) if members is None else set(members)
    tables, seated = set(), set()
    for row in stage["results"]:
        code = refusal_of_result(row, event)
        if code:
            return code
        place = (row["session"], row["board"])
        if (*place, row["table"]) in tables:
            return "table_twice"
        tables.add((*place, row["table"]))
        for entry in row["seats"].values():
            if entry not in members:
                return "not_in_stage" if entry in status else "unknown_entry"
            if (*place, entry) in seated and status[entry] != "house":
                return "entry_twice_on_board"
            seated.add((*place, entry))
    for penalty in stage.get("penalties", ()):
        if min(Fraction(penalty.get(unit, "0")) for unit in ("percent", "points")) < 0:
            return "bad_penalty"
    return refusal_of_rulings(stage.get("adjusted", ()), seated, status)


def refusal_of_result(row: dict, event: dict) -> str | None:
    scores = row["scores"]
    if sorted(row["seats"]) != sorted(SEATS):
        return "bad_seats"
    if scores is None:
        return None
    if sorted(scores) != sorted(SEATS) or {type(score) for score in scores.values()} != {int}:
        return "bad_scores"
    return None if sum(scores.values()) == event.get("table_sum", 0) else "bad_sum"


def refusal_of_rulings(adjusted: list[dict], seated: set, status: dict[str, str]) -> str | None:
    ruled = set()
    for one in adjusted:
        place = (one["session"], one["board"], one["entry"])
        weights = [Fraction(outcome["weight"]) for outcome in one.get("outcomes", ())]
        if ("award" in one) == ("outcomes" in one):
            return "bad_adjustment"
        if "award" in one and one["award"] not in ("AVE+", "AVE", "AVE-"):
            return "bad_adjustment"
        if status[one["entry"]] == "house":
            return "house_adjusted"
        if place in ruled:
            return "adjusted_twice"
        if "outcomes" in one and (sum(weights) != 1 or min(weights) <= 0):
            return "bad_weights"
        if "outcomes" in one and place not in seated:
            return "adjusted_without_seat"
        ruled.add(place)
    return None


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        export = json.load(file)
    told = stages(export) if "stages" in export else ranking(export)
    print(json.dumps(told, default=str, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
