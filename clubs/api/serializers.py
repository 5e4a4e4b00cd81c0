"""Shapes of clubs that go out. Names are as their person wants them; a user's id is in none."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from clubs.api.shapes import Shape
from clubs.domain import roles
from clubs.domain.club import (
    ACCEPTED,
    ACTIVE,
    ERASED,
    LEFT,
    MERGED,
    REFUSED,
    SHOWN,
    UNDONE,
    WAITING,
)
from clubs.services import importing

# Each has a name in the schema: see SPECTACULAR_SETTINGS.
ROLES = list(roles.POWERS)
POWERS = list(roles.EVERY_POWER)
MEMBER_STATES = [ACTIVE, LEFT, ERASED, UNDONE, MERGED]
REQUEST_STATES = [WAITING, ACCEPTED, REFUSED]
NAMED = list(SHOWN)
JOIN_AS = list(roles.JOIN_AS)
COLUMNS = list(importing.MEANINGS)

MEMBER = _("The key of a record in this club.")


class ClubLine(Shape):
    key = serializers.CharField()
    url = serializers.SerializerMethodField()
    name = serializers.CharField()
    place = serializers.CharField()
    zone = serializers.CharField(help_text=_("The time zone of its wall clock."))
    language = serializers.CharField()
    ruleset = serializers.CharField(help_text=_("Of the house rules that hold now."))
    members = serializers.IntegerField(source="members_count")
    founded = serializers.DateTimeField()

    def get_url(self, row: Any) -> str:
        return reverse("api:club", args=[row["key"] if isinstance(row, dict) else row.key])


class RulesLine(Shape):
    number = serializers.IntegerField()
    ruleset = serializers.CharField()
    name = serializers.CharField(help_text=_("For people."))
    options = serializers.DictField(help_text=_("Options of the rules that were chosen."))
    options_sha256 = serializers.CharField()
    since = serializers.DateTimeField()


class DateLine(Shape):
    evening = serializers.CharField()
    starts = serializers.DateTimeField()
    places = serializers.IntegerField(help_text=_("0: as many as come."))
    coming = serializers.IntegerField(help_text=_("Who waits for a place is counted too."))


class You(Shape):
    member = serializers.CharField(allow_null=True, help_text=MEMBER)
    roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    powers = serializers.ListField(
        child=serializers.ChoiceField(choices=POWERS), help_text=_("What you may do here.")
    )
    request = serializers.ChoiceField(
        choices=REQUEST_STATES,
        allow_null=True,
        help_text=_("What became of your last request to join."),
    )


class ClubDetail(ClubLine):
    about = serializers.CharField()
    rules = RulesLine()
    evenings = DateLine(many=True, help_text=_("The next five."))
    you = You()


class HistoryLine(Shape):
    at = serializers.DateTimeField()
    who = serializers.CharField()
    what = serializers.CharField()
    why = serializers.CharField()


class History(Shape):
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = HistoryLine(many=True)


class MemberRecord(Shape):
    """What the club has written down."""

    full = serializers.CharField(
        allow_null=True, help_text=_("Null for whoever does not keep the records.")
    )
    note = serializers.CharField(allow_null=True)
    number = serializers.CharField()
    shown = serializers.ChoiceField(
        choices=NAMED, help_text=_("Somebody with an account chooses under Settings.")
    )
    paid = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("The years that were paid.")
    )
    account = serializers.BooleanField()
    joined = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=MEMBER_STATES)


class MemberLine(Shape):
    member = serializers.CharField(help_text=MEMBER)
    url = serializers.CharField()
    name = serializers.CharField(help_text=_("As this person wants to be named."))
    nickname = serializers.CharField(help_text=_("On the slip."))
    roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    record = MemberRecord(
        allow_null=True, help_text=_("Your own, or for whoever keeps the records.")
    )


class RequestLine(Shape):
    request = serializers.CharField()
    name = serializers.CharField()
    says = serializers.CharField()
    asked = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=REQUEST_STATES)
    likely = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("Records without an account that have this very name."),
    )


class InvitationLine(Shape):
    invitation = serializers.CharField()
    role = serializers.ChoiceField(choices=JOIN_AS, help_text=_("What somebody joins as."))
    uses = serializers.IntegerField(help_text=_("So many people can join by it."))
    used = serializers.IntegerField()
    made = serializers.DateTimeField()
    expires = serializers.DateTimeField()
    revoked = serializers.DateTimeField(allow_null=True)


class NewLink(InvitationLine):
    """The only time that the token is told: it is nowhere kept."""

    token = serializers.CharField(help_text=_("Whoever has it can join."))
    link = serializers.CharField(help_text=_("A page for people; it joins nobody by being read."))
    code = serializers.CharField(help_text=_("The link as a QR code: an SVG."))


class ImportLine(Shape):
    file = serializers.CharField()
    at = serializers.DateTimeField()
    count = serializers.IntegerField(help_text=_("So many of its records can be taken back."))


class Column(Shape):
    title = serializers.CharField(help_text=_("Empty where the first row names no columns."))
    means = serializers.ChoiceField(choices=COLUMNS, allow_blank=True)
    examples = serializers.ListField(child=serializers.CharField())


class NewRow(Shape):
    row = serializers.IntegerField(help_text=_("Of the rows that are not empty."))
    name = serializers.CharField()
    nickname = serializers.CharField()
    number = serializers.CharField(help_text=_("Empty: the next one."))
    note = serializers.CharField()


class DoubleRow(Shape):
    row = serializers.IntegerField(help_text=_("Of the rows that are not empty."))
    name = serializers.CharField()
    same_number = serializers.BooleanField(help_text=_("The number is taken, not just the name."))
    in_file = serializers.BooleanField(help_text=_("Like a row above it."))


class Preview(Shape):
    """What would come of a file; nothing is done yet. It is forgotten after a day."""

    file = serializers.CharField()
    url = serializers.CharField()
    heading = serializers.BooleanField()
    columns = Column(many=True)
    everybody = serializers.BooleanField()
    problem = serializers.CharField(
        allow_null=True, help_text=_("The code of what stands in the way.")
    )
    new = serializers.IntegerField(help_text=_("So many records would be made."))
    first = NewRow(many=True, help_text=_("The first of them."))
    doubles = DoubleRow(
        many=True, help_text=_("Left out, unless everybody is wanted: they are there already.")
    )
    nameless = serializers.IntegerField(help_text=_("Rows without a name, which are left out."))


class Played(Shape):
    tournament = serializers.CharField()
    url = serializers.CharField()
    title = serializers.CharField()


class EveningLine(DateLine):
    url = serializers.CharField()
    cancelled = serializers.DateTimeField(allow_null=True)
    you_come = serializers.BooleanField()
    tournaments = Played(many=True, help_text=_("What was made of it; each has its ranking."))


WAITS = _("Where he stands among those who wait for a place; 0 for whoever has one.")


class Comer(Shape):
    key = serializers.CharField(help_text=_("Of a member's record, or of a guest."))
    name = serializers.CharField()
    guest_of = serializers.CharField(allow_null=True, help_text=_("The name of who brings him."))
    waits = serializers.IntegerField(help_text=WAITS)
    was_there = serializers.BooleanField(
        allow_null=True, help_text=_("Null before it was noted, and for whoever may not note it.")
    )


class EveningDetail(EveningLine):
    why = serializers.CharField(help_text=_("Why it was called off."))
    list = Comer(many=True, help_text=_("In the order of signing up; guests after members."))


SIGNED_UP, THERE_ALREADY, SIGNED_OFF = "signed_up", "there_already", "signed_off"
OF_SIGNING_UP = [SIGNED_UP, THERE_ALREADY, SIGNED_OFF]


class SignedUp(Shape):
    member = serializers.CharField(help_text=MEMBER)
    name = serializers.CharField()
    happened = serializers.ChoiceField(
        choices=OF_SIGNING_UP,
        help_text=_("signed_off: since this was sent under the same key before."),
    )
    waits = serializers.IntegerField(help_text=WAITS)


class SignedUpSeveral(Shape):
    people = SignedUp(many=True, help_text=_("In the order in which they were sent."))
    evening = EveningDetail()


class PlannedEvenings(Shape):
    evenings = EveningLine(many=True)
