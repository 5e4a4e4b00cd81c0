"""Shapes that every part of the API has."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

REASON_LENGTH = 500

Shape = serializers.Serializer[Any]


class Problem(Shape):
    code = serializers.CharField(help_text=_("For programs; does not change."))
    message = serializers.CharField(help_text=_("For people, in the language asked for."))
    detail = serializers.DictField(help_text=_("Facts that belong to the code."))


class Nothing(Shape):
    """No content is expected."""


class Reason(Shape):
    reason = serializers.CharField(
        max_length=REASON_LENGTH,
        allow_blank=True,
        default="",
        help_text=_("Kept apart from the events, so that it can be erased."),
    )
