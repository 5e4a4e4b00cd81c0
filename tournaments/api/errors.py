"""One shape for everything that is refused: ``{"code", "message", "detail"}``.

``code`` is for programs, ``message`` for people and in their language, ``detail`` holds facts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import server_error as page_of_an_error
from rest_framework import exceptions, status
from rest_framework.response import Response

from clubs.api.errors import NOT_THERE, ApiRefused
from clubs.domain.errors import ClubRefused, NoSuchClub
from clubs.domain.errors import NotAllowed as NotAllowedInAClub
from clubs.texts import text_for as sentence
from engine.errors import RikkenError
from gameplay.errors import NotAllowed, NotFound, PlayRefused
from gameplay.eventstore.errors import CommandIdReused, StaleVersion
from tournaments.api.texts import INTERNAL, text_for

HOME = "/api/"
SENT_BEFORE = "command_id_reused"
UNREADABLE = "bad_request"


def body(code: str, detail: Mapping[str, object] | None = None) -> dict[str, object]:
    return {"code": code, "message": text_for(code), "detail": dict(detail or {})}


def answer(error: Exception, context: Mapping[str, object]) -> Response | None:
    """The answer to whatever a view raised; None for what nobody foresaw (see server_error)."""
    view = context.get("view")
    if isinstance(error, ClubRefused):
        return _of_a_club(error, getattr(view, "refused_as", status.HTTP_409_CONFLICT))
    if isinstance(error, RikkenError | PlayRefused):
        code = error.code
        refused_as = getattr(view, "refused_as", status.HTTP_409_CONFLICT)
        return Response(body(code, error.detail), status=_status(error, code, refused_as))
    if isinstance(error, CommandIdReused | StaleVersion):
        return Response(body(error.code), status=status.HTTP_409_CONFLICT)
    told = _told(error)
    if told is None:
        return None
    code, number, detail, headers = told
    return Response(body(code, detail), status=number, headers=headers)


def _of_a_club(error: ClubRefused, otherwise: int) -> Response:
    told = {**body(error.code, error.detail), "message": sentence(error.code)}
    match error:
        case NotAllowedInAClub():
            number = status.HTTP_403_FORBIDDEN
        case NoSuchClub():
            number = status.HTTP_404_NOT_FOUND
        case _ if error.code == SENT_BEFORE:
            number = status.HTTP_409_CONFLICT
        case _:
            number = otherwise
    return Response(told, status=number)


def _status(error: Exception, code: str, otherwise: int) -> int:
    if isinstance(error, NotFound) or code.startswith(NOT_THERE):
        return status.HTTP_404_NOT_FOUND
    if isinstance(error, NotAllowed):
        return status.HTTP_403_FORBIDDEN
    if code == SENT_BEFORE:
        return status.HTTP_409_CONFLICT
    if code == UNREADABLE:
        return status.HTTP_400_BAD_REQUEST
    return otherwise


Told = tuple[str, int, Mapping[str, object], dict[str, str]]


def _told(error: Exception) -> Told | None:
    """Code, status, facts and headers of what Django and its REST framework raise."""
    match error:
        case ApiRefused():
            return error.code, error.status_code, error.facts, {}
        case Http404() | exceptions.NotFound():
            return "not_found", 404, {}, {}
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            header = getattr(error, "auth_header", "")
            return "sign_in_first", 401, {}, {"WWW-Authenticate": header} if header else {}
        case PermissionDenied() | exceptions.PermissionDenied():
            return "not_allowed", 403, {}, {}
        case exceptions.MethodNotAllowed():
            return "method_not_allowed", 405, {}, {}
        case exceptions.NotAcceptable():
            return "not_acceptable", 406, {}, {}
        case exceptions.UnsupportedMediaType():
            return "unsupported_media_type", 415, {}, {}
        case exceptions.Throttled():
            seconds = math.ceil(error.wait or 1)
            return "too_many_requests", 429, {"seconds": seconds}, {"Retry-After": str(seconds)}
        case exceptions.ParseError():
            return "malformed_json", 400, {}, {}
        case exceptions.ValidationError():
            return "invalid", 400, {"fields": _fields(error.get_full_details())}, {}
        case RequestDataTooBig():
            return "too_large", 413, {}, {}
        case SuspiciousOperation():
            return "bad_request", 400, {}, {}
    return None


def _fields(details: object) -> dict[str, object]:
    """What is wrong with which field; lists inside a field are told by place."""
    if not isinstance(details, Mapping):
        details = {"": details}
    return {str(name): _problems(found) for name, found in details.items()}


def _problems(found: object) -> object:
    if isinstance(found, Mapping) and not {"code", "message"} <= found.keys():
        return _fields(found)
    if isinstance(found, Sequence) and not isinstance(found, str):
        return [_problems(one) for one in found]
    return found


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's answer to what nobody foresaw: a page, or here the shape of the API."""
    if request.path.startswith(HOME):
        return JsonResponse(body(INTERNAL), status=500)
    return page_of_an_error(request)
