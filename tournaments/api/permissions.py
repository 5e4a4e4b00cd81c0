"""Who may do what with a tournament, by role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from clubs.api.errors import ApiRefused
from clubs.api.permissions import SignedIn
from tournaments.models import Entry, Tournament

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
    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        assert isinstance(obj, Tournament)
        if request.method not in SAFE_METHODS and not organizes(request, obj):
            raise ApiRefused("not_the_organizer", 403)
        return True


class OwnEntryOrOrganizer(SignedIn):
    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        assert isinstance(obj, Entry)
        if request.method in SAFE_METHODS:
            return True
        own = obj.user_id is not None and obj.user_id == request.user.pk
        if not own and not organizes(request, obj.tournament):
            raise ApiRefused("not_your_entry", 403)
        return True


def organizes(request: Request, tournament: Tournament) -> bool:
    return tournament.organizer_id is not None and tournament.organizer_id == request.user.pk
