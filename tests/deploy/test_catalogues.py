"""The texts in Dutch: all there, none guessed, and each with the same gaps to fill in."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import polib
import pytest

from deploy.catalogues import ROOT, catalogues, compile_all

GAP = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
PATHS = [path.relative_to(ROOT) for path in catalogues()]


def gaps(text: str) -> Counter[str]:
    return Counter(GAP.findall(text))


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_no_text_is_a_guess(path: Path) -> None:
    assert [entry.msgid for entry in polib.pofile(str(ROOT / path)) if entry.fuzzy] == []


@pytest.mark.parametrize("path", [path for path in PATHS if "nl" in path.parts], ids=str)
def test_every_text_is_there_in_dutch(path: Path) -> None:
    missing = [entry.msgid for entry in polib.pofile(str(ROOT / path)).untranslated_entries()]
    assert missing == []


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
