"""Who meets whom at which table: designs in which nobody meets anybody twice.

Players are numbered line by line: number = line · tables + index. A *seating* is one round, a table
being the four players at its seats N E S W. In every construction the first rounds alone are a
shorter movement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

__all__ = ["OFFSETS", "STARTERS", "Design", "Seating", "balanced", "best", "closed_form_rounds"]

Four: TypeAlias = tuple[int, int, int, int]
Seating: TypeAlias = tuple[Four, ...]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds for a number of players that is a multiple of four."""

    name: str
    rounds: tuple[Seating, ...]
    limit: int
    """So many of the rounds, from the first on, are free of repeated meetings."""


def best(players: int) -> Design:
    """The construction with the most rounds without a repeat; the closed form unless beaten.

    With 8 or 12 players only one round is free of repeats, so these get the balanced design.
    """
    if players in (8, 12):
        return balanced(players)
    tables = players // 4
    offered: list[tuple[int, str, Callable[[], tuple[Seating, ...]]]] = [
        (closed_form_rounds(tables), "closed form", lambda: _closed_form(tables))
    ]
    if players in OFFSETS:
        rows = OFFSETS[players]
        offered.append((len(rows), "offsets", lambda: _offset(tables, rows)))
    if players in _EXPLICIT:
        offered.append(_EXPLICIT[players])
    rounds, name, build = max(offered, key=lambda offer: offer[0])
    return Design(name, build(), rounds)


def balanced(players: int) -> Design:
    """Everybody meets everybody exactly three times in `players` - 1 rounds: 8, 12, 16 or 20."""
    starter = STARTERS[players]
    last = players - 1
    rounds = tuple(
        _seating(
            (who if who == last else (who + step) % last for who in table) for table in starter
        )
        for step in range(last)
    )
    return Design("balanced", rounds, 1)


# -- the closed form and its relatives ---------------------------------------------------------


def closed_form_rounds(tables: int) -> int:
    """For how many rounds the closed form keeps people apart.

    Two lines meet again as soon as r times their distance (1, 2 or 3) is 0 modulo the tables.
    """
    return tables // max(gcd(tables, distance) for distance in (1, 2, 3))


def _closed_form(tables: int) -> tuple[Seating, ...]:
    """In round r line l sits l·r tables on: line 0 stays, the others go up 1, 2 and 3 tables."""
    rows = [(0, r, 2 * r, 3 * r) for r in range(closed_form_rounds(tables))]
    return _offset(tables, rows)


def _offset(tables: int, rows: Sequence[Four]) -> tuple[Seating, ...]:
    """Round r: player (line, index) at table index + rows[r][line]."""
    return tuple(
        _seating(
            (line * tables + (table - offset) % tables for line, offset in enumerate(row))
            for table in range(tables)
        )
        for row in rows
    )


def _numbers(text: str) -> list[list[int]]:
    return [[_DIGITS.index(digit) for digit in word] for word in text.split()]


