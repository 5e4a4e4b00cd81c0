"""Who may do what with a tournament, by role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from clubs.api.errors import ApiRefused
from clubs.api.permissions import SignedIn
from clubs.models import Scope
from tournaments.models import Entry, Tournament
from tournaments.selectors import leading

if TYPE_CHECKING:
    from rest_framework.views import APIView


class MayOrganize(SignedIn):
    """Guests of the demo come and go: a tournament needs somebody who stays."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        if request.method not in SAFE_METHODS and getattr(request.user, "is_demo", False):
            raise ApiRefused("guests_do_not_organize", 403)
        return True


class IsOrganizer(SignedIn):
    """Leads the tournament: see ``selectors.leading``."""

    power: ClassVar[str] = leading.LEAD
    refused: ClassVar[str] = "not_the_organizer"

    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        assert isinstance(obj, Tournament)
        if request.method in SAFE_METHODS and self.everybody_reads:
            return True
        if not leading.may(obj, request.user.pk, self.power):
            raise ApiRefused(self.refused, 403)
        return True


class IsScorer(IsOrganizer):
    """Enters and corrects results, and so reads those that nobody else may see yet. If he plays
    himself a view shows him none of a board before it is released."""

    power = leading.RESULTS
    refused = "not_the_scorer"
    scope = Scope.RESULTS
    everybody_reads = False


class OwnEntryOrOrganizer(SignedIn):
    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        assert isinstance(obj, Entry)
        if request.method in SAFE_METHODS:
            return True
        own = leading.entry_of(obj.tournament, request.user.pk)
        if own != obj and not leading.may(obj.tournament, request.user.pk, leading.LEAD):
            raise ApiRefused("not_your_entry", 403)
        return True
