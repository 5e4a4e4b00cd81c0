"""The form that opens a free table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine import rulesets
from gameplay import option_fields

HOUSE, INVITE = "house", "invite"
LENGTHS = [("", _("As long as you like")), *((str(n), str(n)) for n in (4, 8, 12, 16, 20))]
_SEAT_CHOICES = [(HOUSE, _("House player")), (INVITE, _("Invite somebody"))]
CSRF_FIELD = "csrfmiddlewaretoken"
# What is repeated of a word that nobody knows.
LONGEST = 40


def _refusal(message: object, given: str, known: Iterable[str], code: str) -> ValidationError:
    (nearest,) = difflib.get_close_matches(given[:LONGEST], list(known), n=1, cutoff=0)
    return ValidationError(
        message, code=code, params={"given": given[:LONGEST], "nearest": nearest}
    )


class NamesNearest:
    """A choice that does not exist is answered with the one that was probably meant."""

    def validate(self: Any, value: str) -> None:
        if value and not self.valid_value(value):
            raise _refusal(
                _("“%(given)s” cannot be chosen here. Did you mean “%(nearest)s”?"),
                value,
                [str(choice) for choice, _label in self.choices if choice],
                "invalid_choice",
            )
        super().validate(value)  # type: ignore[misc]


class Choice(NamesNearest, forms.ChoiceField):
    pass


class TypedChoice(NamesNearest, forms.TypedChoiceField):
    pass


class TableForm(option_fields.ChoosesRules):
    """The opener sits South; the other seats are for house players or for invited people.

    Fields that are not the form's are refused: a misspelt one would be a wish not heard.
    """

    ruleset = Choice(label=_("Rules"), choices=option_fields.choices, initial=rulesets.DEFAULT)
    length = TypedChoice(
        label=_("Number of deals"), choices=LENGTHS, required=False, coerce=int, empty_value=None
    )
    seat_W = Choice(label=_("On your left"), choices=_SEAT_CHOICES)
    seat_N = Choice(label=_("Opposite you"), choices=_SEAT_CHOICES)
    seat_E = Choice(label=_("On your right"), choices=_SEAT_CHOICES)

    MAIN = ("length", "seat_W", "seat_N", "seat_E")

    def clean(self) -> dict[str, Any]:
        for key in self.data:
            if key not in self.fields and key != CSRF_FIELD:
                self.add_error(
                    None,
                    _refusal(
                        _("There is no field “%(given)s” here. Did you mean “%(nearest)s”?"),
                        key,
                        self.fields,
                        "unknown_field",
                    ),
                )
        return super().clean()
