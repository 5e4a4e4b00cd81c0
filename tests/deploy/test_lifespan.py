"""The embedded process: that it is one, what runs in it, and how it ends."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery, _state
from celery.worker import state as worker_state

from deploy.embedded import EmbeddedTasks
from deploy.locking import AlreadyRunning, DataLock
from tests.service import ROOT, Service, clean_environment, with_tables

UVICORN = [sys.executable, "-m", "uvicorn", "deploy.asgi:application", "--port=0"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def start_uvicorn(
    folder: Path, *options: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*UVICORN, *options],
        cwd=ROOT,
        env=clean_environment(
            RIKKEN_DATA=str(folder),
            DJANGO_SETTINGS_MODULE="deploy.settings.development",
            **variables,
        ),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def test_a_service_that_is_killed_can_be_started_again_at_once(folder: Path) -> None:
    with_tables(folder)
    service = Service(folder)
    service.start()
    try:
        assert service.get("/healthz")
        service.kill()
        service.start()
        assert service.get("/healthz")
        # Its worker ticks, in time, and that is known.
        ticked = b'rikken_task_late_seconds_count{task="gameplay.tick"}'
        deadline = time.monotonic() + 60
        while ticked not in service.get("/metrics") and time.monotonic() < deadline:
            time.sleep(0.2)
        assert ticked in service.get("/metrics")
        assert json.loads(service.get("/readyz")) == {"ready": True, "down": []}
    finally:
        started = time.monotonic()
        code = service.stop()
    assert code == 0, service.log
    assert time.monotonic() - started < 20
    assert "Traceback" not in service.log


def test_a_second_process_on_the_same_folder_is_refused(live_service: Service) -> None:
    second = start_uvicorn(live_service.data)
    assert second.returncode != 0
    assert "Another process already runs on" in second.stderr


def test_two_workers_are_refused(folder: Path) -> None:
    outcome = start_uvicorn(folder, "--workers=2")
    assert outcome.returncode != 0 or "stopping the parent process" in outcome.stderr
    assert "An embedded service is one process" in outcome.stderr


def test_reloading_is_refused(folder: Path) -> None:
    # The reloader itself goes on, waiting for a changed file.
    process = subprocess.Popen(
        [*UVICORN, "--reload", "--reload-dir=deploy/docker"],
        cwd=ROOT,
        env=clean_environment(
            RIKKEN_DATA=str(folder), DJANGO_SETTINGS_MODULE="deploy.settings.development"
        ),
        stderr=subprocess.PIPE,
        text=True,
    )
    with process, contextlib.closing(process.stderr or io.StringIO()) as lines:
        try:
            said = next((line for line in lines if "An embedded service" in line), "")
        finally:
            process.terminate()
    assert "is one process: start it without --workers, --reload" in said


def test_a_taken_port_is_one_clear_line(live_service: Service, folder: Path) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "deploy.demo", f"--port={live_service.port}"],
        cwd=ROOT,
        env=clean_environment(RIKKEN_DATA=str(folder)),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert second.returncode == 1
    assert second.stderr.startswith(f"Port {live_service.port} on 127.0.0.1 is taken.")
    assert second.stderr.count("\n") == 1


def test_a_folder_is_locked_for_one(folder: Path) -> None:
    first, second = DataLock(folder), DataLock(folder)
    first.acquire()
    with pytest.raises(AlreadyRunning):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


# -- worker and beat in threads -------------------------------------------------------------------


@pytest.fixture
def heard() -> threading.Event:
    return threading.Event()


@pytest.fixture
def tasks(heard: threading.Event) -> Iterator[EmbeddedTasks]:
    app = Celery("tried", set_as_current=False, fixups=[])
    app.conf.update(
        broker_url="memory://localhost/",
        broker_transport_options={"polling_interval": 0.01},
        task_ignore_result=True,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        beat_schedule={"hear": {"task": "tried.hear", "schedule": 0.05}},
    )

    @app.task(name="tried.hear", shared=False)
    def hear() -> None:
        heard.set()

    before = _state.default_app
    embedded = EmbeddedTasks(app)
    embedded.start()
    yield embedded
    embedded.stop()
    _state.set_default_app(before)


def heard_again(heard: threading.Event) -> bool:
    heard.clear()
    return heard.wait(20)


def test_a_worker_and_a_beat_whose_threads_end_are_started_again(
    tasks: EmbeddedTasks, heard: threading.Event
) -> None:
    assert heard_again(heard)

    worker = tasks._worker_thread
    worker_state.should_stop = 0
    assert worker is not None
    worker.join(20)
    assert heard_again(heard)

    beat = tasks._beat
    beat.service._is_shutdown.set()
    beat.join(20)
    assert heard_again(heard)


def test_a_task_that_wants_to_leave_does_not_take_the_worker_with_it(
    tasks: EmbeddedTasks, heard: threading.Event
) -> None:
    def leave() -> None:
        raise SystemExit

    for _ in range(8):
        tasks.app.task(name="tried.leave", shared=False)(leave).delay()
    assert heard_again(heard)


def test_stopping_is_quick_and_ends_the_threads(tasks: EmbeddedTasks) -> None:
    worker, beat = tasks._worker_thread, tasks._beat
    started = time.monotonic()
    tasks.stop()
    assert time.monotonic() - started < 5
    assert worker is not None
    assert not worker.is_alive()
    assert not beat.is_alive()
