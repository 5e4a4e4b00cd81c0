"""One line, one id and one measure for each request.

The id comes from the proxy, or is made here; it goes out with the answer, stands in each log line
that the request causes, and travels with the tasks that it starts (``deploy.celery``).
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

from deploy import health, metrics
from gameplay.ids import new_id

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
_SOUND = re.compile(r"[A-Za-z0-9-]{8,64}")

GetResponse = Callable[[HttpRequest], HttpResponse]


def request_id(sent: str | None) -> str:
    """The id as it was sent, if it is one; whoever invents his own gets no way into a log line."""
    return sent if sent and _SOUND.fullmatch(sent) else new_id()


class Requests:
    """The outermost middleware: what the others refuse is counted as well."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request_id(request.headers.get(HEADER))
        with bound_contextvars(request_id=name):
            response = self._answer(request)
        response.headers[HEADER] = name
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        # Whoever asks after our health knows none of our host names, and comes every second.
        if (answer := health.PAGES.get(request.path)) is not None:
            return answer(request)
        started = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - started
        route = route_of(request)
        metrics.answered(route, request.method or "", response.status_code, took)
        # The route and not the address: that may hold a token.
        logger.info(
            "%s %s %d in %d ms",
            request.method,
            route,
            response.status_code,
            round(took * 1000),
            extra={
                "route": route,
                "method": request.method,
                "status": response.status_code,
                "ms": round(took * 1000),
            },
        )
        return response


def route_of(request: HttpRequest) -> str:
    """Its name in the address plan: a few hundred there are, and none tells of anybody."""
    found = request.resolver_match
    if found is not None:
        return found.view_name
    return "static" if request.path.startswith("/static/") else "none"
