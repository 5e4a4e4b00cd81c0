"""Who asks: a program by its token, or the session of the pages and its CSRF token for changes."""

from __future__ import annotations

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from clubs.api.errors import ApiRefused
from clubs.models import AccessToken, Scope, User
from clubs.services import access

BEARER = "Bearer"


class Token(BaseAuthentication):
    """``Authorization: Bearer …``. A token that is wrong is refused, whatever else was sent."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != BEARER:
            return None
        given = access.find(token)
        if given is None or not given.good_for(Scope.READ):
            raise ApiRefused("bad_token", 401)
        return given.user, given

    def authenticate_header(self, request: Request) -> str:
        return BEARER


class Session(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as denied:
            raise ApiRefused("csrf_failed", 403) from denied

    def authenticate_header(self, request: Request) -> str:
        """Makes "sign in first" a 401. No browser asks for a password because of it."""
        return "Session"
