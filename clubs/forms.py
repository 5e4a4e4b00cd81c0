from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.adapter import whose_address
from clubs.models import User

# Django's own catalogues have not followed a change of this text; named here, it is in ours.
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)

# Shorter than the list of Django's validators; what a password lacks they tell when it is sent.
PASSWORD_RULES = _("At least 8 characters, not only digits and not easy to guess.")


class SignupForm(allauth.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["username"].help_text = _(
            "Without spaces, such as truus.boom. This is your name at the table too; there you can"
            " have another one under Settings."
        )
        self.fields["email"].help_text = _(
            "Only for when you have forgotten your password. We send you a message to confirm it."
        )
        self.fields["password1"].help_text = PASSWORD_RULES
        _no_placeholders(self)


class LoginForm(allauth.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")
        _no_placeholders(self)


class ResetPasswordForm(allauth.ResetPasswordForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = whose_address(email, self.users)
        return email


class RequestLoginCodeForm(allauth.RequestLoginCodeForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        email: str = super().clean_email()
        if self._user is not None and not whose_address(email, [self._user]):
            self._user = None
        return email


class ResetPasswordKeyForm(allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_RULES
        _no_placeholders(self)


class ChangePasswordForm(allauth.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_RULES
        _no_placeholders(self)


def _no_placeholders(form: forms.Form) -> None:
    """They say what the label says, and look as if something were filled in."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SettingsForm(forms.ModelForm):
    class Meta:
        model = User
        fields: ClassVar[list[str]] = [
            "display_name",
            "shown",
            "language",
            "theme",
            "card_index",
            "card_size",
            "four_colour",
            "left_handed",
            "play_by",
            "confirm_play",
            "premove",
            "pace",
            "hints",
            "key_shortcuts",
            "sound",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django sends a default that is asked for along, to see whether it was changed.
        self.fields["card_index"].show_hidden_initial = False
