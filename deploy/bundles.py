"""A page's scripts as one file, and its styles as one: on a slow line every file is a way there
and back, and what is compressed together is smaller.

Nobody keeps a bundle: whichever process serves or collects static files makes it from the modules,
which stay what is read, typed and tested. The forms of `import` and `export` below are those that
are written here; another one stops the process that makes the bundle.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

# A script by the module that begins it, styles in their order.
BUNDLES = {
    "bundles/board.js": ("gameplay/table/board.js",),
    "bundles/table.js": ("gameplay/table/main.js",),
    "bundles/site.css": ("site/tokens.css", "site/base.css", "site/parts.css", "site/pages.css"),
    "bundles/table.css": (
        "gameplay/cards.css",
        "gameplay/table/table.css",
        "gameplay/table/bidding.css",
        "gameplay/table/result.css",
        "gameplay/table/sizes.css",
        "gameplay/table/laid.css",
        "gameplay/table/hurry.css",
        "gameplay/table/watching.css",
        "gameplay/table/playing.css",
        "gameplay/table/talk.css",
    ),
}

# Comments that have lines of their own, and types anywhere: a quarter of what would be sent.
_COMMENT = re.compile(r"/\*\*\s.*?\*/|^\s*/\*\s.*?\*/|^\s*//.*?$", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(
    r"^import (?:\{(?P<names>[^}]*)\}|(?P<default>\w+)) from '(?P<file>\.[^']+)';$", re.MULTILINE
)
_DECLARED = re.compile(r"^export (?=(?:const|(?:async )?function|class) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport ?\{([^}]*)\};?$", re.MULTILINE)
_DEFAULT = re.compile(r"\bexport default\b")
_LEFT = re.compile(r"^(?:import|export)\b|\bimport\(|\bimport\.meta", re.MULTILINE)


class BundleFinder(finders.BaseFinder):
    """Finds what lies in `BUNDLES`, for the server and for `collectstatic` alike."""

    @cached_property
    def storage(self) -> FileSystemStorage:
        self._folder = TemporaryDirectory(prefix="bundles-")
        for name, sources in BUNDLES.items():
            path = Path(self._folder.name, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(script(*sources) if name.endswith(".js") else styles(sources), "utf-8")
        return FileSystemStorage(location=self._folder.name)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> str | list[str]:
        if path not in BUNDLES:
            return []
        return [self.storage.path(path)] if find_all else self.storage.path(path)

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in BUNDLES:
            yield name, self.storage


def script(first: str) -> str:
    """A module with all it imports, each in a function of its own, so that no two names meet."""
    made: dict[str, str] = {}
    _add(first, made)
    numbers = {name: f"m{number}" for number, name in enumerate(made)}
    return "".join(
        f"const {numbers[name]} = (() => {{{_tied(name, text, numbers)}}})();\n"
        for name, text in made.items()
    )


def styles(names: tuple[str, ...]) -> str:
    text = "\n".join(_COMMENT.sub("", _source(name)) for name in names)
    if re.search(r"\burl\(|@import", text):
        raise ValueError("a bundle of styles lies elsewhere than what it points to")
    return text


def _source(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text("utf-8")


def _add(name: str, made: dict[str, str]) -> None:
    """What a module imports stands before it; a circle of imports never ends."""
    if name in made:
        return
    text = _COMMENT.sub("", _source(name))
    for each in _IMPORT.finditer(text):
        _add(_beside(name, each["file"]), made)
    made[name] = text


def _beside(name: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))


def _tied(name: str, text: str, numbers: dict[str, str]) -> str:
    """The module's own lines; what it exports is what its function returns."""

    def taken(found: re.Match[str]) -> str:
        names = found["names"] or f"default as {found['default']}"
        return f"const {{{names.replace(' as ', ': ')}}} = {numbers[_beside(name, found['file'])]};"

    exported = [f"{each}: {each}" for each in _DECLARED.findall(text)]
    for listed in _LISTED.findall(text):
        for each in listed.split(","):
            inner, _, outer = each.strip().partition(" as ")
            exported.append(f"{outer or inner}: {inner}")
    text = _LISTED.sub("", _DECLARED.sub("", _IMPORT.sub(taken, text)))
    if _DEFAULT.search(text):
        text = _DEFAULT.sub("const default_ =", text)
        exported.append("default: default_")
    if left := _LEFT.search(text):
        line = text[left.start() :].partition("\n")[0]
        raise ValueError(f"{name}: a form that no bundle is made of: {line[:80]}")
    return f"{text}\nreturn {{{', '.join(exported)}}};"
