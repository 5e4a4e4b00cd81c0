"""What an organizer asks for when a championship is set up, and everything that is wrong with it.

A setting nobody knows is refused and never ignored; settings that contradict each other are
refused and never reconciled. What is unusual but possible is told by ``warnings``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NoReturn, TypedDict
from zoneinfo import ZoneInfo

import engine
from engine.passgames import PassGame
from engine.rulesets.base import nearest
from tournaments.domain import movement, table_plan
from tournaments.domain.championship import DUPLICATE, HALL, OWN
from tournaments.domain.dealing import PREDICATES
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import PlannedRound, PlannedSession, TournamentScheduled
from tournaments.domain.walltimes import instant, known_zone, written

__all__ = ["DEFAULTS", "SESSION_FIELDS", "read", "values", "warnings"]

BOARD, LIVE = "board", "live"
POLICIES = (BOARD, LIVE)
CHATS = ("between", "open", "shut")
LANGUAGES = ("nl", "en", "de")
PRIMARIES = ("matchpoints", "difference", "points", "total")
CARDS = (DUPLICATE, OWN)
MOST_OWN_BOARDS = 40
MOST_TARIFF = 1000
"""Cents a point."""
GENERATORS = ("uniform", *sorted(set(PREDICATES) - {"uniform"}))
MOST_SESSIONS = 20
MOST_DELAY = 1440
"""Minutes: a day."""

AT_ONCE = "at_once"
GIVEN_BACK = (AT_ONCE, "board")
VENUES = ("online", "hall", "hybrid")
# Nobody plays faster by hand; and a phone that looks for another network is gone for a while.
LEAST_SECONDS, LEAST_AWAY, MOST_SECONDS = 5, 15, 3600

DEFAULTS: Mapping[str, object] = {
    "zone": "Europe/Amsterdam",
    "ruleset": engine.rulesets.DEFAULT,
    "options": {},
    "policy": BOARD,
    "ranked": True,
    "primary": "matchpoints",
    "head_to_head_min": 4,
    "boards": 4,
    "capacity": 400,
    "auto_start": False,
    "generator": "uniform",
    "round_minutes": 30,
    "round_break_minutes": 5,
    "session_break_minutes": 120,
    "dessert": (),
    "chat": "between",
    "undo": False,
    "delay": 0,
    "language": "nl",
    "action_seconds": 0,
    "board_reserve": 0,
    "stand_in_after": 0,
    "given_back": AT_ONCE,
    "venue": "online",
    "cards": DUPLICATE,
    "plan": table_plan.MEET,
    "tariff": 0,
}
OWN_DEFAULTS: Mapping[str, object] = {"venue": HALL, "primary": "total", "boards": 20}
"""Of an evening on which each table shuffles its own cards."""
REQUIRED = ("title", "sessions")
SESSION_FIELDS = ("starts", "starts_offset", "rounds", "round_starts")


def read(
    settings: Mapping[str, object], *, organizer: int | None = None, test_deals: bool = False
) -> TournamentScheduled:
    """The first event of a championship with these settings.

    :raises TournamentRefused: what is wrong, with ``name`` and, for a word, the ``nearest`` one.
    :raises engine.RikkenError: the ruleset or an option of it.
    """
    _known(settings, (*REQUIRED, *DEFAULTS), where="")
    for name in REQUIRED:
        if name not in settings:
            raise TournamentRefused("missing_setting", "a setting is missing", name=name)
    cards = _word("cards", settings.get("cards", DUPLICATE), CARDS)
    given = {**DEFAULTS, **(OWN_DEFAULTS if cards == OWN else {}), **settings}
    zone = known_zone(given["zone"])
    ruleset = engine.rulesets.get(given["ruleset"])
    # Several tables play the same board: dealing again is left out, or refused where it was chosen.
    options = ruleset.for_duplicate(_mapping("options", given["options"]))
    resolved = ruleset.resolve(options)
    boards = _boards(given["boards"], cards)
    pace = _pace(given)
    return TournamentScheduled(
        title=_title(given["title"]),
        zone=zone.key,
        ruleset=ruleset.slug,
        options=options,
        options_sha256=engine.rulesets.options_sha256(ruleset.slug, resolved),
        head_to_head_min=_number("head_to_head_min", given["head_to_head_min"], 1, 400),
        boards_a_round=boards,
        capacity=_number(
            "capacity",
            given["capacity"],
            table_plan.FOUR if cards == OWN else movement.MIN_PLAYERS,
            movement.MAX_PLAYERS,
        ),
        generator=_word("generator", given["generator"], GENERATORS),
        auto_start=_flag("auto_start", given["auto_start"]),
        test_deals=test_deals,
        organizer=organizer,
        sessions=_sessions(given["sessions"], zone, pace),
        round_break=60 * pace.between_rounds,
        session_break=60 * pace.between_sessions,
        dessert=_dessert(given["dessert"], ruleset.with_options(options), boards),
        chat=_word("chat", given["chat"], CHATS),
        undo=_flag("undo", given["undo"]),
        language=_word("language", given["language"], LANGUAGES),
        cards=cards,
        **_watched(given),
        **_field(given, cards, ruleset.with_options(options)),
        **_clock(given),
    )


class _Watched(TypedDict):
    policy: str
    ranked: bool
    delay: int


def _watched(given: Mapping[str, object]) -> _Watched:
    """Who may see what, and when; and whether it counts."""
    policy, ranked = _word("policy", given["policy"], POLICIES), _flag("ranked", given["ranked"])
    if policy == LIVE and ranked:
        raise TournamentRefused(
            "live_needs_unranked", "whoever may watch live play could help", policy=policy
        )
    delay = _number("delay", given["delay"], 0, MOST_DELAY)
    if policy == LIVE and delay:
        raise TournamentRefused("delay_needs_board", "nothing waits under live", name="delay")
    return {"policy": policy, "ranked": ranked, "delay": delay}


class _Field(TypedDict):
    venue: str
    primary: str
    tariff: int
    plan: str


def _field(given: Mapping[str, object], cards: str, rules: engine.rulesets.Ruleset) -> _Field:
    """Where it is played, who meets whom, what is compared and what is paid."""
    venue, primary = _venue(given["venue"], rules), _word("primary", given["primary"], PRIMARIES)
    if cards == OWN and (venue, primary) != (HALL, "total"):
        raise TournamentRefused(
            "own_cards", "own cards are played in the hall, and nobody is compared", name="cards"
        )
    tariff = _number("tariff", given["tariff"], 0, MOST_TARIFF)
    if tariff and venue != HALL:
        raise TournamentRefused("tariff_in_hall", "a house player pays nobody", name="tariff")
    plan = _word("plan", given["plan"], table_plan.PLANS)
    if cards != OWN and plan != table_plan.MEET:
        raise TournamentRefused("movement_meets", "a movement is not drawn", name="plan")
    return {"venue": venue, "primary": primary, "tariff": tariff, "plan": plan}


def _pace(given: Mapping[str, object]) -> _Pace:
    return _Pace(
        minutes=_number("round_minutes", given["round_minutes"], 1, 600),
        between_rounds=_number("round_break_minutes", given["round_break_minutes"], 0, 600),
        between_sessions=_number("session_break_minutes", given["session_break_minutes"], 0, 99999),
    )


def _boards(given: object, cards: str) -> int:
    if cards == OWN:
        return _number("boards", given, 1, MOST_OWN_BOARDS)
    boards = _number("boards", given, 4, 32)
    if boards % movement.BOARDS_A_ROUND:
        _bad("boards", boards, multiple_of=movement.BOARDS_A_ROUND)
    return boards


def _venue(given: object, rules: engine.rulesets.Ruleset) -> str:
    venue = _word("venue", given, VENUES)
    if venue != "online" and rules.draws:
        raise TournamentRefused(
            "hall_draws",
            "the hall is not told what was drawn",
            name="venue",
            drawn=list(rules.draws),
        )
    return venue


class _Clock(TypedDict):
    action_seconds: int
    board_reserve: int
    stand_in_after: int
    given_back: str


def _clock(given: Mapping[str, object]) -> _Clock:
    """How much time there is at the tables, and who is stood in for; 0 for none of it."""
    seconds = _none_or("action_seconds", given["action_seconds"], LEAST_SECONDS)
    return {
        "action_seconds": seconds,
        "board_reserve": _number(
            "board_reserve", given["board_reserve"], 0, MOST_SECONDS if seconds else 0
        ),
        "stand_in_after": _none_or("stand_in_after", given["stand_in_after"], LEAST_AWAY),
        "given_back": _word("given_back", given["given_back"], GIVEN_BACK),
    }


def warnings(setup: TournamentScheduled, players: int | None = None) -> list[dict[str, object]]:
    """What the organizer should know beforehand, for so many players (or for a full house).

    ``rounds_above_no_repeat_limit``: people must meet again; ``meetings`` says how many pairs meet
    how often. ``stand_in_values``: nobody knows the points of these rules, and ``points`` are those
    that would count.
    """
    players = setup.capacity if players is None else players
    rounds = sum(len(session.rounds) for session in setup.sessions)
    own = setup.cards == OWN
    found = [{**each, "players": players} for each in movement.warnings(players, rounds) if not own]
    ruleset = engine.rulesets.get(setup.ruleset)
    if ruleset.stand_in:
        points = values(ruleset.with_options(setup.options), setup.dessert)
        found.append({"code": "stand_in_values", "ruleset": setup.ruleset, "points": points})
    return found


def values(
    ruleset: engine.rulesets.Ruleset, dessert: Collection[str] = ()
) -> dict[str, dict[str, int]]:
    """The points of every bid: for making it, for each trick more, and extra for all thirteen; and
    of every pass game that is played and paid, because all have passed or for ``dessert``."""
    bids = {
        rung.bid: {"base": rung.values.made}
        | ({} if rung.values.is_flat else {"over": rung.values.over})
        | ({"extra": rung.values.sweep} if rung.values.sweep else {})
        for rung in ruleset.ladder
    }
    after_all_pass = ruleset.pass_games if ruleset.pass_games_count else ()
    played = [*after_all_pass, *(ruleset.games[word] for word in dessert)]
    return {**bids, **{game.game: paid for game in played if (paid := _paid(game))}}


def _paid(game: PassGame) -> dict[str, int]:
    if game.rung is not None:
        return {"base": game.rung.values.made, "over": game.rung.values.over}
    return {"base": game.amount} if game.amount else {}


def _dessert(value: object, ruleset: engine.rulesets.Ruleset, boards: int) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        _bad("dessert", value)
    if len(value) > boards:
        _bad("dessert", len(value), most=boards)
    for word in value:
        ruleset.scheduled(word)
    if value and not ruleset.pass_games_count:
        raise TournamentRefused(
            "dessert_not_counted", "pass games are not counted by these options", name="dessert"
        )
    return tuple(value)


# -- when ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pace:
    """In minutes."""

    minutes: int
    between_rounds: int
    between_sessions: int


def _sessions(value: object, zone: ZoneInfo, pace: _Pace) -> tuple[PlannedSession, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        _bad("sessions", value)
    if len(value) > MOST_SESSIONS:
        _bad("sessions", len(value), most=MOST_SESSIONS)
    sessions: list[PlannedSession] = []
    number, free = 1, None
    for index, item in enumerate(value):
        name = f"sessions[{index}]"
        given = _mapping(name, item)
        _known(given, SESSION_FIELDS, where=name)
        starts = _round_starts(given, name, zone, pace, free)
        rounds = []
        for each in starts:
            if free is not None and each < free:
                raise TournamentRefused(
                    "rounds_overlap",
                    "a round starts before the one before it is over",
                    round=number,
                    starts=written(each),
                    earliest=written(free),
                )
            rounds.append(PlannedRound(number, written(each), pace.minutes))
            free = each + timedelta(minutes=pace.minutes)
            number += 1
        if number - 1 > movement.MAX_ROUNDS:
            _bad(f"{name}.rounds", number - 1, most=movement.MAX_ROUNDS)
        sessions.append(PlannedSession(str(index + 1), tuple(rounds)))
    return tuple(sessions)


def _round_starts(
    given: Mapping[str, object],
    name: str,
    zone: ZoneInfo,
    pace: _Pace,
    free: datetime | None,
) -> list[datetime]:
    """Clock times for each round, or one for the session and the pace for the others.

    Minutes are minutes: a round that begins half an hour later does so while a clock is moved too.
    """
    clocks = given.get("round_starts")
    if clocks is not None:
        if not isinstance(clocks, Sequence) or isinstance(clocks, str) or not clocks:
            _bad(f"{name}.round_starts", clocks)
        if "rounds" in given and given["rounds"] != len(clocks):
            raise TournamentRefused(
                "rounds_contradict",
                "more or fewer clock times than rounds",
                name=f"{name}.round_starts",
                rounds=given["rounds"],
                clock_times=len(clocks),
            )
        offset = given.get("starts_offset")
        found = [
            instant(
                each, zone, offset=offset if not at else None, name=f"{name}.round_starts[{at}]"
            )
            for at, each in enumerate(clocks)
        ]
        if "starts" in given:
            first = instant(given["starts"], zone, offset=offset, name=f"{name}.starts")
            if first != found[0]:
                raise TournamentRefused(
                    "starts_contradict",
                    "the session and its first round start at different times",
                    name=f"{name}.starts",
                    session=written(first),
                    round=written(found[0]),
                )
        return found
    if "rounds" not in given:
        raise TournamentRefused("missing_setting", "a setting is missing", name=f"{name}.rounds")
    rounds = _number(f"{name}.rounds", given["rounds"], 1, movement.MAX_ROUNDS)
    if "starts" in given:
        offset = given.get("starts_offset")
        starts = instant(given["starts"], zone, offset=offset, name=f"{name}.starts")
    elif free is not None:
        starts = free + timedelta(minutes=pace.between_sessions)
    else:
        raise TournamentRefused("missing_setting", "a setting is missing", name=f"{name}.starts")
    step = timedelta(minutes=pace.minutes + pace.between_rounds)
    return [starts + step * index for index in range(rounds)]


# -- one value -------------------------------------------------------------------------------------


def _known(given: Mapping[str, object], names: Collection[str], *, where: str) -> None:
    for name in given:
        if name not in names:
            raise TournamentRefused(
                "unknown_setting",
                "no such setting",
                name=f"{where}.{name}"[:80] if where else str(name)[:80],
                nearest=nearest(name, names),
            )


def _title(value: object) -> str:
    title = " ".join(value.split()) if isinstance(value, str) else ""
    if not title or len(title) > 120 or not title.isprintable():
        _bad("title", value, most=120)
    return title


def _word(name: str, value: object, words: Collection[str]) -> str:
    if not isinstance(value, str) or value not in words:
        _bad(name, value, nearest=nearest(value, words), values=list(words))
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        _bad(name, value, values=[True, False])
    return value


def _number(name: str, value: object, least: int, most: int) -> int:
    # `True` is an int to Python.
    if type(value) is not int or not least <= value <= most:
        _bad(name, value, least=least, most=most)
    return value


def _none_or(name: str, value: object, least: int) -> int:
    """0 for none, else so many seconds."""
    if type(value) is int and value == 0:
        return 0
    return _number(name, value, least, MOST_SECONDS)


def _mapping(name: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        _bad(name, value)
    return value


def _bad(name: str, value: object, **detail: object) -> NoReturn:
    shown = value if isinstance(value, (int, bool)) else str(value)[:40]
    raise TournamentRefused(
        "bad_setting", "a setting has a value it cannot have", name=name, value=shown, **detail
    )
