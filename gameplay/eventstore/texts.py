"""Personal text beside the events: kept in a row, promised in an event by a salted digest.

Erasing a person's texts deletes row and salt. The digest that stays in the event then says
nothing about the text, the chain still verifies, and pages say "removed".
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hmac import compare_digest
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS

from gameplay.eventstore.models import PersonalText
from gameplay.eventstore.records import SavedText, text_digest


def save_text(subject: int, text: str, *, using: str = DEFAULT_DB_ALIAS) -> SavedText:
    """Call it in the transaction that appends the event with the answer."""
    salt = secrets.token_bytes(32)
    saved = SavedText(secrets.token_hex(16), text_digest(salt, text))
    PersonalText.objects.using(using).create(id=saved.id, subject=subject, text=text, salt=salt)
    return saved


class Draft(NamedTuple):
    """A text that an event is going to point to, before either of them is kept."""

    id: str
    digest: str
    subject: int
    text: str
    salt: bytes


def draft_text(subject: int, text: str) -> Draft:
    """For many texts at once, and for events that are decided on more than once."""
    salt = secrets.token_bytes(32)
    return Draft(secrets.token_hex(16), text_digest(salt, text), subject, text, salt)


def keep_texts(drafts: Iterable[Draft], *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Call it in the transaction that appends the events which point to them."""
    PersonalText.objects.using(using).bulk_create(
        (
            PersonalText(id=each.id, subject=each.subject, text=each.text, salt=each.salt)
            for each in drafts
        ),
        batch_size=200,
    )


def give_texts(ids: Iterable[str], subject: int, *, using: str = DEFAULT_DB_ALIAS) -> None:
    """It is this person's wish from now on that erases them."""
    PersonalText.objects.using(using).filter(pk__in=list(ids)).update(subject=subject)


def read_text(id_: str, *, using: str = DEFAULT_DB_ALIAS) -> str | None:
    """None: removed."""
    return read_texts([id_], using=using).get(id_)


def read_texts(ids: Iterable[str], *, using: str = DEFAULT_DB_ALIAS) -> dict[str, str]:
    """By id, without those removed; one query for a whole page or a rebuild."""
    found = PersonalText.objects.using(using).filter(pk__in=list(ids))
    return dict(found.values_list("pk", "text"))


def text_is_genuine(id_: str, digest: str, *, using: str = DEFAULT_DB_ALIAS) -> bool | None:
    """Whether the stored text is the one the event promised; None: removed."""
    row = PersonalText.objects.using(using).filter(pk=id_).first()
    if row is None:
        return None
    return compare_digest(text_digest(bytes(row.salt), row.text), digest)


def erase_texts(subject: int, *, using: str = DEFAULT_DB_ALIAS) -> int:
    """How many texts of this person were there; all are gone, with their salts."""
    count, _ = PersonalText.objects.using(using).filter(subject=subject).delete()
    return count


def drop_texts(ids: Iterable[str], *, using: str = DEFAULT_DB_ALIAS) -> int:
    """These texts, with their salts: of what is not kept for ever. Answers how many there were."""
    return PersonalText.objects.using(using).filter(pk__in=list(ids)).delete()[0]
