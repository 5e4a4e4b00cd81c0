"""What every view of the API does alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.errors import ApiRefused, missing
from clubs.api.shapes import Shape

Row = TypeVar("Row", bound=Model)
PAGING = ("limit", "offset")
LONGEST = 80


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

    def page(
        self,
        rows: Any,
        shape: type[Shape],
        told: Callable[[list[Any]], dict[str, Any]] = lambda rows: {},
    ) -> Response:
        """A page of what was found; ``told``: what its shape needs to know beside these rows."""
        found_rows = self.paginate_queryset(self.filter_queryset(rows)) or []
        return self.get_paginated_response(
            shape(found_rows, many=True, context=told(found_rows)).data
        )


def known_only(request: Request, known: set[str]) -> None:
    for name in request.query_params:
        if name not in known:
            raise ApiRefused("unknown_parameter", 400, name=name[:LONGEST], known=sorted(known))


def found(rows: QuerySet[Row], what: str, **where: Any) -> Row:
    row = rows.filter(**where).first()
    if row is None:
        raise missing(what)
    return row
