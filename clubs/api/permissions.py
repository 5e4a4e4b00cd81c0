"""Who may ask at all. A view that names no permission lets nobody through."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from clubs.api.errors import ApiRefused
from clubs.models import AccessToken, Scope

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

    scope: ClassVar[str] = Scope.MANAGE
    everybody_reads: ClassVar[bool] = True

    def has_permission(self, request: Request, view: APIView) -> bool:
        if request.method in SAFE_METHODS:
            # OPTIONS is answered by nobody, whoever asks.
            open_to_all = self.everybody_reads or request.method == "OPTIONS"
            return open_to_all or bool(request.user.is_authenticated)
        if isinstance(request.auth, AccessToken):
            wanted = getattr(view, "scope", self.scope)
            if not request.auth.good_for(wanted):
                raise ApiRefused("token_scope", 403, scope=str(wanted))
        return bool(request.user.is_authenticated)
