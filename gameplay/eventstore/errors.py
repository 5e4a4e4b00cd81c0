"""Refusals of the store: a slug for programs, facts for logs, English for people who read logs."""

from __future__ import annotations


class StoreError(Exception):
    """``code`` is a slug, ``detail`` holds facts that can be written as JSON."""

    def __init__(self, code: str, detail: dict[str, object], message: str) -> None:
        super().__init__(message)
        self.code = code
        self.detail = detail
        self.message = message


class StaleVersion(StoreError):
    """Somebody else appended first: load what is new, decide again or tell the client."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            "stale_version",
            {"stream": stream, "expected": expected, "actual": actual},
            f"{stream} is at version {actual}, not {expected}",
        )
        self.stream = stream
        self.expected = expected
        self.actual = actual


class AlreadyDone(StoreError):
    """The very same command of the same actor is in the stream; ``version`` is where it led."""

    def __init__(self, stream: str, command_id: str, version: int) -> None:
        super().__init__(
            "already_done",
            {"stream": stream, "command_id": command_id, "version": version},
            f"command {command_id} led {stream} to version {version} before",
        )
        self.stream = stream
        self.version = version


class CommandIdReused(StoreError):
    """The command id stands in the stream for another actor or for other content."""

    def __init__(self, stream: str, command_id: str) -> None:
        super().__init__(
            "command_id_reused",
            {"stream": stream, "command_id": command_id},
            f"command id {command_id} was used in {stream} for something else",
        )


class NotCanonical(StoreError):
    """A value that has no one canonical JSON form: a float, a huge integer, half a character."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__("not_canonical", {"where": where, "reason": reason}, f"{where}: {reason}")


class BadField(StoreError):
    """A stream, type, actor, cause, id or text that cannot be stored as it is."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__("bad_field", {"field": field, "reason": reason}, f"{field}: {reason}")


class UnknownEvent(StoreError):
    """No code knows this type at this schema version; newer code may have written it."""

    def __init__(self, type_: str, schema: int) -> None:
        super().__init__(
            "unknown_event", {"type": type_, "schema": schema}, f"unknown event {type_} v{schema}"
        )
