"""Shells: what they do may happen twice, and nothing is lost if a message never arrives."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from gameplay import outages
from tournaments import demo
from tournaments.services import clock, deals


@shared_task(name="tournaments.tick", ignore_result=True)
def tick() -> None:
    # First: a round does not end by time in which nobody could play.
    outages.alive(outages.TICK, timezone.now())
    clock.run_due(timezone.now())
    if settings.DEMO_CHAMPIONSHIP:
        demo.go_on(timezone.now())


@shared_task(name="tournaments.deal_boards", ignore_result=True)
def deal_boards(round_key: str) -> None:
    deals.deal_round(round_key, now=timezone.now())
