"""Figures for Prometheus. No label holds a person, a table or a tournament.

Each process has its own; what the database knows of all of them is asked when somebody looks.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping
from hmac import compare_digest
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.db import DatabaseError
from django.db.models import Count, F, Sum
from django.utils import timezone
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

CONTENT_TYPE = CONTENT_TYPE_LATEST
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_requests = Counter("rikken_requests", "Answered requests.", ["route", "method", "status"])
_seconds = Histogram("rikken_request_seconds", "Until a request was answered.", ["route"])
_late = Histogram(
    "rikken_task_late_seconds",
    "From when a task was sent until it began.",
    ["task"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
_took = Histogram("rikken_task_seconds", "From a task's beginning to its end.", ["task"])


def answered(route: str, method: str, status: int, seconds: float) -> None:
    method = method if method in _METHODS else "other"
    _requests.labels(route, method, str(status)).inc()
    _seconds.labels(route).observe(seconds)


def task_began(name: str, late: float) -> None:
    _late.labels(name).observe(max(0.0, late))


def task_ended(name: str, seconds: float) -> None:
    _took.labels(name).observe(seconds)


class _Hub:
    """What the hub of this process has to do; asked, so that it need not tell with every card."""

    def describe(self) -> list[Metric]:
        """Nothing beforehand: the registry would ask while models are not there yet."""
        return []

    def collect(self) -> Iterator[Metric]:
        from gameplay.hub import hub

        open_ = GaugeMetricFamily("rikken_connections", "Open at the hub.", labels=["kind"])
        for kind, number in hub.counts().items():
            open_.add_metric([kind], number)
        yield open_
        yield GaugeMetricFamily("rikken_tables_served", "Tables with a connection.", hub.rooms)
        yield CounterMetricFamily("rikken_frames_sent", "Frames for connections.", hub.sent)
        yield CounterMetricFamily("rikken_frames_dropped", "For slow readers.", hub.dropped)


class _Database:
    """What has happened in the whole service; every process would say the same."""

    def collect(self) -> Iterator[Metric]:
        from gameplay.eventstore import lookups
        from gameplay.models import Outage, Pulse

        up = GaugeMetricFamily("rikken_database_up", "Whether the database answers.")
        try:
            last = lookups.last_position()
            lost = list(
                Outage.objects.values_list("part").annotate(
                    number=Count("pk"), length=Sum(F("ended") - F("began"))
                )
            )
            signs = list(Pulse.objects.values_list("part", "at"))
        except DatabaseError:
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield CounterMetricFamily("rikken_events_appended", "In all streams.", last)
        number = CounterMetricFamily("rikken_outages", "A part was away.", labels=["part"])
        length = CounterMetricFamily("rikken_outage_seconds", "For how long.", labels=["part"])
        for part, count, total in lost:
            number.add_metric([part], count)
            length.add_metric([part], total.total_seconds())
        yield number
        yield length
        silence = GaugeMetricFamily(
            "rikken_silence_seconds", "Since a sign of life.", labels=["part"]
        )
        for part, at in signs:
            silence.add_metric([part], (timezone.now() - at).total_seconds())
        yield silence


REGISTRY.register(_Hub())  # type: ignore[arg-type]
_of_all = CollectorRegistry(auto_describe=False)
_of_all.register(_Database())  # type: ignore[arg-type]


def text() -> bytes:
    return generate_latest(REGISTRY) + generate_latest(_of_all)


# -- who may ask ---------------------------------------------------------------------------------

_FROM_A_PROXY = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED")


def may_ask(asked: Mapping[str, str], token: str) -> bool:
    """With the token, or straight from an address of one's own network.

    Through the proxy everybody comes from such an address: there only the token counts.
    """
    sent = asked.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
    if token and compare_digest(sent.encode(), token.encode()):
        return True
    if any(name in asked for name in _FROM_A_PROXY):
        return False
    try:
        return ipaddress.ip_address(asked.get("REMOTE_ADDR", "")).is_private
    except ValueError:
        return False


# -- a worker, which serves nothing else ----------------------------------------------------------


def serve(port: int, token: str) -> Callable[[], None]:
    """Serve this process's own figures to whoever may ask; answers what ends that."""
    from threading import Thread

    def page(asked: dict[str, str], start: Callable[..., object]) -> list[bytes]:
        if not may_ask(asked, token):
            start("403 Forbidden", [])
            return [b""]
        start("200 OK", [("Content-Type", CONTENT_TYPE)])
        return [generate_latest(REGISTRY)]

    server = make_server("", port, page, handler_class=_Silent)  # type: ignore[arg-type]
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return stop


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nobody wants to read that figures were asked for."""
