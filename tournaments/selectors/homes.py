"""What the card table is told of the tournament it belongs to: who directs, where to go next."""

from __future__ import annotations

from django.urls import reverse

from gameplay.access import Home
from tournaments.models import Entry, Tournament

ORIGIN = "tournament-"


def directs(user_id: int, table_id: str) -> bool:
    """The organizer directs, unless he plays himself: then he sees what a player sees.

    Whoever has withdrawn has still seen cards, and knows who holds what.
    """
    found = Tournament.objects.filter(rounds__tables=table_id, organizer_id=user_id)
    return found.exclude(entries__user_id=user_id).exists()


def home(origin: str, user_id: int | None) -> Home | None:
    """Of a table's origin; whoever has an entry is told where the next round is played."""
    key = origin.removeprefix(ORIGIN)
    if key == origin:
        return None
    title = Tournament.objects.filter(key=key).values_list("title", flat=True).first()
    if title is None:
        return None
    plays = user_id is not None and Entry.objects.filter(tournament=key, user_id=user_id).exists()
    return Home(
        url=reverse("tournaments:detail", args=[key]),
        title=title,
        next_url=reverse("tournaments:where", args=[key]) if plays else "",
    )
