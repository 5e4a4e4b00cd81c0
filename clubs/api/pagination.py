from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView


class _Asked(serializers.Serializer[Any]):
    limit = serializers.IntegerField(min_value=1, required=False)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False)


class Pages(LimitOffsetPagination):
    """``limit`` and ``offset``; what is no such number is refused, not guessed at."""

    default_limit = 50
    max_limit = 200
    limit_query_description = _("How many at most.")
    offset_query_description = _("How many to pass over.")

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        asked = _Asked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page: list[Any] | None = super().paginate_queryset(queryset, request, view)
        return page


class RankingPages(Pages):
    """A whole championship fits on one page, for whoever asks."""

    default_limit = 100
    max_limit = 400
