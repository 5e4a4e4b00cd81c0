"""What is sent to a club: the shape in which it is read, and described in the schema."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from clubs import sheets
from clubs.api.serializers import COLUMNS, JOIN_AS, NAMED, ROLES
from clubs.api.shapes import Reason, Shape
from clubs.club_forms import ZONES
from clubs.domain import meetings, wants
from clubs.domain.club import FULL
from clubs.models import Language
from clubs.services import evenings, founding, links, people

LANGUAGES = [word for word in Language.values if word]
KEY = 40
OWN = _("A member's key; left out, your own.")


class Rules(Shape):
    ruleset = serializers.CharField(max_length=KEY)
    options = serializers.DictField(default=dict)


class NewClub(Rules):
    name = serializers.CharField(max_length=80)
    place = serializers.CharField(max_length=80, allow_blank=True, default="")
    own_name = serializers.CharField(
        max_length=founding.MOST_NAME, help_text=_("What the club's list calls you.")
    )
    zone = serializers.ChoiceField(choices=ZONES, default=ZONES[0])
    language = serializers.ChoiceField(choices=LANGUAGES, default="nl")


class Description(Shape):
    name = serializers.CharField(max_length=80)
    place = serializers.CharField(max_length=80, allow_blank=True, default="")
    about = serializers.CharField(max_length=founding.MOST_ABOUT, allow_blank=True, default="")


class NewRecord(Shape):
    """All of a record: what is left out is empty then."""

    name = serializers.CharField(max_length=founding.MOST_NAME)
    nickname = serializers.CharField(max_length=founding.MOST_NAME, allow_blank=True, default="")
    number = serializers.CharField(max_length=wants.LONGEST_NUMBER, allow_blank=True, default="")
    note = serializers.CharField(max_length=people.MOST_NOTE, allow_blank=True, default="")
    shown = serializers.ChoiceField(choices=NAMED, default=FULL)


class Roles(Shape):
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=ROLES), min_length=1, max_length=len(ROLES)
    )


class Merge(Reason):
    gone = serializers.CharField(
        max_length=KEY, help_text=_("The record that becomes part of this one; without an account.")
    )


class Dues(Shape):
    year = serializers.IntegerField(min_value=wants.EARLIEST, max_value=wants.LATEST)
    paid = serializers.BooleanField()


class Application(Shape):
    name = serializers.CharField(max_length=founding.MOST_NAME)
    says = serializers.CharField(
        max_length=people.MOST_SAYS,
        allow_blank=True,
        default="",
        help_text=_("Read by whoever answers requests."),
    )


class Answer(Reason):
    accepted = serializers.BooleanField()
    claims = serializers.CharField(
        max_length=KEY,
        allow_blank=True,
        default="",
        help_text=_("The record without an account that is taken over, in place of a new one."),
    )


class NewInvitation(Shape):
    role = serializers.ChoiceField(choices=JOIN_AS, default=JOIN_AS[0])
    uses = serializers.IntegerField(min_value=1, max_value=wants.MOST_USES, default=1)
    days = serializers.IntegerField(min_value=1, max_value=links.MOST_DAYS, default=14)


class Token(Shape):
    token = serializers.CharField(max_length=80, help_text=_("What the link ends with."))


class Reading(Shape):
    """How a file is read; what is left out is as it seems."""

    heading = serializers.BooleanField(
        required=False, help_text=_("Whether the first row names the columns.")
    )
    columns = serializers.ListField(
        child=serializers.ChoiceField(choices=COLUMNS, allow_blank=True),
        max_length=sheets.MOST_COLUMNS,
        required=False,
        help_text=_("What each column holds; empty for one that is left out."),
    )
    everybody = serializers.BooleanField(
        default=False, help_text=_("Also rows that look like somebody who is there already.")
    )


class Dates(Shape):
    first = serializers.DateField()
    at = serializers.TimeField(help_text=_("On the clock of the club's zone."))
    every = serializers.ChoiceField(choices=evenings.EVERY, default=evenings.ONCE)
    times = serializers.IntegerField(min_value=1, max_value=meetings.MOST_DATES, default=1)
    places = serializers.IntegerField(
        min_value=0,
        max_value=meetings.MOST_PLACES,
        default=0,
        help_text=_("0: as many as come."),
    )


class Who(Shape):
    member = serializers.CharField(max_length=KEY, allow_blank=True, default="", help_text=OWN)


class SeveralMembers(Shape):
    members = serializers.ListField(
        child=serializers.CharField(max_length=KEY),
        min_length=1,
        max_length=meetings.MOST_PLACES,
        help_text=_("Keys of members, with or without an account."),
    )


class NewGuest(Who):
    name = serializers.CharField(max_length=founding.MOST_NAME)


class Attendance(Shape):
    present = serializers.ListField(
        child=serializers.CharField(max_length=KEY),
        max_length=1000,
        help_text=_("Keys of members and guests; all who were there."),
    )


def record(told: Any) -> people.Record:
    return people.Record(**told)
