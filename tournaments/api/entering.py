"""Several people entered in one request by who leads, and where one of them plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import changes
from clubs.api.errors import ApiRefused
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Shape
from tournaments.api.base import ApiView, named
from tournaments.api.bodies import Place
from tournaments.api.permissions import IsOrganizer
from tournaments.api.serializers import PLACES, EntryLine
from tournaments.api.writes import command
from tournaments.domain import movement
from tournaments.models import Entry
from tournaments.services import entering, registration

__all__ = ["PlaceView", "SeveralView"]


class Someone(Shape):
    """A member of the club that holds it, or somebody without an account who plays in the hall."""

    member = serializers.CharField(
        max_length=40, required=False, help_text=_("The key of the member's record.")
    )
    name = serializers.CharField(
        max_length=registration.LONGEST_NAME,
        required=False,
        help_text=_("A person without an account, who plays in the hall."),
    )
    place = serializers.ChoiceField(
        choices=PLACES, required=False, help_text=_("In a hybrid event; left out, online.")
    )

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            for name in data:
                if name not in self.fields:
                    known = sorted(self.fields)
                    raise ApiRefused("unknown_field", 400, name=str(name)[:80], known=known)
        return super().to_internal_value(data)

    def validate(self, attrs: Any) -> Any:
        if "member" in attrs and "name" in attrs:
            raise ApiRefused("unknown_field", 400, name="name", known=["member"])
        if "member" not in attrs and "name" not in attrs:
            raise ApiRefused("missing_field", 400, name="member")
        return attrs


class NewEntries(Shape):
    people = Someone(many=True, min_length=1, max_length=movement.MAX_PLAYERS)


class Came(Shape):
    happened = serializers.ChoiceField(
        choices=entering.HAPPENED, help_text=_("withdrawn: he stays away until he enters himself.")
    )
    entry = EntryLine()


class Entered(Shape):
    people = Came(many=True, help_text=_("In the order in which they were sent."))


class SeveralView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "enter_several",
        _("Enter several people: all of them, or nobody where one cannot be; names need a key"),
        Entered,
        tag="entries",
        sent=NewEntries,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        people = [entering.Wanted(**each) for each in sent(request, NewEntries)["people"]]
        if any(each.name for each in people) and not idempotency_key(request):
            raise ApiRefused("idempotency_key_missing", 400)
        came = entering.enter_several(row.key, people, **command(request))
        rows = Entry.objects.in_bulk([each.entry for each in came])
        context = named(rows.values())
        told = [
            {
                "happened": each.happened,
                "entry": EntryLine(rows[each.entry], context=context).data,
            }
            for each in came
        ]
        return Response({"people": told})


class PlaceView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "place_entry",
        _("Say where an entry of a hybrid event plays, before the seats are drawn"),
        EntryLine,
        tag="entries",
        sent=Place,
    )
    def post(self, request: Request, key: str, entry: str) -> Response:
        row = found(self.tournament().entries.all(), "entry", pk=entry)
        place = sent(request, Place)["place"]
        registration.place_entry(key, entry=row.key, place=place, **command(request))
        row.refresh_from_db()
        return Response(self.entry_line(row))
