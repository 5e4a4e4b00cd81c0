"""Ways into a club: links and QR codes, made, withdrawn and used."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import selectors, stream
from clubs.api import bodies, serializers
from clubs.api.base import ApiView
from clubs.api.describe import changes, reads
from clubs.api.permissions import SignedIn
from clubs.api.sending import sent
from clubs.api.shapes import Nothing
from clubs.api.views import FOR_MEMBERS, ClubView, club_told, no_guest_of_the_demo
from clubs.domain import roles
from clubs.domain.club import Invitation
from clubs.models import Club
from clubs.pages.common import Seen
from clubs.pages.members import qr_code
from clubs.services import links

FACTS = ("role", "uses", "used", "made", "expires", "revoked")


def invitation_told(each: Invitation) -> dict[str, Any]:
    """How it is opened is not in here."""
    return {"invitation": each.key, **{name: getattr(each, name) for name in FACTS}}


class InvitationsView(ClubView):
    to_read = to_change = roles.PEOPLE
    paged = True

    @reads(
        "list_invitations",
        _("Links by which somebody can join now, the newest first"),
        serializers.InvitationLine,
        tag="members",
        many=True,
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        found = selectors.open_links(seen.club, seen.now)
        return self.page([invitation_told(each) for each in found], serializers.InvitationLine)

    @changes(
        "make_invitation",
        _("Make a link and its QR code; how it is opened is told only now"),
        serializers.NewLink,
        tag="members",
        sent=bodies.NewInvitation,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        token = links.invite(key, self.by(), **sent(request, bodies.NewInvitation))
        link = request.build_absolute_uri(reverse("clubs:invitation", args=[token]))
        told = {
            **invitation_told(links.of(self.seen().club, token)),
            "token": token,
            "link": link,
            "code": qr_code(link, gettext("QR code of the link")),
        }
        return Response(serializers.NewLink(told).data, status=201)


class RevokeView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "revoke_invitation",
        _("Withdraw a link: nobody can join by it any more"),
        serializers.InvitationLine,
        tag="members",
    )
    def post(self, request: Request, key: str, invitation: str) -> Response:
        self.seen()
        sent(request, Nothing)
        links.revoke(key, self.by(), invitation=invitation)
        gone = self.seen().club.invitations[invitation]
        return Response(serializers.InvitationLine(invitation_told(gone)).data)


class AcceptView(ApiView):
    """The token is in the content alone: addresses are written down along the way."""

    permission_classes = (SignedIn,)
    queryset = Club.objects.none()

    @changes(
        "accept_invitation",
        _("Join by a link, with one's account; twice is once"),
        serializers.ClubDetail,
        tag="members",
        sent=bodies.Token,
    )
    def post(self, request: Request) -> Response:
        no_guest_of_the_demo(request)
        token, user, now = sent(request, bodies.Token)["token"], request.user.pk, timezone.now()
        state = stream.state(links.accept(token, user=user, name="", now=now))
        return Response(club_told(Seen(state, state.member_of(user), user, now)))
