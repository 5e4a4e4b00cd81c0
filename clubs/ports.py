"""What clubs ask of packages that they may not import: those register their answers here.

The form of the rules and the words about them are of ``gameplay``; what came of an evening is of
``tournaments``. Each registers in its ``AppConfig.ready``, or ``tournaments`` does for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.http import HttpRequest

Options = Mapping[str, object]


class RulesForm(Protocol):
    """A form with a field ``ruleset`` and all options of all rulesets."""

    cleaned_data: dict[str, Any]

    def is_valid(self) -> bool: ...

    def options(self) -> dict[str, object]: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """``form(data, initial)``; ``template`` shows its ``groups``. ``told`` are the options that
    are not as the rules have them by themselves, and ``address`` the page that tells the rules.
    """

    form: Callable[[Any, str], RulesForm]
    template: str
    style: str
    name: Callable[[str], str]
    told: Callable[[str, Options], list[tuple[str, str]]]
    address: Callable[[str, Options], str]


@dataclass(frozen=True, slots=True)
class Played:
    """What was made of an evening: where it is, and what it is called there."""

    address: str
    title: str
    key: str
    outcome: str = ""
    """Where it is told who pays whom, if there is such a place."""


class Evenings(Protocol):
    def played(self, club: str) -> Mapping[str, list[Played]]:
        """By evening."""

    def results(self, club: str, records: Collection[str]) -> int:
        """In how many tournaments somebody was entered under these records."""

    def address(self, club: str, evening: str) -> str:
        """Where somebody makes something of an evening."""

    def season(self, club: str) -> str:
        """Where the members read how their season stands."""


AboutMe = Callable[[int], object]
"""Everything that a package knows of this user, as plain JSON values."""

SecondsToWait = Callable[[HttpRequest, str], int]
"""For this request, counted under this scope; 0: go on."""

_rules: list[Rules] = []
_evenings: list[Evenings] = []
_about_me: dict[str, AboutMe] = {}
_seconds_to_wait: list[SecondsToWait] = []


def register_rules(answer: Rules) -> None:
    _rules[:] = [answer]


def rules() -> Rules:
    return _rules[0]


def register_evenings(answer: Evenings) -> None:
    _evenings[:] = [answer]


def evenings() -> Evenings | None:
    return _evenings[0] if _evenings else None


def played(club: str) -> Mapping[str, list[Played]]:
    known = evenings()
    return known.played(club) if known is not None else {}


def season(club: str) -> str:
    known = evenings()
    return known.season(club) if known is not None else ""


def register_about_me(name: str, answer: AboutMe) -> None:
    _about_me[name] = answer


def about_me(user: int) -> dict[str, object]:
    return {name: answer(user) for name, answer in _about_me.items()}


def register_throttle(answer: SecondsToWait) -> None:
    _seconds_to_wait[:] = [answer]


def seconds_to_wait(request: HttpRequest, scope: str) -> int:
    return _seconds_to_wait[0](request, scope) if _seconds_to_wait else 0
