"""Identifiers that nobody can guess or count."""

from __future__ import annotations

import secrets
import uuid

# No vowels and nothing that looks alike: ids are read aloud in a canteen.
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


def new_id(length: int = 14) -> str:
    """About 66 bits: enough that an address cannot be guessed, short enough to read out."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def id_from(digest: bytes, length: int = 14) -> str:
    """The id that these bytes lead to, always the same; as hard to guess as they are."""
    number, letters = int.from_bytes(digest, "big"), ""
    while len(letters) < length:
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def fresh_command_id() -> str:
    """For a command that nobody sends twice."""
    return str(uuid.uuid4())
