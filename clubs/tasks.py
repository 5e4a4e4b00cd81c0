"""Shells: what they do may happen twice."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from clubs.services import importing


@shared_task(name="clubs.forget", ignore_result=True)
def forget() -> None:
    importing.forget(timezone.now())
