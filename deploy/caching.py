"""Nobody keeps what we answer, unless the answer says that it may be kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class NothingIsKept(MiddlewareMixin):
    """A page holds what its reader may know now. Whoever sits at the same device next, or behind
    the same proxy, may know less, and a forgotten header must not be what tells him."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.has_header("Cache-Control"):
            response.headers["Cache-Control"] = "no-store, private"
        return response
