"""The task application. Tasks carry ids only, and nothing that matters hangs on one.

celery -A deploy.celery worker      as many as needed
celery -A deploy.celery beat        exactly one: two would start everything twice
"""

from __future__ import annotations

import os
import sys
import time

from celery import Celery, Task
from celery.signals import (
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_ready,
)
from django.conf import settings
from django.db import close_old_connections
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from deploy import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

app = Celery("rikken")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would close the thread's connection before and after each task.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize

app.conf.beat_schedule = {
    "tick": {
        "task": "gameplay.tick",
        "schedule": settings.TICK_SECONDS,
        # A tick that comes late is worth nothing: the next one does its work.
        "options": {"expires": 1.0, "ignore_result": True},
    },
    "tournaments": {
        "task": "tournaments.tick",
        "schedule": 0.5,
        "options": {"expires": 1.0, "ignore_result": True},
    },
    "clubs": {
        "task": "clubs.forget",
        "schedule": 900.0,
        "options": {"expires": 1.0, "ignore_result": True},
    },
}


@setup_logging.connect
def _keep_our_logging(**kwargs: object) -> None:
    """Connected, so that Celery sets up none of its own: ours scrubs."""


@before_task_publish.connect
def _say_when_and_for_whom(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    """A task knows when it was sent, and which request it is a part of."""
    if headers is not None:
        headers["sent_at"] = time.time()
        headers["request_id"] = get_contextvars().get("request_id")


@task_prerun.connect
def _note_the_beginning(task_id: str, task: Task, **kwargs: object) -> None:
    sent = getattr(task.request, "sent_at", None)
    if task.request.is_eager or sent is None:
        return
    # A tick is part of no request: its own name finds its lines.
    part_of = getattr(task.request, "request_id", None)
    bind_contextvars(task=task.name, request_id=part_of or task_id)
    task.request.began = time.perf_counter()
    metrics.task_began(task.name, time.time() - sent)


@task_postrun.connect
def _note_the_end(task: Task, **kwargs: object) -> None:
    began = getattr(task.request, "began", None)
    if began is not None:
        metrics.task_ended(task.name, time.perf_counter() - began)
        clear_contextvars()


@worker_ready.connect
def _serve_figures(**kwargs: object) -> None:
    if settings.METRICS_PORT and not settings.EMBEDDED:
        metrics.serve(settings.METRICS_PORT, settings.METRICS_TOKEN)


@task_prerun.connect
@task_postrun.connect
def _keep_only_sound_connections(task: object = None, **kwargs: object) -> None:
    """What Django does around a request: a connection that broke is made again."""
    if not getattr(getattr(task, "request", None), "is_eager", False):
        close_old_connections()
