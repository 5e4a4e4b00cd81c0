"""Who directs a table, and so may see all its cards: whoever leads and never had any of them."""

from __future__ import annotations

from tournaments import stream
from tournaments.models import Tournament
from tournaments.selectors import leading

__all__ = ["directs", "knows_cards"]


def knows_cards(tournament: Tournament, user_id: int) -> bool:
    """Has entered, ever, or sat in for somebody: whoever left has still seen cards."""
    if leading.entry_of(tournament, user_id) is not None:
        return True
    return user_id in stream.state(tournament.key).championship.desk.sat_in


def directs(user_id: int, table_id: str) -> bool:
    found = Tournament.objects.filter(rounds__tables=table_id).first()
    if found is None or not leading.may(found, user_id, leading.LEAD):
        return False
    return not knows_cards(found, user_id)
