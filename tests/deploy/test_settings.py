"""What the environment decides, tried in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import override_settings

from deploy import checks
from tests.service import ROOT, clean_environment

SECRET = "5f" * 32
COMPLETE = {
    "DATABASE_URL": "postgres://rikken@127.0.0.1/rikken",
    "REDIS_URL": "redis://127.0.0.1/0",
    "SECRET_KEY": "".join(f"{number:02x}" for number in range(32)),
    "DEAL_KEY": SECRET,
    "ALLOWED_HOSTS": "rikken.example",
    "EMAIL_URL": "smtp://127.0.0.1",
    "BEHIND_PROXY": "1",
}


def run(*command: str, settings: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=ROOT,
        env=clean_environment(DJANGO_SETTINGS_MODULE=f"deploy.settings.{settings}", **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def setting(name: str, *, settings: str, **variables: str) -> object:
    program = f"""if True:
        import json
        from django.conf import settings
        print(json.dumps(settings.{name}, default=str))"""
    outcome = run("-c", program, settings=settings, **variables)
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


@pytest.mark.parametrize("settings", ["development", "production"])
@pytest.mark.parametrize("name", ["SECRET_KEY", "DEAL_KEY", "REDIS_URL"])
def test_a_missing_secret_refuses_to_start_and_is_named(settings: str, name: str) -> None:
    variables = {key: value for key, value in COMPLETE.items() if key != name}
    outcome = run("manage.py", "check", settings=settings, **variables)
    assert outcome.returncode != 0
    assert f"ImproperlyConfigured: {name} is not set" in outcome.stderr


def test_a_deal_key_that_is_none_is_refused_without_repeating_it() -> None:
    outcome = run("manage.py", "check", settings="production", **{**COMPLETE, "DEAL_KEY": "abc123"})
    assert outcome.returncode != 0
    assert "DEAL_KEY must be 64 hexadecimal digits" in outcome.stderr
    assert "abc123" not in outcome.stderr


def test_production_keeps_its_events_in_a_real_database(tmp_path: Path) -> None:
    outcome = run("manage.py", "check", settings="production", RIKKEN_DATA=str(tmp_path))
    assert outcome.returncode != 0
    assert "ImproperlyConfigured: DATABASE_URL is not set" in outcome.stderr


@pytest.mark.parametrize(("hosts", "told"), [(["*"], ["deploy.E003"]), (["rikken.example"], [])])
def test_a_service_that_answers_to_any_name_may_not_be_deployed(
    hosts: list[str], told: list[str]
) -> None:
    with override_settings(ALLOWED_HOSTS=hosts):
        assert [each.id for each in checks.hosts_are_named(None)] == told


def test_production_with_everything_set_has_nothing_to_remark() -> None:
    outcome = run(
        *("manage.py", "check", "--deploy", "--fail-level=INFO"),
        settings="production",
        **COMPLETE,
    )
    assert outcome.returncode == 0, outcome.stderr


def test_a_demo_may_not_be_deployed() -> None:
    outcome = run("manage.py", "check", "--deploy", settings="production", **COMPLETE, DEMO="1")
    assert outcome.returncode != 0
    assert "deploy.E001" in outcome.stderr


def test_an_embedded_service_is_not_for_production(tmp_path: Path) -> None:
    outcome = run(
        "manage.py", "check", "--deploy", settings="development", RIKKEN_DATA=str(tmp_path)
    )
    assert outcome.returncode != 0
    assert "deploy.E002" in outcome.stderr


def test_debugging_is_never_on(tmp_path: Path) -> None:
    everything = {**COMPLETE, "DEBUG": "1", "DJANGO_DEBUG": "1"}
    assert setting("DEBUG", settings="production", **everything) is False
    embedded = {"DEBUG": "1", "DEMO": "1", "RIKKEN_DATA": str(tmp_path)}
    assert setting("DEBUG", settings="development", **embedded) is False
    for path in (ROOT / "deploy" / "settings").glob("*.py"):
        assert "DEBUG = True" not in path.read_text("utf-8"), path.name


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "secret.key", tmp_path / "deal.key"


def test_an_embedded_service_makes_its_keys_once_and_for_itself(
    tmp_path: Path, keys: tuple[Path, Path]
) -> None:
    first = setting("SECRET_KEY", settings="development", RIKKEN_DATA=str(tmp_path))
    assert first == setting("SECRET_KEY", settings="development", RIKKEN_DATA=str(tmp_path))
    for path in keys:
        assert path.stat().st_mode & 0o777 == 0o600
        assert len(bytes.fromhex(path.read_text("ascii"))) == 32
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "db.sqlite3",
        "deal.key",
        "secret.key",
    ]


def test_the_folder_of_an_embedded_service_is_its_owners_alone(tmp_path: Path) -> None:
    setting("DATABASES", settings="development", RIKKEN_DATA=str(tmp_path / "data"))
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("before", [None, 0o644])
def test_the_database_is_its_owners_alone_in_a_folder_that_others_may_enter(
    tmp_path: Path, before: int | None
) -> None:
    tmp_path.chmod(0o755)
    if before is not None:
        (tmp_path / "db.sqlite3").touch(mode=before)
    outcome = run("manage.py", "migrate", settings="development", RIKKEN_DATA=str(tmp_path))
    assert outcome.returncode == 0, outcome.stderr
    readable = {path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077}
    assert readable == set()
    assert (tmp_path / "db.sqlite3").stat().st_size > 0


def test_other_hosts_of_the_domain_are_bound_only_where_that_is_asked_for() -> None:
    for name in ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD"):
        assert setting(name, settings="production", **COMPLETE) is False
        assert setting(name, settings="production", **COMPLETE, **{name: "1"}) is True
    assert setting("SECURE_HSTS_SECONDS", settings="production", **COMPLETE) == 365 * 24 * 3600


def test_a_spoilt_key_file_is_refused_and_not_replaced(
    tmp_path: Path, keys: tuple[Path, Path]
) -> None:
    keys[1].write_text("no key\n")
    outcome = run("manage.py", "check", settings="development", RIKKEN_DATA=str(tmp_path))
    assert outcome.returncode != 0
    assert "does not hold a key" in outcome.stderr
    assert keys[1].read_text() == "no key\n"


def test_sqlite_waits_for_its_one_writer(tmp_path: Path) -> None:
    databases = setting("DATABASES", settings="development", RIKKEN_DATA=str(tmp_path))
    assert isinstance(databases, dict)
    options = databases["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=NORMAL" in options["init_command"]
