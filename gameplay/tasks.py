"""The tick: a shell over ``house``; safe to run twice, and nothing is lost if it never ran."""

from __future__ import annotations

import time

from celery import shared_task
from django.utils import timezone

from gameplay import house, outages, talk_handlers

SWEEP_EVERY = 2.0
FORGET_EVERY = 3600.0
_last_sweep = 0.0
_last_forgotten = 0.0


@shared_task(name="gameplay.tick", ignore_result=True)
def tick() -> None:
    global _last_sweep, _last_forgotten
    # First: what was due while nobody ticked is not held against anybody.
    outages.alive(outages.TICK, timezone.now())
    house.run_due(timezone.now())
    if time.monotonic() - _last_sweep >= SWEEP_EVERY:
        _last_sweep = time.monotonic()
        house.sweep(timezone.now())
    if time.monotonic() - _last_forgotten >= FORGET_EVERY:
        _last_forgotten = time.monotonic()
        house.forget_watchers(timezone.now())
        talk_handlers.forget(timezone.now())
