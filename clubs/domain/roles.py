"""Which role may do what: this one table, also shown as a page of every club.

A member may hold several roles and then has the powers of all of them. Somebody without a role
that gives a power does not have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

OWNER, SECRETARY, TREASURER = "owner", "secretary", "treasurer"
DIRECTOR, SCORER, MEMBER, GUEST = "director", "scorer", "member", "guest"

SIGN_UP, LOOK, ATTENDANCE, RESULTS = "sign_up", "look", "attendance", "results"
PLAN, DUES, RECORDS, PEOPLE = "plan", "dues", "records", "people"
ROLES, CLUB, AUDIT, HAND_OVER = "roles", "club", "audit", "hand_over"

POWERS: Mapping[str, frozenset[str]] = {
    OWNER: frozenset(
        {
            *(SIGN_UP, LOOK, ATTENDANCE, RESULTS, PLAN, DUES),
            *(RECORDS, PEOPLE, ROLES, CLUB, AUDIT, HAND_OVER),
        }
    ),
    SECRETARY: frozenset(
        {
            *(SIGN_UP, LOOK, ATTENDANCE, RESULTS, PLAN),
            *(RECORDS, PEOPLE, ROLES, CLUB, AUDIT),
        }
    ),
    TREASURER: frozenset({SIGN_UP, LOOK, DUES, RECORDS, AUDIT}),
    DIRECTOR: frozenset({SIGN_UP, LOOK, ATTENDANCE, RESULTS, PLAN, AUDIT}),
    SCORER: frozenset({SIGN_UP, LOOK, ATTENDANCE, RESULTS}),
    MEMBER: frozenset({SIGN_UP, LOOK}),
    GUEST: frozenset({SIGN_UP}),
}
"""Written from the most to the least; pages keep this order."""

EVERY_POWER = (
    *(SIGN_UP, LOOK, ATTENDANCE, RESULTS, PLAN, DUES),
    *(RECORDS, PEOPLE, ROLES, CLUB, AUDIT, HAND_OVER),
)
JOIN_AS = (MEMBER, GUEST)
"""What a link may make of somebody: everything else is given by a person to a person."""


def powers(roles: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(POWERS[role] for role in roles))


def in_order(roles: Iterable[str]) -> tuple[str, ...]:
    given = set(roles)
    return tuple(role for role in POWERS if role in given)
