"""The vectors of provable deals, and files with faults to plant in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.domain.canonical import canonical_json
from tournaments.domain.errors import DealsRefused
from tournaments.domain.verify import verify

ROOT = Path(__file__).parents[3]
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/vectors/deals.json").read_text("utf-8"))


@dataclass
class Files:
    """Three files as values, to change at will before they are written."""

    manifest: Any
    publication: Any
    reveal: Any

    def written(self) -> tuple[bytes, bytes, bytes]:
        return tuple(map(_written, (self.manifest, self.publication, self.reveal)))

    def answer(self) -> str:
        return answer(*self.written())


def _written(file: Any) -> bytes:
    return file if isinstance(file, bytes) else canonical_json(file)


def good_files() -> Files:
    good = VECTORS["verified"]
    return Files(*(json.loads(good[name]) for name in ("manifest", "publication", "reveal")))


def as_bytes(row: dict[str, Any]) -> tuple[bytes, bytes, bytes]:
    return tuple(row[name].encode() for name in ("manifest", "publication", "reveal"))


def answer(manifest: bytes, publication: bytes, reveal: bytes) -> str:
    """What the door prints."""
    try:
        return f"ok {verify(manifest, publication, reveal)}"
    except DealsRefused as refusal:
        return refusal.code
