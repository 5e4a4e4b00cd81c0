"""What every view of a tournament does alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clubs.api import base
from clubs.api.base import found
from gameplay.selectors import names_of
from tournaments.api.serializers import EntryLine, TournamentDetail
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import leading, rankings


class ApiView(base.ApiView):
    # -- what an address names ---------------------------------------------------------------

    def tournament(self) -> Tournament:
        """The tournament of the address, if this caller may do this with it."""
        row = found(Tournament.objects.all(), "tournament", pk=self.kwargs["key"])
        self.check_object_permissions(self.request, row)
        return row

    def round(self) -> Round:
        rows = self.tournament().rounds.select_related("session")
        return found(rows, "round", number=self.kwargs["number"])

    def entry(self) -> Entry:
        row = found(
            Entry.objects.select_related("tournament"),
            "entry",
            tournament=self.tournament_key(),
            pk=self.kwargs["entry"],
        )
        self.check_object_permissions(self.request, row)
        return row

    def tournament_key(self) -> str:
        """For views whose permission is about something inside the tournament."""
        return found(Tournament.objects.all(), "tournament", pk=self.kwargs["key"]).key

    # -- answers -----------------------------------------------------------------------------

    def tournament_detail(self, row: Tournament) -> Mapping[str, Any]:
        organizer = row.organizer_id
        who = self.request.user.pk
        own, may = leading.entry_of(row, who), leading.powers(row, who)
        context = {
            "organizer": names_of([organizer]).get(organizer) if organizer else None,
            "you": {
                "organizer": leading.LEAD in may,
                "scorer": leading.RESULTS in may,
                "entry": own.key if own is not None else None,
            },
        }
        return TournamentDetail(row, context=context).data

    def entry_line(self, row: Entry) -> Mapping[str, Any]:
        return EntryLine(row, context=named([row])).data


def named(entries: Iterable[Entry]) -> dict[str, Mapping[str, str]]:
    return {"names": rankings.names(entries)}
