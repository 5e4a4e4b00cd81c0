"""How often somebody may ask. Rates by scope are in the settings, as ``who.what``."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


def seconds_to_wait(request: HttpRequest, scope: str) -> int:
    """For pages, which count together with the API; 0: go on, and it has been counted."""
    throttle = ByPerson()
    view = SimpleNamespace(throttle_scope=scope)
    if throttle.allow_request(cast(Request, request), cast("APIView", view)):
        return 0
    return math.ceil(throttle.wait() or 1)


class ByPerson(SimpleRateThrottle):
    """Counts by account, for visitors by address; reading and changing apart.

    A view may name a narrower ``throttle_scope`` for its changes.
    """

    def __init__(self) -> None:
        """The rate is known with the request only."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        what = "read"
        if request.method not in SAFE_METHODS:
            what = getattr(view, "throttle_scope", "change")
        who = "person" if request.user.is_authenticated else "visitor"
        self.scope = f"{who}.{what}"
        self.rate = api_settings.DEFAULT_THROTTLE_RATES[self.scope]
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return bool(super().allow_request(request, view))

    def get_cache_key(self, request: Request, view: APIView) -> str:
        user = request.user
        ident = str(user.pk) if user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}
