"""The tables of the store. Nobody outside this package imports them.

PostgreSQL has one column more than the model: ``xid``, the transaction that wrote the row,
filled by its default and read by ``feed`` alone (see the first migration).
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class AppendOnly(models.QuerySet["StoredEvent"]):
    def update(self, **_kwargs: Any) -> NoReturn:
        raise TypeError("events are never changed")

    def delete(self) -> NoReturn:
        raise TypeError("events are never deleted")

    def bulk_create(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("events are appended by the store")


class StoredEvent(models.Model):
    """``time`` is in microseconds since 1970 and ``payload`` canonical JSON as text (jsonb
    would reorder it): both are hashed exactly as they stand here.

    ``command_digest`` is not under the chain: it only tells a retry from a reused id.
    """

    position = models.BigAutoField(primary_key=True)
    stream = models.TextField()
    version = models.BigIntegerField()
    command_index = models.IntegerField()
    type = models.TextField()
    schema = models.IntegerField()
    actor = models.TextField()
    cause = models.TextField()
    command_id = models.TextField()
    command_digest = models.BinaryField()
    time = models.BigIntegerField()
    payload = models.TextField()
    hash = models.BinaryField()

    objects = AppendOnly.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stream", "version"], name="eventstore_version"),
            models.UniqueConstraint(
                fields=["stream", "command_id", "command_index"], name="eventstore_command"
            ),
        )

    def __str__(self) -> str:
        return f"{self.stream} {self.version} {self.type}"

    def save(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("events are appended by the store")

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("events are never deleted")


class AnsweredCommand(models.Model):
    """A command to which nothing had to happen: no event remembers its id, so this does."""

    id = models.BigAutoField(primary_key=True)
    stream = models.TextField()
    command_id = models.TextField()
    actor = models.TextField()
    command_digest = models.BinaryField()
    version = models.BigIntegerField()
    time = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stream", "command_id"], name="eventstore_answered"),
        )

    def __str__(self) -> str:
        return f"{self.command_id} to {self.stream}"


class PersonalText(models.Model):
    """Free text by or about a person. Events hold ``id`` and a salted digest, never the text.

    ``subject`` is the user id of the person whose wish erases it, no foreign key: this table
    outlives no user and knows none.
    """

    id = models.CharField(primary_key=True, max_length=40)
    subject = models.BigIntegerField(db_index=True)
    text = models.TextField()
    salt = models.BinaryField()

    def __str__(self) -> str:
        return f"personal text {self.id}"
