"""A director's rulings about scores: what was ruled, and ruling and taking back.

Everybody reads what was ruled about released boards, without the words of why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused
from clubs.api.sending import sent
from clubs.api.shapes import Reason, Shape
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsOrganizer
from tournaments.api.writes import command
from tournaments.models import Ruling
from tournaments.services import rulings

__all__ = ["RulingView", "RulingsView"]

KINDS = (
    Ruling.ADJUSTED,
    Ruling.PENALTY,
    Ruling.FOULED,
    Ruling.SEATS,
    Ruling.TURNED,
    Ruling.AMENDED,
)


class RulingLine(Shape):
    ruling = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(choices=KINDS)
    session = serializers.CharField(source="board.session.name", default=None, allow_null=True)
    board = serializers.IntegerField(source="board.number", default=None, allow_null=True)
    entry = serializers.CharField(source="entry_id", allow_null=True)
    table = serializers.IntegerField(allow_null=True, help_text=_("The number of the table."))
    what = serializers.DictField(help_text=_("What was decided, by kind."))
    made = serializers.DateTimeField()
    undone = serializers.DateTimeField(allow_null=True, help_text=_("When it was taken back."))

    def get_ruling(self, row: Ruling) -> str:
        return row.key.partition(":")[2]


class NewOutcome(Shape):
    points = serializers.IntegerField()
    weight = serializers.CharField(max_length=20, default="1", help_text=_("1/3 or 0.5."))


class NewRuling(Reason):
    kind = serializers.ChoiceField(choices=KINDS)
    session = serializers.CharField(max_length=40, required=False)
    board = serializers.IntegerField(required=False)
    entry = serializers.CharField(max_length=40, required=False)
    award = serializers.CharField(
        max_length=4, required=False, help_text=_("AVE+, AVE or AVE-, in place of outcomes.")
    )
    outcomes = NewOutcome(many=True, required=False)
    percent = serializers.CharField(max_length=20, required=False)
    points = serializers.CharField(max_length=20, required=False)
    tables = serializers.ListField(child=serializers.IntegerField(), max_length=100, required=False)
    from_table = serializers.IntegerField(required=False)
    variant = serializers.CharField(max_length=16, required=False)
    seats = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(max_length=40), max_length=4),
        required=False,
        help_text=_("By number of the table, the entries that held N, E, S and W."),
    )
    table = serializers.IntegerField(required=False)
    turn = serializers.IntegerField(required=False)
    facts = serializers.DictField(
        required=False, help_text=_("The result, as tables in the hall write it down.")
    )


Fields = Mapping[str, Any]
BOARD = ("session", "board")
ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Ruling.ADJUSTED: ((*BOARD, "entry"), ("award", "outcomes")),
    Ruling.PENALTY: (("entry",), ("percent", "points")),
    Ruling.FOULED: (BOARD, ("tables", "from_table", "variant")),
    Ruling.SEATS: ((*BOARD, "seats"), ()),
    Ruling.TURNED: ((*BOARD, "table", "turn"), ()),
    Ruling.AMENDED: ((*BOARD, "table", "facts"), ()),
}
"""For each kind what it needs, and what it may have."""

SERVICES: Mapping[str, Callable[..., str]] = {
    Ruling.ADJUSTED: rulings.adjust,
    Ruling.PENALTY: rulings.penalise,
    Ruling.FOULED: rulings.foul,
    Ruling.SEATS: rulings.correct_seats,
    Ruling.TURNED: rulings.turn_tray,
    Ruling.AMENDED: rulings.amend,
}


def asked(given: Fields) -> dict[str, Any]:
    """The fields of this kind of ruling, as its service takes them.

    :raises ApiRefused: a field is missing, or belongs to another kind.
    """
    needed, allowed = ASKED[given["kind"]]
    fields = {name: value for name, value in given.items() if name not in ("kind", "reason")}
    for name in fields:
        if name not in needed and name not in allowed:
            raise ApiRefused("unknown_field", 400, name=name, known=sorted((*needed, *allowed)))
    for name in needed:
        if name not in fields:
            raise ApiRefused("missing_field", 400, name=name)
    if "outcomes" in fields:
        fields["outcomes"] = [(one["points"], one["weight"]) for one in fields["outcomes"]]
    if "seats" in fields:
        fields["seats"] = {_number(table): four for table, four in fields["seats"].items()}
    return fields


def _number(table: str) -> int:
    if not (table.isascii() and table.isdecimal() and len(table) < 5):
        raise ApiRefused("bad_number", 400, name="seats")
    return int(table)


def by(request: Request) -> dict[str, Any]:
    """Whose ruling it is, as services of rulings take it."""
    told = command(request)
    del told["actor"]
    return {**told, "user_id": request.user.pk}


class RulingsView(ApiView):
    permission_classes = (IsOrganizer,)
    queryset = Ruling.objects.all()
    paged = True

    @reads(
        "list_rulings",
        _("Rulings about scores, as they were made; of boards that are released"),
        RulingLine,
        tag="rulings",
        many=True,
    )
    def get(self, request: Request, key: str) -> Response:
        rows = self.tournament().rulings.select_related("board__session").order_by("number")
        told = rows.filter(Q(board=None) | Q(board__released__isnull=False))
        return self.page(told, RulingLine)

    @changes(
        "rule",
        _("Rule about a score, as organizer, with a reason"),
        RulingLine,
        tag="rulings",
        sent=NewRuling,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        given = sent(request, NewRuling)
        rule = SERVICES[given["kind"]]
        made = rule(row.key, **asked(given), reason=given["reason"], **by(request))
        if not made:
            raise ApiRefused("nothing_to_change", 409)
        return Response(_told(row.key, made), status=201)


class RulingView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "take_ruling_back",
        _("Take a ruling back, as organizer, with a reason"),
        RulingLine,
        tag="rulings",
        sent=Reason,
    )
    def post(self, request: Request, key: str, ruling: str) -> Response:
        row = self.tournament()
        reason = sent(request, Reason)["reason"]
        rulings.undo(row.key, ruling=ruling, reason=reason, **by(request))
        return Response(_told(row.key, ruling))


def _told(key: str, ruling: str) -> Mapping[str, Any]:
    rows = Ruling.objects.select_related("board__session")
    told: Mapping[str, Any] = RulingLine(found(rows, "ruling", pk=f"{key}:{ruling}")).data
    return told
