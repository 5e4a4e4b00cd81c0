"""What the API itself refuses, before a service was asked.

What it looks like to whoever asked is said in ``tournaments.api.errors``, for all that is refused.
"""

from __future__ import annotations

from rest_framework import exceptions, status

NOT_THERE = "no_such_"


class ApiRefused(exceptions.APIException):
    def __init__(self, code: str, status: int, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.status_code = status
        self.facts = detail


def missing(what: str) -> ApiRefused:
    """What is not there, or must not be known to be there."""
    return ApiRefused(f"{NOT_THERE}{what}", status.HTTP_404_NOT_FOUND)
