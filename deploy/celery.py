"""The task application. Tasks carry ids only, and nothing that matters hangs on one.

celery -A deploy.celery worker      as many as needed
celery -A deploy.celery beat        exactly one: two would start everything twice
"""

from __future__ import annotations

import os
import sys

from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun
from django.conf import settings
from django.db import close_old_connections

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
}


@setup_logging.connect
def _keep_our_logging(**kwargs: object) -> None:
    """Connected, so that Celery sets up none of its own: ours scrubs."""


@task_prerun.connect
@task_postrun.connect
def _keep_only_sound_connections(task: object = None, **kwargs: object) -> None:
    """What Django does around a request: a connection that broke is made again."""
    if not getattr(getattr(task, "request", None), "is_eager", False):
        close_old_connections()
