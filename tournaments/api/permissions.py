"""Who may do what, by role. A view that names none lets nobody through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from clubs.models import AccessToken, Scope
from tournaments.api.errors import ApiRefused
from tournaments.models import Entry, Tournament

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Nobody(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return False


class Anybody(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return True


class SignedIn(BasePermission):
    """Signed in, for a change; anybody may read.

    Who comes with a token may change what its scope says; a view names another scope in ``scope``.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        if request.method in SAFE_METHODS:
            return True
        if isinstance(request.auth, AccessToken):
            wanted = getattr(view, "scope", Scope.MANAGE)
            if not request.auth.good_for(wanted):
                raise ApiRefused("token_scope", 403, scope=str(wanted))
        return bool(request.user.is_authenticated)


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
