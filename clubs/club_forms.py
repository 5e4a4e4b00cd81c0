"""Forms of a club: what it is, who belongs to it, when it meets."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs import texts
from clubs.domain import meetings, roles, wants
from clubs.domain.club import SHOWN
from clubs.models import Language
from clubs.services import evenings, founding, links, people

ZONES = (
    "Europe/Amsterdam",
    "Europe/Brussels",
    "Europe/Berlin",
    "America/Paramaribo",
    "America/Curacao",
)
_SHOWN = [(word, texts.SHOWN[word]) for word in SHOWN]


class FoundForm(forms.Form):
    form = forms.CharField(widget=forms.HiddenInput, max_length=40)
    """Which form it is: sent twice it makes one club."""
    name = forms.CharField(label=_("Name of the club"), max_length=80)
    place = forms.CharField(
        label=_("Home town"), max_length=80, required=False, help_text=_("Village or town.")
    )
    own_name = forms.CharField(
        label=_("Your name in this club"),
        max_length=founding.MOST_NAME,
        help_text=_("Only the club keeps it, with your record."),
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=[(zone, zone) for zone in ZONES])
    language = forms.ChoiceField(
        label=_("Language"), choices=[each for each in Language.choices if each[0]]
    )


class DescribeForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=80)
    place = forms.CharField(label=_("Home town"), max_length=80, required=False)
    about = forms.CharField(
        label=_("About the club"),
        max_length=founding.MOST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Where and when you play, and how somebody can come along. Plain text."),
    )


class JoinForm(forms.Form):
    name = forms.CharField(label=_("Your name"), max_length=founding.MOST_NAME)
    says = forms.CharField(
        label=_("For the secretary"),
        max_length=people.MOST_SAYS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Do you play here already? Then say under which name or number."),
    )


class NameForm(forms.Form):
    """For whoever joins by a link without an account."""

    form = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)
    """Which form it is: sent twice it makes one record."""
    name = forms.CharField(label=_("Your name"), max_length=founding.MOST_NAME)


class RecordForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=founding.MOST_NAME)
    nickname = forms.CharField(
        label=_("On the slip"),
        max_length=founding.MOST_NAME,
        required=False,
        help_text=_("The short name by which everybody knows this member."),
    )
    number = forms.CharField(
        label=_("Number"),
        max_length=wants.LONGEST_NUMBER,
        required=False,
        help_text=_("Left empty, it is the next one."),
    )
    note = forms.CharField(
        label=_("Remark"),
        max_length=people.MOST_NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Read by those who keep the records, and by the member as data about him."),
    )
    shown = forms.ChoiceField(
        label=_("Shown to others as"),
        choices=_SHOWN,
        help_text=_("As this person wants it. Somebody with an account chooses under Settings."),
    )

    def record(self) -> people.Record:
        return people.Record(**self.cleaned_data)


class InviteForm(forms.Form):
    role = forms.ChoiceField(
        label=_("Joins as"), choices=[(role, texts.ROLES[role]) for role in roles.JOIN_AS]
    )
    uses = forms.IntegerField(
        label=_("For how many people"), min_value=1, max_value=wants.MOST_USES, initial=1
    )
    days = forms.IntegerField(
        label=_("For how many days"), min_value=1, max_value=links.MOST_DAYS, initial=14
    )


class Hour(forms.TimeField):
    """“20:00”, “20.00” and “2000” alike."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "placeholder": "20:00", "autocomplete": "off"}
        super().__init__(
            widget=forms.TextInput(attrs=attrs), input_formats=["%H:%M", "%H:%M:%S"], **options
        )

    def to_python(self, value: Any) -> Any:
        text = re.sub(r"^(\d{1,2})[.:h ]?(\d\d)$", r"\1:\2", str(value or "").strip())
        return super().to_python(text)


class PlanForm(forms.Form):
    first = forms.DateField(
        label=_("First date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    at = Hour(label=_("Begins"))
    every = forms.ChoiceField(
        label=_("Again"),
        choices=[
            (evenings.ONCE, _("not: this date alone")),
            (evenings.WEEKLY, _("every week")),
            (evenings.FORTNIGHTLY, _("every second week")),
            (evenings.MONTHLY, _("every month, on the same weekday")),
        ],
    )
    times = forms.IntegerField(
        label=_("How many evenings"), min_value=1, max_value=meetings.MOST_DATES, initial=1
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=0,
        max_value=meetings.MOST_PLACES,
        initial=0,
        help_text=_("0: as many as come. Who signs up after the last place waits."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        last = timezone.now() + meetings.MOST_AHEAD
        self.fields["first"].widget.attrs["max"] = last.date().isoformat()


def default_zone() -> str:
    return settings.TIME_ZONE if settings.TIME_ZONE in ZONES else ZONES[0]
