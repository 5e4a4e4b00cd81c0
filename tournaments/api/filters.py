"""What a list may be narrowed by. A parameter that nobody knows is refused, not passed over."""

from __future__ import annotations

import django_filters
from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.api.base import LONGEST
from tournaments.models import Board, Entry, Result, Standing, Tournament


def called(search: str, path: str = "") -> Q:
    """Entries under whose name somebody plays; a user name counts only where others see it."""
    people = get_user_model().objects.filter(
        Q(display_name__icontains=search) | Q(display_name="", username__icontains=search)
    )
    house = {f"{path}user_id__isnull": True, f"{path}name__icontains": search}
    return Q(**{f"{path}user_id__in": people.values("pk")}) | Q(**house)


class TournamentFilters(django_filters.FilterSet):
    status = django_filters.MultipleChoiceFilter(
        choices=[(name, name) for name in Tournament.STATUSES],
        help_text=_("In this state; may be given more than once."),
    )
    search = django_filters.CharFilter(
        field_name="title",
        lookup_expr="icontains",
        max_length=LONGEST,
        help_text=_("These letters in the title."),
    )

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()


# "from" is a word of Python's own.
TournamentFilters.base_filters["from"] = django_filters.IsoDateTimeFilter(
    field_name="starts",
    lookup_expr="gte",
    help_text=_("Starts at this moment or later (ISO 8601)."),
)


class EntryFilters(django_filters.FilterSet):
    search = django_filters.CharFilter(
        method="by_name", max_length=LONGEST, help_text=_("These letters in the name.")
    )
    status = django_filters.ChoiceFilter(
        choices=[(name, name) for name in (Entry.ACTIVE, Entry.WITHDRAWN)],
        help_text=_("Still in, or withdrawn."),
    )
    standing = django_filters.BooleanFilter(help_text=_("Ranked, or only filling a seat."))

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ()

    def by_name(self, found: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        return found.filter(called(value))


class BoardFilters(django_filters.FilterSet):
    session = django_filters.CharFilter(
        field_name="session__name", max_length=16, help_text=_("Of this session.")
    )
    round = django_filters.NumberFilter(field_name="round__number", help_text=_("Of this round."))
    released = django_filters.BooleanFilter(
        field_name="released",
        lookup_expr="isnull",
        exclude=True,
        help_text=_("Released already, or not yet."),
    )

    class Meta:
        model = Board
        fields: tuple[str, ...] = ()


class GameFilters(django_filters.FilterSet):
    session = django_filters.CharFilter(
        field_name="board__session__name", max_length=16, help_text=_("Of this session.")
    )
    round = django_filters.NumberFilter(
        field_name="board__round__number", help_text=_("Of this round.")
    )
    board = django_filters.NumberFilter(
        field_name="board__number", help_text=_("The board with this number in its session.")
    )
    table = django_filters.NumberFilter(
        field_name="table__number", help_text=_("The table with this number.")
    )

    class Meta:
        model = Result
        fields: tuple[str, ...] = ()


class StandingFilters(django_filters.FilterSet):
    search = django_filters.CharFilter(
        method="by_name", max_length=LONGEST, help_text=_("These letters in the name.")
    )
    entry = django_filters.BaseInFilter(
        field_name="entry_id", help_text=_("These entries, with commas between them.")
    )
    rank_min = django_filters.NumberFilter(
        field_name="rank", lookup_expr="gte", help_text=_("This rank or lower down.")
    )
    rank_max = django_filters.NumberFilter(
        field_name="rank", lookup_expr="lte", help_text=_("This rank or higher up.")
    )

    class Meta:
        model = Standing
        fields: tuple[str, ...] = ()

    def by_name(self, found: QuerySet[Standing], name: str, value: str) -> QuerySet[Standing]:
        return found.filter(called(value, "entry__"))
