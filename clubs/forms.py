from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.translation import ngettext_lazy

from clubs.models import User

# Django's own catalogues have not followed a change of this text; named here, it is in ours.
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)


class SettingsForm(forms.ModelForm):
    class Meta:
        model = User
        fields: ClassVar[list[str]] = [
            "display_name",
            "language",
            "theme",
            "card_index",
            "card_size",
            "four_colour",
            "confirm_play",
            "fast_play",
            "sound",
        ]
