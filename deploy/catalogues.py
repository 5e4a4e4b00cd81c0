"""Texts in other languages: .po files are committed, .mo files are made from them.

python -m deploy.catalogues            compile; needs no gettext
python -m deploy.catalogues extract    bring the .po files up to date; needs gettext
python -m deploy.catalogues check      would extract change one? needs gettext
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("clubs", "deploy", "gameplay", "tournaments")
LANGUAGES = ("nl", "en", "de")
WIDTH = 100
UNREADABLE = (".venv", "var", "tests", "static_collected", "node_modules")


def catalogues(root: Path = ROOT) -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((root / package).glob("locale/*/LC_MESSAGES/*.po"))


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            return compile_all()
        case ["extract"]:
            return extract() or compile_all()
        case ["check"]:
            return check()
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def compile_all(root: Path = ROOT) -> int:
    """Compile what changed. A fuzzy text is a guess: it stops everything."""
    failed = 0
    for path in catalogues(root):
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns > path.stat().st_mtime_ns:
            continue
        catalogue = polib.pofile(str(path), check_for_duplicates=True)
        for entry in catalogue:
            if entry.fuzzy and not entry.obsolete:
                print(f"{path.relative_to(root)}: fuzzy: {entry.msgid!r}", file=sys.stderr)
                failed = 1
        if not failed:
            draft = compiled.with_suffix(f".{os.getpid()}")
            catalogue.save_as_mofile(str(draft))
            draft.replace(compiled)
    return failed


def extract() -> int:
    if shutil.which("msgfmt") is None:
        print("This needs gettext: apt-get install gettext", file=sys.stderr)
        return 1
    before = {path: path.read_bytes() for path in catalogues()}
    for domain, extensions in (("django", "html,txt,py"), ("djangojs", "js,mjs")):
        command = [sys.executable, "manage.py", "makemessages", "--verbosity=0"]
        command += ["--no-location", "--no-obsolete", f"--domain={domain}"]
        command += [f"--extension={extensions}"]
        command += [f"--locale={language}" for language in LANGUAGES]
        command += [f"--ignore={name}" for name in UNREADABLE]
        outcome = subprocess.run(command, cwd=ROOT, check=False)
        if outcome.returncode:
            return outcome.returncode
    _tidy(before)
    return 0


def _tidy(before: dict[Path, bytes]) -> None:
    """Take back what gettext changes and nobody asked for: guesses, folded lines, the hour.

    A new text is empty until somebody translates it; in English it is its own translation.
    """
    for path in catalogues():
        catalogue = polib.pofile(str(path), wrapwidth=WIDTH)
        for entry in catalogue:
            if entry.fuzzy:
                entry.flags.remove("fuzzy")
                entry.previous_msgid = entry.previous_msgid_plural = None
                entry.msgstr, entry.msgstr_plural = "", dict.fromkeys(entry.msgstr_plural, "")
            if path.parts[-3] == "en":
                _say_it_as_it_is(entry)
        old = polib.pofile(before[path].decode()) if path in before else None
        if old is not None and list(map(str, old)) == list(map(str, catalogue)):
            path.write_bytes(before[path])
        else:
            catalogue.save()


def _say_it_as_it_is(entry: polib.POEntry) -> None:
    if entry.msgid_plural:
        forms = {0: entry.msgid, 1: entry.msgid_plural}
        entry.msgstr_plural = {n: text or forms[n] for n, text in entry.msgstr_plural.items()}
    else:
        entry.msgstr = entry.msgstr or entry.msgid


def check() -> int:
    """Extract, compare what is to be translated, and put the files back as they were."""
    before = {path: path.read_bytes() for path in catalogues()}
    asked = {path: _asked(path) for path in before}
    failed = extract()
    try:
        for path in catalogues():
            missing, leftover = _asked(path) - asked.get(path, set()), asked.get(path, set())
            leftover = leftover - _asked(path)
            for entry in sorted(missing, key=repr):
                print(f"{path.relative_to(ROOT)}: not in the file: {entry[1]!r}")
            for entry in sorted(leftover, key=repr):
                print(f"{path.relative_to(ROOT)}: no longer in the source: {entry[1]!r}")
            failed = failed or bool(missing or leftover)
    finally:
        for path in catalogues():
            if path not in before:
                path.unlink()
        for path, content in before.items():
            if path.read_bytes() != content:
                path.write_bytes(content)
    if failed:
        print("Run: make messages", file=sys.stderr)
    return int(failed)


def _asked(path: Path) -> set[tuple[str | None, str, str]]:
    return {
        (entry.msgctxt, entry.msgid, entry.msgid_plural)
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
