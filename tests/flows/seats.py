"""Opening a table for two people, as they would do it on its pages."""

from __future__ import annotations

import re

from tests.flows.player import Visitor, table_in


def open_table(opener: Visitor, **seats: str) -> str:
    """A table with this person in the South; the other seats are house players or free."""
    choices = {f"seat_{seat}": seats.get(seat, "house") for seat in "WNE"}
    answer = opener.post("/tables/new/", ruleset="championship-online", length="", **choices)
    return table_in(answer)


def invitation(opener: Visitor, table_id: str, seat: str) -> str:
    """The path of a new link for this seat."""
    answer = opener.post(f"/tables/{table_id}/invite/", seat=seat)
    assert answer.status_code == 200
    found = re.search(re.escape(opener.url) + r"(/invitation/[\w-]+/)", answer.text)
    assert found is not None
    return found[1]


def table_for_two(opener: Visitor, guest: Visitor) -> str:
    """A table with the guest in the North, and house players between the two."""
    for person in (opener, guest):
        person.take_demo_seat()
    table_id = open_table(opener, N="invite")
    assert table_in(guest.post(invitation(opener, table_id, "N"))) == table_id
    return table_id
