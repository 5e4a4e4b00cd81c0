"""The task application. Tasks carry ids only, and nothing that matters hangs on one.

celery -A deploy.celery worker      as many as needed
celery -A deploy.celery beat        exactly one: two would start everything twice
"""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

app = Celery("rikken")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "tick": {
        "task": "gameplay.tick",
        "schedule": settings.TICK_SECONDS,
        # A tick that comes late is worth nothing: the next one does its work.
        "options": {"expires": 1.0, "ignore_result": True},
    }
}


@setup_logging.connect
def _keep_our_logging(**kwargs: object) -> None:
    """Connected, so that Celery sets up none of its own: ours scrubs."""
