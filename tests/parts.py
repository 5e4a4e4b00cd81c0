"""All tests, three processes at a time: real browsers and services mostly wait, and cores idle.

python -m tests.parts               everything
python -m tests.parts -k auction    some of it, in one process

What a part says is shown when it is done, and at the end how long each took.
"""

# ruff: noqa: T201

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.service import TABLES

QUICK = "not browser and not services and not bench"
SERVICES = "services and not browser and not bench"
BROWSER = "browser and not bench"
OPTIONS = ("--durations=15", "--durations-min=1")
AT_ONCE = 3

# Quick tests in a process of their own, so that no core idles while the last of them are run.
FOLDERS = ("tournaments", "gameplay", "deploy", "engine")

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    file.relative_to(ROOT).as_posix() for file in (ROOT / "tests" / "browser").glob("test_*.py")
)


def _pages(*names: str) -> list[str]:
    return [f"tests/browser/test_{name}.py" for name in names]


# Two thirds of what browsers do; a new file comes to the last.
LOOKS = _pages("axe", "moments", "screens")
TABLES_IN_PLAY = _pages(
    "connection", "for_who_watches", "four_people", "rulesets", "secrets", "watching"
)


def _without(files: Sequence[str]) -> list[str]:
    return [f"--ignore={file}" for file in files]


def _browser(files: Sequence[str]) -> tuple[str, ...]:
    return ("-m", BROWSER, "tests/browser", *_without([it for it in PAGES if it not in files]))


# The longest first. Collecting thousands of tests only to leave them out takes its time, too.
PARTS: Mapping[str, Sequence[str]] = {
    "browser, the rest": ("-m", BROWSER, "tests/browser", *_without([*LOOKS, *TABLES_IN_PLAY])),
    "browser, looks": _browser(LOOKS),
    "services": ("-m", SERVICES, "--ignore=tests/browser", "--ignore=tests/engine"),
    "browser, tables in play": _browser(TABLES_IN_PLAY),
    **{folder: ("-m", QUICK, f"tests/{folder}") for folder in FOLDERS},
    "others": ("-m", QUICK, *_without([f"tests/{folder}" for folder in FOLDERS])),
}


def main(arguments: Sequence[str]) -> int:
    if arguments:
        return subprocess.call([*_pytest(), *arguments])
    started = time.monotonic()
    ended = []
    with tempfile.TemporaryDirectory() as tables, ThreadPoolExecutor(AT_ONCE) as processes:
        running = [processes.submit(_run, name, tables) for name in PARTS]
        for run in as_completed(running):
            name, code, seconds, said = run.result()
            print(f"\n==== {name}", flush=True)
            sys.stdout.buffer.write(said)
            ended.append((time.monotonic() - started, seconds, name, code))
    print("\nended  took  part")
    for at, seconds, name, code in ended:
        print(f"{at:5.0f} {seconds:5.0f}  {name}{f': failed ({code})' if code else ''}")
    return max((code for *_, code in ended), key=abs)


def _pytest() -> list[str]:
    return [sys.executable, "-m", "pytest", *OPTIONS]


def _run(name: str, tables: str) -> tuple[str, int, float, bytes]:
    started = time.monotonic()
    with tempfile.TemporaryFile() as said:
        code = subprocess.call(
            [*_pytest(), *PARTS[name]],
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, TABLES: tables},
        )
        said.seek(0)
        return name, code, time.monotonic() - started, said.read()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
