"""Why somebody decided something, as events hold it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Reason"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Where the words are that somebody gave, and a salted digest of them."""

    id: str
    digest: str
