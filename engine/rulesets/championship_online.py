"""Online championships and hybrid finals of the Rikkampioenschappen.

Source: seed 003 (the organisation's rulebook in English), points 10 and 12: everything is as at the
table, but the open forms are not played; our rules record, section 8. What was decided, what the
values rest on and what is not modelled stands in `championship_offline`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.rulesets import championship_offline

__all__ = ["RULESET"]

RULESET = replace(
    championship_offline.RULESET,
    slug="championship-online",
    ladder=tuple(rung for rung in championship_offline.RULESET.ladder if rung.exposure is None),
    option_specs=tuple(
        spec for spec in championship_offline.RULESET.option_specs if spec.name != "exposure"
    ),
)