# Found by search: all six differences of a row's offsets are different in every row. Each word is a
# round: how many tables (one digit each) lines 1, 2 and 3 have moved; line 0 stays.
OFFSETS: dict[int, list[Four]] = {
    players: [(0, one, two, three) for one, two, three in _numbers(text)]
    for players, text in {
        16: "000 132",
        20: "000 132 214 341 423",
        24: "000 132 215 341 423",
        28: "000 165 253 341 436 524 612",
        32: "000 126 354 472 517 645 763",
        36: "000 127 274 312 465 583 631",
        40: "000 159 286 368 495 527 643 874 912",
        48: "000 196 231 37a 418 5b3 682 7a9 86b a57 b45",
        56: "000 135 2ba 384 4cd 59c 62b 749 817 971 ad6 ba8 d52",
        60: "000 1de 2b6 37d 49c 53b 657 7ea 815 9a8 ac4 b63 c82 d49 e21",
        64: "000 19a 2d4 358 47b 5ed 6a7 761 8f5 93f a86 bce d2c e49 fb3",
        72: "000 165 2he 3e2 43h 59a 62c 7af 8f4 97g a58 b1d cd3 d46 egb g81 hb9",
        80: "000 1fc 2b5 31d 47i 5g4 6d8 7hf 85e 981 a37 ceh dj9 ei3 fag gcb h9a i62 j46",
        84: ("000 18h 24b 3ig 478 5a2 65k 7fi 8c7 9jf a1c bk9 c26 d9e e63 fg1 gbj hed i35 jha kd4"),
        88: ("000 16i 2j7 3gb 549 6hk 7bd 856 9fj a31 bi4 cd2 dlc ea3 f2g gea hke icl j9f k85 l18"),
        96: (
            "000 1nk 26i 359 4de 5h4 67a 72f 9j2 aih b4n cbd dg7 e1b fm6 gl3 h8m icl jf8 k95 l3j "
            "mec nk1"
        ),
        104: (
            "000 14n 2gd 3fg 48b 5d7 6ne 7h6 891 91f alp b72 cem djh e39 fco g6j ho3 iba jik kp8 "
            "m5c nal omi pk4"
        ),
        108: (
            "000 1bl 2hc 39h 41j 5no 651 7k5 8d7 9pi a64 b3e cjg df2 ecp f8b god hln i29 jek k7m "
            "lmq m43 nq8 oia paf qg6"
        ),
        112: (
            "000 1rh 2cl 3io 412 5l8 6oj 7f6 8kg 98a ad7 b21 c74 djm e6i fgr gpb han iec j5q k9p "
            "ln3 mq5 nh9 o3k qbf r4e"
        ),
        120: (
            "000 1dk 2ic 39i 4pl 521 6jb 7ra 87f 9n3 ac7 c1s de4 el6 f3e gqo hat i5j js2 koq lhn "
            "mgh nfr om8 pkd qbg r8p s69 t4m"
        ),
        132: (
            "000 1ls 27u 3kb 428 5so 6in 71v 8m1 9al a3k bet cgf doq etg f6e g8r hp6 irj j4h k97 "
            "lhi mj4 nud onc pbw qw2 rfa s59 tvp udm vq3 wc5"
        ),
    }.items()
}

# -- planes, fields and other explicit designs -------------------------------------------------


def _affine(dimensions: int) -> tuple[Seating, ...]:
    """Points of a space over GF(4), two bits a coordinate; a round is a class of parallel lines.

    Everybody meets everybody exactly once, in (4**dimensions - 1) / 3 rounds.
    """
    points = 4**dimensions
    directions = [d for low in range(dimensions) for d in range(4**low, 2 * 4**low)]
    rounds = []
    for direction in directions:
        steps = [_times(scale, direction) for scale in range(4)]
        lines = {min(p ^ s for s in steps): [p ^ s for s in steps] for p in reversed(range(points))}
        rounds.append(_seating(lines[first] for first in sorted(lines)))
    return tuple(rounds)


def _times(scale: int, vector: int) -> int:
    """Each coordinate of a vector over GF(4) times a scalar."""
    product, place = 0, 0
    while vector >> place:
        digit = vector >> place & 3
        product |= (0 if 0 in (scale, digit) else (scale + digit - 2) % 3 + 1) << place
        place += 2
    return product


def _over_field(order: int) -> tuple[Seating, ...]:
    """The closed form with the arithmetic of a field: i + l·r never repeats, for `order` rounds."""
    add, times = (_add_8, _times_8) if order == 8 else (_add_9, _times_9)
    minus = {a: b for a in range(order) for b in range(order) if add(a, b) == 0}
    rounds = [
        _seating(
            (line * order + add(table, minus[times(line, step)]) for line in range(4))
            for table in range(order)
        )
        for step in range(order)
    ]
    if order % 4 == 0:
        # Nobody has met his own line yet.
        rounds.append(_seating(range(first, first + 4) for first in range(0, 4 * order, 4)))
    return tuple(rounds)


def _add_8(a: int, b: int) -> int:
    return a ^ b


def _times_8(a: int, b: int) -> int:
    """Polynomials over GF(2) modulo x**3 + x + 1."""
    product = (a if b & 1 else 0) ^ (a << 1 if b & 2 else 0) ^ (a << 2 if b & 4 else 0)
    for place in (4, 3):
        if product >> place & 1:
            product ^= 0b1011 << (place - 3)
    return product


