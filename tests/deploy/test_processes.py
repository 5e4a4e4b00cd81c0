"""The files that say how the service is run: read here, and started in tests/ from the Procfile."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from deploy.scrubbing import TOKEN_ADDRESSES
from tests.deploy.test_settings import COMPLETE
from tests.service import ROOT, clean_environment

PROCFILE = ROOT / "deploy" / "Procfile"
START = ROOT / "deploy" / "docker" / "start"
COMPOSE = ROOT / "deploy" / "docker" / "compose.yaml"
IMPORT = "^/clubs/[^/]+/members/import/$"
NGINX = ROOT / "deploy" / "nginx" / "rikken.conf"


def processes() -> dict[str, str]:
    return dict(re.findall(r"^(\w+): (.+)$", PROCFILE.read_text("utf-8"), re.MULTILINE))


def test_there_are_three_kinds_of_process() -> None:
    assert set(processes()) == {"web", "worker", "beat"}


@pytest.mark.parametrize("kind", ["web", "worker", "beat"])
def test_every_command_knows_its_options(kind: str) -> None:
    """`--help` reads all options before it answers."""
    command = f"{processes()[kind]} --help"
    outcome = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{ROOT}/.venv/bin:{os.environ['PATH']}"}
        | {"DJANGO_SETTINGS_MODULE": "deploy.settings.test"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    for option in re.findall(r" (--[a-z-]+)", processes()[kind]):
        assert option in outcome.stdout or option in ("--app", "--no-server-header"), option


def test_compose_starts_each_process_and_only_one_beat() -> None:
    composed = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
    for kind in processes():
        assert composed[kind]["command"] == [kind]
    assert "deploy" not in composed["beat"]
    assert composed["web"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    for service in composed.values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("../"):
                assert (COMPOSE.parent / source).exists(), source


def test_who_was_erased_is_noted_on_a_volume_of_its_own() -> None:
    composed = yaml.safe_load(COMPOSE.read_text("utf-8"))
    example = (COMPOSE.parent / "rikken.env.example").read_text("utf-8")
    (folder,) = re.findall(r"(?m)^ERASURES=(.+)/", example)
    for kind in ("web", "worker"):
        assert composed["services"][kind]["volumes"] == [f"erasures:{folder}"]
    assert "erasures" in composed["volumes"]
    assert f"--owner rikken {folder}\n" in (COMPOSE.parent / "Dockerfile").read_text("utf-8")


def test_composed_only_the_proxy_is_open_and_every_process_says_how_it_is() -> None:
    text = COMPOSE.read_text("utf-8")
    composed = yaml.safe_load(text)["services"]
    assert set(composed) == {
        *("migrate", "web", "worker", "beat"),
        *("nginx", "postgresql", "valkey"),
    }
    assert {name for name, service in composed.items() if "ports" in service} == {"nginx"}
    for name, service in composed.items():
        assert name == "migrate" or service["healthcheck"]["test"][0] == "CMD", name
    assert "/healthz" in composed["web"]["healthcheck"]["test"][-1]
    assert "/readyz" in composed["beat"]["healthcheck"]["test"][-1]
    # A secret comes from outside: none has a value here.
    for name, service in composed.items():
        for variable, value in service.get("environment", {}).items():
            secret = re.search("PASSWORD|KEY|TOKEN|URL", variable)
            assert not secret or value.startswith("${"), f"{name} {variable}"


def test_the_image_starts_what_the_procfile_says() -> None:
    assert START.stat().st_mode & stat.S_IXUSR
    outcome = subprocess.run([START, "dealer"], capture_output=True, text=True, check=False)
    assert outcome.returncode == 2
    assert "no process 'dealer'" in outcome.stderr


@pytest.mark.parametrize("kind", ["web", "worker", "beat", "migrate"])
def test_the_image_refuses_to_start_a_demo(kind: str) -> None:
    outcome = subprocess.run(
        [START, kind],
        env=clean_environment(
            **COMPLETE,
            DEMO="1",
            DJANGO_SETTINGS_MODULE="deploy.settings.production",
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        ),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert outcome.returncode != 0
    assert "deploy.E001" in outcome.stderr


def test_the_example_names_every_variable_that_production_asks_for() -> None:
    example = (COMPOSE.parent / "rikken.env.example").read_text("utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEAL_KEY", "ALLOWED_HOSTS"} <= named
    assert "DEMO" not in named


def locations() -> dict[str, str]:
    """What nginx is told of each address."""
    found = re.findall(
        r"location (?:~ )?(\S+) \{(.*?)\n    \}", NGINX.read_text("utf-8"), re.DOTALL
    )
    return dict(found)


def test_the_proxy_tells_every_address_who_asked_for_what_and_how() -> None:
    """A location that sets one header inherits none of those set outside it."""
    assert set(locations()) == {"/", IMPORT, "/sse/", "/ws/"}
    for address, told in locations().items():
        headers = dict(re.findall(r"proxy_set_header (\S+) (.+);", told))
        upgrade = headers.pop("Upgrade", None)
        assert upgrade == ("$http_upgrade" if address == "/ws/" else None)
        assert headers == {
            "Host": "$host",
            "X-Forwarded-For": "$remote_addr",
            "X-Forwarded-Proto": "https",
            "X-Request-ID": "$request_id",
            "Connection": "$connection_upgrade" if address == "/ws/" else '""',
        }, address
    outside = re.sub(
        r"location (?:~ )?\S+ \{.*?\n    \}", "", NGINX.read_text("utf-8"), flags=re.DOTALL
    )
    assert "proxy_set_header" not in outside


def test_the_proxy_lets_streams_through_and_logs_no_token() -> None:
    text = NGINX.read_text("utf-8")
    assert "proxy_buffering off" in locations()["/sse/"]
    assert "$logged_uri" in text
    logged = dict(re.findall(r"^    ~\^(/\S+/) (\S+);$", text, re.MULTILINE))
    assert logged == {f"/{each}/": f"/{each}/[token]/" for each in TOKEN_ADDRESSES}
    assert text.count("{") == text.count("}")
    for line in text.splitlines():
        assert not line.strip() or re.search(r"[;{}]$|^\s*#", line), f"nginx would stop at: {line}"
    log = re.search(r"log_format rikken '(.+)';", text)
    assert log and not re.search(r"\$request\b|\$request_uri|\$uri|\$http_referer|\$remote", log[1])


def test_only_the_proxy_logs_who_asked_for_what() -> None:
    assert " --no-access-log" in processes()["web"]


def test_ticks_come_at_their_pace_and_expire() -> None:
    from deploy.celery import app

    app.loader.import_default_modules()
    entries = app.conf.beat_schedule.values()
    paces = {entry["task"]: entry["schedule"] for entry in entries}
    assert paces == {
        "gameplay.tick": settings.TICK_SECONDS,
        "tournaments.tick": 0.5,
        "clubs.forget": 900.0,
    }
    for entry in entries:
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] == 1.0


def test_tasks_are_kept_until_done_and_leave_no_results() -> None:
    from deploy.celery import app

    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.result_backend is None
    assert not app.conf.task_always_eager
    assert not app.conf.worker_hijack_root_logger
    assert app.conf.timezone == "UTC"
