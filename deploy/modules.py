"""Which modules a page's script imports, in the end: for the page to ask for all of them at once.

Without that a browser learns of each row of imports from the one before, and on a slow line a row
is a way there and back.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

_IMPORT = re.compile(
    r"^(?:import|export)\b(?:[^;'\"]*\bfrom)?\s*['\"](\.[^'\"]+)['\"]", re.MULTILINE
)


@cache
def imported_by(name: str) -> tuple[str, ...]:
    """Static files by name, without the first one; a changed import is seen after a restart."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop()
        path = finders.find(module)
        if not isinstance(path, str):
            raise FileNotFoundError(module)
        for relative in _IMPORT.findall(Path(path).read_text("utf-8")):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(module), relative))
            if imported != name and imported not in found:
                found[imported] = None
                waiting.append(imported)
    return tuple(found)