def _add_9(a: int, b: int) -> int:
    return (a // 3 + b // 3) % 3 * 3 + (a + b) % 3


def _times_9(a: int, b: int) -> int:
    """a = 3·x + y stands for y + x·i with i·i = -1."""
    (x, y), (u, v) = divmod(a, 3), divmod(b, 3)
    return (x * v + y * u) % 3 * 3 + (y * v - x * u) % 3


def _developed(base: str, move: Callable[[int, int], int], rounds: int) -> tuple[Seating, ...]:
    """One round, moved step by step; the last player stays. Everybody meets everybody once."""
    tables = _numbers(base)
    last = 4 * len(tables) - 1
    return tuple(
        _seating((who if who == last else move(who, step) for who in table) for table in tables)
        for step in range(rounds)
    )


_OF_28 = "r012 fibl gj9m hkan 7p3e 8q4c 6o5d"
_OF_52 = "P0hy uMHo Le9F dvq7 Dt3E 5Kk6 mcBn rfbi Iwsz aNJ1 GlOj 8CgA p4x2"

# The 130 lines of the projective space PG(3,3), sorted into 13 rounds.
_OF_40 = (
    "0123 4dmv 5ipz 6ltB 7frD 8koy 9guw ahnC bjqx cesA",
    "alrx cinB 1ehk 4gpy 3vAC 0789 6dow 2mqu 5jtD bfsz",
    "5gqA beuy 8lmz 169c 2nrs 0vwx 7dpB aioD 4ktC 3fhj",
    "6ksD 9joz 0ghi blpw afuA 5dnx 1vyB 7eqC 248c 3mrt",
    "8fpC 7htw 6emx 1dgj 3oqs 5kuB 9lny 2vzD 0abc 4irA",
    "0456 1mps 2eij 3xzB 7loA 8huv 9drC akqw bgnD cfty",
    "ckpx 1fil aetz 5hry 7gsv 0mno 2wAB 8dqD 6juC 349b",
    "158b 3egl 4hqz 9kmA 6fnv 7iux adsy 0BCD 2opt cjrw",
    "0jkl 6grz chmD 8isw 3npu 5eov 9fqB 2xyC 147a bdtA",
    "8gtx 6hpA bimC 0def 1oru 7knz 3wyD 259a clqv 4jsB",
    "0pqr 1xAD 2fgk 368a 4enw 5lsC 7jmy 9itv bhoB cduz",
    "0stu 1wzC 2dhl 357c 4fox 6iqy 8jnA 9epD agmB bkrv",
    "0yzA 1nqt 267b 3dik 4luD 5fmw 8erB 9hsx ajpv cgoC",
)

_EXPLICIT: dict[int, tuple[int, str, Callable[[], tuple[Seating, ...]]]] = {
    16: (5, "affine plane", lambda: _affine(2)),
    28: (9, "one point fixed", lambda: _developed(_OF_28, _in_cube, 9)),
    32: (9, "field of 8", lambda: _over_field(8)),
    36: (9, "field of 9", lambda: _over_field(9)),
    40: (13, "projective space", lambda: tuple(_seating(_numbers(row)) for row in _OF_40)),
    52: (17, "one point fixed", lambda: _developed(_OF_52, lambda who, r: (who + r) % 51, 17)),
    64: (21, "affine space", lambda: _affine(3)),
}


def _in_cube(who: int, step: int) -> int:
    """Z3 x Z3 x Z3, of which a step moves the first two coordinates."""
    return _add_9(who // 3, step) * 3 + who % 3


# -- repeats shared out evenly -----------------------------------------------------------------

# The last number stays, the others move on by one a round, modulo `players` - 1.
STARTERS: dict[int, Seating] = {
    8: ((7, 0, 1, 3), (2, 4, 5, 6)),
    12: ((11, 0, 1, 3), (2, 6, 7, 9), (4, 5, 8, 10)),
    16: ((15, 0, 1, 2), (3, 6, 9, 11), (4, 8, 12, 13), (5, 7, 10, 14)),
    20: ((19, 0, 1, 2), (3, 5, 9, 15), (4, 7, 12, 17), (6, 8, 13, 16), (10, 11, 14, 18)),
}


def _seating(tables: Iterable[Iterable[int]]) -> Seating:
    return tuple((n, e, s, w) for n, e, s, w in tables)
