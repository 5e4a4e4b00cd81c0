"""How a person is named to others: in full, by initials, or not at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from django.utils.translation import gettext


def shown_as(name: str, how: str) -> str:
    """The name as its person wants it to be read. An unknown wish is taken for the careful one."""
    return _WAYS.get(how, _anonymous)(name)


def initials(name: str) -> str:
    """“A. v. D.” of Anneke van Dijk: small letters stay small."""
    return " ".join(f"{part[0]}." for part in name.replace("-", " ").split() if part[0].isalnum())


def sorted_as(name: str) -> str:
    """É among the E, whatever the case."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _anonymous(_name: str) -> str:
    return gettext("anonymous")


_WAYS: Mapping[str, Callable[[str], str]] = {
    "full": lambda name: name,
    "initials": lambda name: initials(name) or _anonymous(name),
    "anonymous": _anonymous,
}
