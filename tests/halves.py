"""All tests in two processes at once: real browsers and services mostly wait, and one core idles.

python -m tests.halves               everything
python -m tests.halves -k auction    some of it, in one process

What the second half says is shown when both are done.
"""

# ruff: noqa: T201

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence

REAL = "(browser or services) and not bench"
QUICK = "not browser and not services and not bench"
OPTIONS = ("--durations=15", "--durations-min=1")


def main(arguments: Sequence[str]) -> int:
    pytest = [sys.executable, "-m", "pytest", *OPTIONS]
    if arguments:
        return subprocess.call([*pytest, *arguments])
    with tempfile.TemporaryFile() as said:
        real = subprocess.Popen([*pytest, "-m", REAL], stdout=said, stderr=subprocess.STDOUT)
        try:
            quick = subprocess.call([*pytest, "-m", QUICK])
            print("\nBrowsers and services are still at it.", flush=True)
            code = real.wait()
        finally:
            if real.poll() is None:
                real.terminate()
                real.wait()
        said.seek(0)
        sys.stdout.buffer.write(said.read())
        sys.stdout.flush()
    return quick or code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
