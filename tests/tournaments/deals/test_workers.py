"""The task, as it runs: in a worker's thread, by two workers, on a real broker."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from celery import _state, current_app
from celery.signals import before_task_publish, task_postrun

from deploy.embedded import EmbeddedTasks
from gameplay.models import DealFingerprint, SealedDeal
from tests.service import told
from tests.tournaments.deals.setting import leaks, scheduled, secrets_of, setup
from tournaments import stream
from tournaments.models import Board

TIMES = 5


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """The service's own worker, with its four threads, and no clock beside it."""
    from deploy.celery import app

    schedule, app.conf.beat_schedule = app.conf.beat_schedule, {}
    before = _state.default_app
    tasks = EmbeddedTasks(app)
    tasks.start()
    yield
    tasks.stop()
    app.conf.beat_schedule = schedule
    _state.set_default_app(before)


def test_a_workers_threads_deal_what_is_asked_five_times_once(worker: None) -> None:
    key = scheduled(setup((2, 1)))
    asked = [f"{key}:{number}" for number in (1, 2, 3)] * TIMES
    sent: list[tuple[object, object]] = []
    states: list[tuple[str, object]] = []
    all_done = threading.Event()

    def publishing(body: object = None, headers: object = None, **_: object) -> None:
        sent.append((headers, body))

    def ran(state: str = "", retval: object = None, **_: object) -> None:
        states.append((state, retval))
        if len(states) == len(asked):
            all_done.set()

    before_task_publish.connect(publishing)
    task_postrun.connect(ran)
    try:
        for round_key in asked:
            current_app.send_task("tournaments.deal_boards", args=[round_key], ignore_result=True)
        assert all_done.wait(60), states
    finally:
        before_task_publish.disconnect(publishing)
        task_postrun.disconnect(ran)
    assert set(states) == {("SUCCESS", None)}
    assert Board.objects.filter(tournament=key).count() == 12
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 12
    assert all(each.boards for each in stream.state(key).championship.rounds)
    assert [body[0] for _, body in sent] == [[round_key] for round_key in asked]
    assert not leaks(sent, secrets_of(key))


@pytest.mark.services
def test_two_workers_and_messages_that_come_eight_times_deal_each_board_once(
    production: dict[str, str],
) -> None:
    held = told("tests.tournaments.deals.racing", timeout=240, **production)
    assert held
    assert [what for what, so in held.items() if not so] == []
