"""The texts in every language: all there, none guessed, and each with the same gaps to fill in."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import polib
import pytest
from django.conf import settings

from deploy.catalogues import LANGUAGES, ROOT, catalogues, compile_all

GAP = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
PATHS = [path.relative_to(ROOT) for path in catalogues()]


def gaps(text: str) -> Counter[str]:
    return Counter(GAP.findall(text))


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_no_text_is_a_guess(path: Path) -> None:
    assert [entry.msgid for entry in polib.pofile(str(ROOT / path)) if entry.fuzzy] == []


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_every_text_is_there_in_every_language(path: Path) -> None:
    missing = [entry.msgid for entry in polib.pofile(str(ROOT / path)).untranslated_entries()]
    assert missing == []


def test_every_catalogue_is_there_in_every_language() -> None:
    assert set(LANGUAGES) == {code for code, _ in settings.LANGUAGES}
    alike = {(path.parts[0], path.name) for path in PATHS}
    assert {(path.parts[0], path.parts[2], path.name) for path in PATHS} == {
        (package, language, name) for package, name in alike for language in LANGUAGES
    }


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_translation_fills_in_the_same_gaps(path: Path) -> None:
    for entry in polib.pofile(str(ROOT / path)).translated_entries():
        for text in filter(None, [entry.msgstr, *entry.msgstr_plural.values()]):
            assert set(gaps(text)) <= set(gaps(entry.msgid)) | set(gaps(entry.msgid_plural))


def test_a_fuzzy_text_stops_the_compiling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gameplay" / "locale" / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    path = folder / "django.po"
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    path.write_text(header + 'msgid "trick"\nmsgstr "slag"\n', "utf-8")
    assert compile_all(tmp_path) == 0
    compiled = folder / "django.mo"
    assert polib.mofile(str(compiled))[0].msgstr == "slag"

    compiled.unlink()
    path.write_text(header + '#, fuzzy\nmsgid "trick"\nmsgstr "truc"\n', "utf-8")
    assert compile_all(tmp_path) == 1
    assert "fuzzy: 'trick'" in capsys.readouterr().err
    assert not compiled.exists()
