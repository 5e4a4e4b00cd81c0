from __future__ import annotations

from typing import ClassVar

from django import forms

from clubs.models import User


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
