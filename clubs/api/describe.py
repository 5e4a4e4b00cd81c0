"""How an address describes itself to ``schema`` and ``docs``: every view says it with these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from clubs.api.shapes import Problem, Shape

View = TypeVar("View", bound=Callable[..., Any])
"""A method of a view."""

IDEMPOTENCY_KEY = "Idempotency-Key"
JSON = "application/json"


class SessionScheme(OpenApiAuthenticationExtension):
    """Registers itself."""

    target_class = "clubs.api.authentication.Session"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):
    """Registers itself."""

    target_class = "clubs.api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


REFUSED: dict[int, Promise] = {
    400: _("What was sent cannot be used."),
    401: _("Not signed in."),
    403: _("Signed in, and not allowed."),
    404: _("Not there, or not yet."),
    409: _("Not possible as things are; the code says why."),
    413: _("Too large."),
    415: _("Not of a kind that is read here."),
    429: _("Too often; Retry-After says when to come back."),
}


def reads(
    name: str,
    summary: Promise,
    shape: type[Shape],
    *,
    tag: str,
    many: bool = False,
    parameters: Sequence[OpenApiParameter] = (),
    refused: Sequence[int] = (400, 404, 429),
    filters: bool = False,
    unchanged: bool = False,
) -> Callable[[View], View]:
    """A GET. ``many`` go out on pages; ``unchanged``: 304 for whoever has the present ETag."""
    answers: dict[int, Any] = {200: shape(many=True) if many else shape, **_problems(refused)}
    if unchanged:
        answers[304] = OpenApiResponse(description=_("Still what the ETag named."))
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        parameters=list(parameters),
        filters=filters or None,
        responses=answers,
    )


def takes_along(
    name: str, summary: Promise, media_type: str, *, tag: str, refused: Sequence[int]
) -> Callable[[View], View]:
    """A GET that answers a file."""
    problems = {(status, JSON): told for status, told in _problems(refused).items()}
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        responses={(200, media_type): OpenApiTypes.BINARY, **problems},
    )


def changes(
    name: str,
    summary: Promise,
    shape: type[Shape],
    *,
    tag: str,
    sent: type[Shape] | Mapping[str, Any] | None = None,
    status: int = 200,
) -> Callable[[View], View]:
    """A POST. ``sent``: a shape, or by media type what is no JSON."""
    key = OpenApiParameter(
        IDEMPOTENCY_KEY,
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        description=_("What is sent again with the same key is done once."),
    )
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        request=sent,
        parameters=[key],
        responses={status: shape, **_problems((400, 401, 403, 404, 409, 413, 415, 429))},
    )


def _problems(refused: Sequence[int]) -> dict[int, OpenApiResponse]:
    return {status: OpenApiResponse(Problem, description=REFUSED[status]) for status in refused}
