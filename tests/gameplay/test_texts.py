"""Every refusal a person can meet has a sentence, in Dutch as well."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils import translation

import engine
import gameplay
from gameplay import errors, texts

FOLDER = Path(gameplay.__file__).parent
REFUSALS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}


def codes_of_play() -> set[str]:
    """The codes written in gameplay's own sources."""
    found = set()
    for source in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = node.args[0] if node.args else None
                if node.func.id in REFUSALS and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def codes_of_the_rules() -> set[str]:
    kinds = [engine.IllegalAction, engine.MalformedAction]
    for kind in kinds:
        kinds.extend(kind.__subclasses__())
    return {kind.default_code for kind in kinds} | codes_of_the_engine()


# Said on the command line only, to whoever wrote the file.
COMMAND_LINE = {"bad_json", "bad_transcript", "not_refused"}


def codes_of_the_engine() -> set[str]:
    """The codes written in the engine's own sources, a game's setting-up included."""
    found = set()
    for source in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code":
                found.update(_constants(node.value))
    drawn = {label for slug in engine.rulesets.names() for label in _draws(slug)}
    found |= {f"{word}_{label}" for word in ("missing", "unexpected") for label in drawn}
    return found - COMMAND_LINE


def _constants(node: ast.expr) -> set[str]:
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _draws(slug: str) -> set[str]:
    specs = engine.rulesets.get(slug).option_specs
    drawn = {"beter": "drawn", "joker": True}
    labels = set(engine.rulesets.get(slug).draws)
    for spec in specs:
        if spec.name in drawn:
            tuned = engine.rulesets.get(slug).with_options({spec.name: drawn[spec.name]})
            labels |= set(tuned.draws)
    return labels


def test_the_sources_do_refuse_things() -> None:
    assert {"not_invited", "stale_version", "malformed_json"} <= codes_of_play()
    assert {"must_follow_suit", "illegal_bid"} <= codes_of_the_rules()


@pytest.mark.parametrize("code", sorted(codes_of_play() | codes_of_the_rules()))
def test_every_code_has_a_sentence(code: str) -> None:
    assert code in texts.TEXTS
    with translation.override("en"):
        english = texts.text_for(code)
    with translation.override("nl"):
        assert texts.text_for(code) != english


def test_an_unknown_code_gets_the_general_sentence() -> None:
    assert texts.text_for("never heard of") == texts.text_for("internal")
