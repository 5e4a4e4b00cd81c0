"""The form that opens a free table."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

import engine

HOUSE, INVITE = "house", "invite"
LENGTHS = [("", _("As long as you like")), *((str(n), str(n)) for n in (4, 8, 12, 16, 20))]
_SEAT_CHOICES = [(HOUSE, _("House player")), (INVITE, _("Invite somebody"))]
RULESET_NAMES = {"championship-online": _("Championship, online")}


def _rulesets() -> list[tuple[str, object]]:
    return [(slug, RULESET_NAMES.get(slug, slug)) for slug in engine.rulesets.names()]


class TableForm(forms.Form):
    """The opener sits South; the other seats are for house players or for invited people."""

    ruleset = forms.ChoiceField(label=_("Rules"), choices=_rulesets)
    length = forms.TypedChoiceField(
        label=_("Number of deals"), choices=LENGTHS, required=False, coerce=int, empty_value=None
    )
    seat_W = forms.ChoiceField(label=_("On your left"), choices=_SEAT_CHOICES)
    seat_N = forms.ChoiceField(label=_("Opposite you"), choices=_SEAT_CHOICES)
    seat_E = forms.ChoiceField(label=_("On your right"), choices=_SEAT_CHOICES)
