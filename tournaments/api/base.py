"""What every view of the API does alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.selectors import names_of
from tournaments.api.errors import missing
from tournaments.api.filters import PAGING, known_only
from tournaments.api.permissions import organizes
from tournaments.api.serializers import EntryLine, Shape, TournamentDetail
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import rankings, schedule

Row = TypeVar("Row", bound=Model)


class ApiView(GenericAPIView[Any]):
    paged: ClassVar[bool] = False
    asked_beside: ClassVar[tuple[str, ...]] = ()
    """Parameters of the address besides those of filters and pages."""
    refused_as: ClassVar[int] = 409
    """The status of what a service refuses."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not hasattr(self, str(request.method).lower()):
            self.http_method_not_allowed(request)  # whoever asks
        super().initial(request, *args, **kwargs)
        known_only(request, self._known_parameters(request))

    def _known_parameters(self, request: Request) -> set[str]:
        if request.method not in SAFE_METHODS:
            return set()
        filters = getattr(self, "filterset_class", None)
        known = {*self.asked_beside, *(filters.base_filters if filters else ())}
        return known | set(PAGING) if self.paged else known

    def handle_exception(self, exc: Exception) -> Response:
        answer: Response = super().handle_exception(exc)
        # Whatever was asked for, a refusal is JSON.
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return answer

    def finalize_response(
        self, request: Any, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        told: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(told, ("Cookie", "Accept-Language"))
        if not told.has_header("Cache-Control"):
            patch_cache_control(told, private=True, no_cache=True)
        return told

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

    def page(self, rows: Any, shape: type[Shape], names: bool = False) -> Response:
        """A page of what was found; ``names``: the rows are entries, and have people's names."""
        found_rows = self.paginate_queryset(self.filter_queryset(rows))
        context = named(found_rows or []) if names else {}
        return self.get_paginated_response(shape(found_rows, many=True, context=context).data)

    def tournament_detail(self, row: Tournament) -> Mapping[str, Any]:
        organizer = row.organizer_id
        own = schedule.entry_of(row, self.request.user.pk)
        context = {
            "organizer": names_of([organizer]).get(organizer) if organizer else None,
            "you": {
                "organizer": organizes(self.request, row),
                "entry": own.key if own is not None else None,
            },
        }
        return TournamentDetail(row, context=context).data

    def entry_line(self, row: Entry) -> Mapping[str, Any]:
        return EntryLine(row, context=named([row])).data


def named(entries: Iterable[Entry]) -> dict[str, Mapping[str, str]]:
    return {"names": rankings.names(entries)}


def found(rows: QuerySet[Row], what: str, **where: Any) -> Row:
    row = rows.filter(**where).first()
    if row is None:
        raise missing(what)
    return row
