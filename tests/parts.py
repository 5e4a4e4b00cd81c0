"""All tests in three processes at once: real browsers and services mostly wait, and cores idle.

python -m tests.parts               everything
python -m tests.parts -k auction    some of it, in one process

What the others say is shown when all are done.
"""

# ruff: noqa: T201

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack

QUICK = "not browser and not services and not bench"
SERVICES = "services and not browser and not bench"
BROWSER = "browser and not bench"
OPTIONS = ("--durations=15", "--durations-min=1")


def main(arguments: Sequence[str]) -> int:
    pytest = [sys.executable, "-m", "pytest", *OPTIONS]
    if arguments:
        return subprocess.call([*pytest, *arguments])
    with ExitStack() as at_the_end:
        others = []
        for part in (SERVICES, BROWSER):
            said = at_the_end.enter_context(tempfile.TemporaryFile())
            run = subprocess.Popen([*pytest, "-m", part], stdout=said, stderr=subprocess.STDOUT)
            at_the_end.callback(_stop, run)
            others.append((run, said))
        codes = [subprocess.call([*pytest, "-m", QUICK])]
        print("\nServices and browsers may still be at it.", flush=True)
        for run, said in others:
            codes.append(run.wait())
            said.seek(0)
            sys.stdout.buffer.write(said.read())
            sys.stdout.flush()
    return max(codes, key=abs)


def _stop(run: subprocess.Popen[bytes]) -> None:
    if run.poll() is None:
        run.terminate()
        run.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
