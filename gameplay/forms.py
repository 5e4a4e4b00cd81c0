"""The form that opens a free table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import engine
from engine import rulesets
from gameplay import option_fields, rule_texts
from gameplay.events import BETWEEN, OPEN, OWN, SHUT, UNIFORM
from gameplay.texts import text_for
from gameplay.time_controls import BRISK, CALM, LEAST_SECONDS, MOST_SECONDS, TimeControl

HOUSE, INVITE = "house", "invite"
# Multiples of three, four, five and six: everybody deals, and sits out, equally often.
LENGTHS = [
    ("", _("As long as you like")),
    *((str(n), str(n)) for n in (3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24)),
]
THREE = 3
PLAYERS = [
    ("3", _("Three, and a fourth hand on your left")),
    ("4", _("Four")),
    ("5", _("Five: who deals sits out")),
    ("6", _("Six: who deals and who sits opposite sit out")),
]
FORMS = {
    "rene": _("René: closed, and played by each in turn"),
    "blinde": _("The blinde: open after the bidding"),
    "strohmann": _("The Strohmann: open, and played by its partner"),
}
DEALING = [
    (UNIFORM, _("Every deal anew, by the computer")),
    (OWN, _("By hand: gathered, cut and not shuffled")),
]
CHATS = [
    (BETWEEN, _("Between the boards")),
    (OPEN, _("Always, during play too")),
    (SHUT, _("Not at all")),
]
AGREED, NEVER = "agreed", "never"
UNDOS = [(AGREED, _("If everybody at the table agrees")), (NEVER, _("Never"))]
OFF, OTHER = "off", "other"
TIMES = [
    (OFF, _("No clock")),
    ("calm", _("Calm: 45 seconds each time, and 3 minutes in reserve for a board")),
    ("brisk", _("Brisk: 15 seconds each time, and 1 minute in reserve for a board")),
    (OTHER, _("Other seconds, to be filled in below")),
]
_TIME_CONTROLS = {"calm": CALM, "brisk": BRISK}
# Of a table with seconds of its own: who has been gone for a minute is stood in for.
AWAY = 60
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
    players = TypedChoice(
        label=_("Number of players"),
        choices=PLAYERS,
        initial=4,
        required=False,
        coerce=int,
        empty_value=4,
    )
    form = Choice(
        label=_("The fourth hand of three players"),
        choices=[("", _("As these rules have it")), *FORMS.items()],
        required=False,
    )
    length = TypedChoice(
        label=_("Number of deals"), choices=LENGTHS, required=False, coerce=int, empty_value=None
    )
    dealing = Choice(
        label=_("Dealing"),
        choices=DEALING,
        required=False,
        help_text=_(
            "By hand, the cards are those of the deal before, in the packets these rules are used"
            " to. Who remembers the tricks can work out a good deal: it is for friends who like it"
            " that way."
        ),
    )
    dessert = Choice(label=_("Last deal"), choices=option_fields.DESSERTS, required=False)
    chat = Choice(
        label=_("Chat at the table"),
        choices=CHATS,
        initial=BETWEEN,
        required=False,
        help_text=_("Where the rules let players confer about the cards, they always may."),
    )
    undo = Choice(
        label=_("Taking back"),
        choices=UNDOS,
        initial=AGREED,
        required=False,
        help_text=_("Your own last bid or card, as long as it has shown nothing new."),
    )
    time = Choice(
        label=_("Time to think"),
        choices=TIMES,
        initial=OFF,
        required=False,
        help_text=_(
            "Whose time is out, or who has had no connection for a minute, has a house player act"
            " for him until he is back."
        ),
    )
    seconds = forms.IntegerField(
        label=_("Seconds each time"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
        required=False,
    )
    reserve = forms.IntegerField(
        label=_("Seconds in reserve for a board"),
        min_value=0,
        max_value=MOST_SECONDS,
        required=False,
    )
    seat_W = Choice(label=_("On your left"), choices=_SEAT_CHOICES)
    seat_N = Choice(label=_("Opposite you"), choices=_SEAT_CHOICES)
    seat_E = Choice(label=_("On your right"), choices=_SEAT_CHOICES)
    seat_5 = Choice(label=_("Fifth player"), choices=_SEAT_CHOICES, required=False)
    seat_6 = Choice(label=_("Sixth player"), choices=_SEAT_CHOICES, required=False)

    MAIN = (
        "players",
        "form",
        "length",
        "dealing",
        "dessert",
        "chat",
        "undo",
        "time",
        "seconds",
        "reserve",
        "seat_W",
        "seat_N",
        "seat_E",
        "seat_5",
        "seat_6",
    )

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
        self._check_length()
        self._check_form()
        self._check_dessert()
        self._check_time()
        return super().clean()

    def time_control(self) -> TimeControl | None:
        """How much time there is at the table; none where everybody has all he wants."""
        word = self.cleaned_data["time"] or OFF
        if word != OTHER:
            return _TIME_CONTROLS.get(word)
        reserve = self.cleaned_data["reserve"] or 0
        return TimeControl(self.cleaned_data["seconds"], reserve, away=AWAY)

    def _check_time(self) -> None:
        """Seconds of one's own where they were asked for, and nowhere else."""
        own = self.cleaned_data.get("time") == OTHER
        if own and not self.cleaned_data.get("seconds") and "seconds" not in self.errors:
            self.add_error("seconds", ValidationError(_("How many seconds?"), "required"))
        for name in ("seconds", "reserve"):
            if not own and self.cleaned_data.get(name):
                unheard = _("Choose “Other seconds” above for this to count.")
                self.add_error(name, ValidationError(unheard, "unheard"))

    def _check_dessert(self) -> None:
        """A pass game that the rules know, at a table whose last deal is known."""
        word, slug = self.cleaned_data.get("dessert"), self.cleaned_data.get("ruleset")
        if not word or slug is None:
            return
        if not self.cleaned_data.get("length"):
            self.add_error("dessert", ValidationError(text_for("bad_dessert"), "bad_dessert"))
        try:
            rulesets.get(slug).scheduled(word)
        except engine.SetupError as refusal:
            code = refusal.code
            self.add_error("dessert", ValidationError(text_for(code), code))

    def _check_form(self) -> None:
        """Three play in a form that the rules know; the first one if nobody chose."""
        form, slug = self.cleaned_data.get("form", ""), self.cleaned_data.get("ruleset")
        if self.cleaned_data.get("players") != THREE:
            if form:
                none = _("Only three players have a fourth hand.")
                self.add_error("form", ValidationError(none, "for_three"))
            return
        if slug is None:
            return
        known = [one.slug for one in rulesets.get(slug).forms]
        if not known:
            having = [each for each in rulesets.names() if rulesets.get(each).forms]
            names = ", ".join(rule_texts.ruleset_name(each) for each in having)
            self.add_error(
                "players",
                ValidationError(
                    _("These rules do not say how three can play. You can take: %(rules)s."),
                    code="unknown_form",
                    params={"rules": names},
                ),
            )
        elif form and form not in known:
            self.add_error(
                "form",
                ValidationError(
                    _("These rules know another fourth hand: %(forms)s."),
                    code="unknown_form",
                    params={"forms": ", ".join(str(FORMS[one]) for one in known)},
                ),
            )
        else:
            self.cleaned_data["form"] = form or known[0]

    def _check_length(self) -> None:
        players, length = self.cleaned_data.get("players"), self.cleaned_data.get("length")
        if not players or not length or length % players == 0:
            return
        fitting = [int(n) for n, _label in LENGTHS if n and int(n) % players == 0]
        self.add_error(
            "length",
            ValidationError(
                _(
                    "With %(players)s players the number of deals is a multiple of %(players)s,"
                    " so that everybody deals equally often. Did you mean %(nearest)s?"
                ),
                code="bad_length",
                params={
                    "players": players,
                    "nearest": min(fitting, key=lambda n: (abs(n - length), -n)),
                },
            ),
        )
