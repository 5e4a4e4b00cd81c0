"""The rulesets this engine plays, by slug."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from engine.errors import UnknownRuleset, quoted
from engine.rulesets import (
    championship_offline,
    championship_online,
    german,
    platform,
    wiezen,
    wikibooks,
)
from engine.rulesets.base import OptionSpec, Ruleset, canonical, nearest

__all__ = ["DEFAULT", "OptionSpec", "Ruleset", "get", "names", "options_sha256"]

_RULESETS: Mapping[str, Ruleset] = {
    one.RULESET.slug: one.RULESET
    for one in (
        championship_online,
        championship_offline,
        wikibooks,
        platform,
        german,
        wiezen,
    )
}


DEFAULT = championship_online.RULESET.slug
"""What is played where nobody chooses."""


def names() -> tuple[str, ...]:
    return tuple(_RULESETS)


def get(slug: object) -> Ruleset:
    ruleset = _RULESETS.get(slug) if isinstance(slug, str) else None
    if ruleset is None:
        close = nearest(slug, _RULESETS)
        raise UnknownRuleset(
            f"unknown ruleset {quoted(slug)}; nearest is {close}",
            detail={"ruleset": str(slug)[:40], "nearest": close},
        )
    return ruleset


def options_sha256(slug: str, options: Mapping[str, object]) -> str:
    """Fingerprint of a ruleset with all its options, as a manifest carries it.

    The bytes are canonical JSON (`rikdeal-1` §2); options left at their default count like options
    written out, so two ways of saying the same rules have one fingerprint.
    """
    text = canonical({"id": slug, "options": get(slug).resolve(options)})
    return sha256(text.encode()).hexdigest()
