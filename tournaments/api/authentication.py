"""Who asks: the session of the pages, and for every change its CSRF token."""

from __future__ import annotations

from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from tournaments.api.errors import ApiRefused


class Session(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as denied:
            raise ApiRefused("csrf_failed", 403) from denied

    def authenticate_header(self, request: Request) -> str:
        """Makes "sign in first" a 401. No browser asks for a password because of it."""
        return "Session"
