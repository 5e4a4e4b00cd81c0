"""How allauth meets our user model."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter

from clubs.models import User


def display_name(user: User) -> str:
    return user.name


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up asks for a user name, a password and, if somebody wants, an e-mail address."""
