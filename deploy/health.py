"""What programs ask that watch over the service: does it live, can it work, how busy is it.

``/healthz`` asks nothing but the process: one that fails it is to be started again. ``/readyz``
asks whatever it needs, and names what is down and nothing else: the reason is in the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from deploy import metrics
from gameplay import outages

logger = logging.getLogger(__name__)

# Twice what makes an outage: a worker that is started anew is no reason to wake anybody.
SILENT = timedelta(seconds=12)
PATIENCE = 2  # seconds

_migrated = False


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return _plain(JsonResponse({"status": "ok"}))


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    down = [part for part, works in PARTS.items() if not _works(part, works)]
    answer = {"ready": not down, "down": down}
    return _plain(JsonResponse(answer, status=503 if down else 200))


@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """For Prometheus: from a private address, or with the token."""
    if not metrics.may_ask(request.META, settings.METRICS_TOKEN):
        return _plain(HttpResponse(status=403))
    return _plain(HttpResponse(metrics.text(), content_type=metrics.CONTENT_TYPE))


def _plain(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _works(part: str, works: Callable[[], bool]) -> bool:
    try:
        return works()
    except Exception as error:
        logger.warning("%s is down: %s", part, type(error).__name__)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone() == (1,)


def _migrations() -> bool:
    """Asked until it is so; a process lives no longer than the code that it runs."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _redis() -> bool:
    if not settings.REDIS_URL:
        return True
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    ) as client:
        return bool(client.ping())


def _worker() -> bool:
    seen = outages.last_sign(outages.TICK)
    return seen is not None and timezone.now() - seen < SILENT


PARTS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "migrations": _migrations,
    "redis": _redis,
    "worker": _worker,
}

PAGES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics_page,
}
