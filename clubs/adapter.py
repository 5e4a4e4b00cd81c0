"""How allauth meets our user model."""

from __future__ import annotations

import base64
import hmac
import logging
from collections.abc import Iterable
from smtplib import SMTPException
from typing import Any

from allauth.account import auth_backends
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext, override

from clubs.models import User

logger = logging.getLogger(__name__)


def display_name(user: User) -> str:
    """What mail and messages call their reader, who knows the whole name whatever others see."""
    return user.own_name


def whose_address(email: str, people: Iterable[User]) -> list[User]:
    """Those of these people who have shown that the address is theirs.

    Until then it may be anybody's: a typing mistake must not hand an account to a stranger.
    """
    shown = EmailAddress.objects.filter(email=email.lower(), verified=True)
    theirs = set(shown.values_list("user_id", flat=True))
    return [person for person in people if person.pk in theirs]


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up asks for a user name, a password and, if somebody wants, an e-mail address."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Most people type their own name at first: what is wrong with it is the space."""
        if any(letter.isspace() for letter in username):
            raise ValidationError(
                gettext(
                    "A user name has no spaces: truus.boom, for instance. At the table you can be"
                    " called otherwise, under Settings."
                )
            )
        cleaned: str = super().clean_username(username, shallow)
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of who reads it, not of who asked: that may be a stranger.

        Without a mail server everything but the mail goes on: it can be asked for again.
        """
        language = _language(email, context.get("user")) or get_language()
        try:
            with override(language):
                super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            # Its text may name the address.
            logger.error("a mail could not be sent: %s", type(error).__name__)
            sorry = gettext("The mail could not be sent just now. Ask for it again in a while.")
            messages.error(current.request, sorry)


def _language(email: str, reader: User | None) -> str:
    """What the reader has chosen; "" for nothing, and where nobody knows who that is."""
    if reader is None:
        shown = EmailAddress.objects.filter(email=email.lower(), verified=True)
        reader = next((address.user for address in shown.select_related("user")), None)
    return reader.language if reader is not None else ""


class AuthenticationBackend(auth_backends.AuthenticationBackend):  # type: ignore[misc]
    """By user name, or by an address that was verified."""

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        people = filter_users_by_email(email, prefer_verified=True, for_login=True)
        for person in whose_address(email, people):
            if self._check_password(person, password):
                return person
        return None


class MFAAdapter(DefaultMFAAdapter):
    """Secrets of second factors lie encrypted, under a key of their own made from DEAL_KEY."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> Fernet:
    key = hmac.digest(settings.DEAL_KEY, b"rikken/second factors", "sha256")
    return Fernet(base64.urlsafe_b64encode(key))
