"""Who belongs to a club: members, and who asks to be one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as fields
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import selectors
from clubs.api import bodies, serializers
from clubs.api.base import LONGEST
from clubs.api.describe import changes, reads
from clubs.api.errors import missing
from clubs.api.sending import sent
from clubs.api.shapes import Nothing, Reason
from clubs.api.views import FOR_MEMBERS, ClubView, club_told, no_guest_of_the_demo
from clubs.domain import roles
from clubs.domain.errors import NotAllowed
from clubs.pages.common import SIGNED_IN, Seen
from clubs.services import people

SEE_RECORDS = {roles.RECORDS, roles.ROLES, roles.HAND_OVER}


def member_told(seen: Seen, person: selectors.Person) -> dict[str, Any]:
    member, reads_all = person.member, roles.RECORDS in seen.powers
    own = seen.member is not None and seen.member.key == member.key
    record = {
        "full": person.full if reads_all else None,
        "note": person.note if reads_all else None,
        "account": member.user is not None,
        **{name: getattr(member, name) for name in ("number", "shown", "paid", "joined", "state")},
    }
    return {
        "member": member.key,
        "url": reverse("api:club_member", args=[seen.club.key, member.key]),
        "name": person.name,
        "nickname": person.nickname,
        "roles": member.roles,
        "record": record if reads_all or own else None,
    }


class _AskedName(fields.Serializer[Any]):
    search = fields.CharField(max_length=LONGEST, default="", allow_blank=True)


class MembersView(ClubView):
    to_read, to_change = roles.LOOK, roles.PEOPLE
    paged = True
    asked_beside = ("search",)

    @reads(
        "list_members",
        _("Members of today, by name as each wants to be named"),
        serializers.MemberLine,
        tag="members",
        many=True,
        parameters=[
            OpenApiParameter(
                "search", OpenApiTypes.STR, description=_("These letters in the name.")
            )
        ],
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        asked = _AskedName(data=request.query_params)
        asked.is_valid(raise_exception=True)
        some = selectors.called(seen.people, seen.powers, asked.validated_data["search"])
        return self.page([member_told(seen, each) for each in some], serializers.MemberLine)

    @changes(
        "add_member",
        _("Add somebody without an account"),
        serializers.MemberLine,
        tag="members",
        sent=bodies.NewRecord,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        record = bodies.record(sent(request, bodies.NewRecord))
        made = people.add(key, self.by(), record)
        told = one(self.seen(), made)
        return Response(told, status=201, headers={"Location": told["url"]})


def one(seen: Seen, member: str) -> Mapping[str, Any]:
    person = seen.people.get(member)
    if person is None:
        raise missing("member")
    told: Mapping[str, Any] = serializers.MemberLine(member_told(seen, person)).data
    return told


class MemberView(ClubView):
    to_read = SIGNED_IN

    @reads(
        "read_member",
        _("One's own record, or another one for those who keep them or give roles"),
        serializers.MemberLine,
        tag="members",
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str, member: str) -> Response:
        seen = self.seen_by_anybody()
        own = seen.member is not None and seen.member.key == member
        if not own and not (roles.LOOK in seen.powers and SEE_RECORDS & seen.powers):
            raise NotAllowed("not_allowed", "no role that may do this", power=roles.RECORDS)
        return Response(one(seen, member))


class ChangeView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "change_member",
        _("Write a record anew"),
        serializers.MemberLine,
        tag="members",
        sent=bodies.NewRecord,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        record = bodies.record(sent(request, bodies.NewRecord))
        people.change(key, self.by(), member=member, record=record)
        return Response(one(self.seen(), member))


class RolesView(ClubView):
    to_change = roles.ROLES

    @changes(
        "give_roles",
        _("Give a member these roles, and no others"),
        serializers.MemberLine,
        tag="members",
        sent=bodies.Roles,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        given = sent(request, bodies.Roles)["roles"]
        people.give_roles(key, self.by(), member=member, roles=given)
        return Response(one(self.seen_by_anybody(), member))


class HandOverView(ClubView):
    to_change = roles.HAND_OVER

    @changes(
        "hand_over_club",
        _("Make another member owner in your place"),
        serializers.ClubDetail,
        tag="members",
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        sent(request, Nothing)
        people.hand_over(key, self.by(), member=member)
        return Response(club_told(self.seen_by_anybody()))


class DuesView(ClubView):
    to_change = roles.DUES

    @changes(
        "note_dues",
        _("Note that a member has paid for a year, or has not after all"),
        serializers.MemberLine,
        tag="members",
        sent=bodies.Dues,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        people.note_dues(key, self.by(), member=member, **sent(request, bodies.Dues))
        return Response(one(self.seen(), member))


class RemoveView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "remove_member",
        _("Take somebody off the list; what was played stays"),
        serializers.MemberLine,
        tag="members",
        sent=Reason,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        reason = sent(request, Reason)["reason"]
        people.remove(key, self.by(), member=member, reason=reason)
        return Response(one(self.seen_by_anybody(), member))


class MergeView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "merge_members",
        _("Make another record of the same person part of this one, with a reason"),
        serializers.MemberLine,
        tag="members",
        sent=bodies.Merge,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        people.merge(key, self.by(), kept=member, **sent(request, bodies.Merge))
        return Response(one(self.seen(), member))


class PartView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "part_members",
        _("Take a merge back: this record stands by itself again, with a reason"),
        serializers.MemberLine,
        tag="members",
        sent=Reason,
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        people.part(key, self.by(), gone=member, reason=sent(request, Reason)["reason"])
        return Response(one(self.seen(), member))


class EraseView(ClubView):
    @changes(
        "erase_member",
        _("Erase your own record, or one without an account: its words are gone"),
        serializers.ClubDetail,
        tag="members",
    )
    def post(self, request: Request, key: str, member: str) -> Response:
        self.seen()
        sent(request, Nothing)
        people.erase(key, self.by(), member=member)
        return Response(club_told(self.seen_by_anybody()))


class LeaveView(ClubView):
    to_change = roles.SIGN_UP

    @changes("leave_club", _("Leave the club"), serializers.ClubDetail, tag="members")
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        sent(request, Nothing)
        people.leave(key, self.by())
        return Response(club_told(self.seen_by_anybody()))


# -- who wants in ----------------------------------------------------------------------------------


def request_told(each: selectors.Asked) -> dict[str, Any]:
    return {
        "request": each.request.key,
        "name": each.name,
        "says": each.says,
        "asked": each.request.asked,
        "state": each.request.state,
        "likely": [person.key for person in each.likely],
    }


class RequestsView(ClubView):
    to_read = roles.PEOPLE
    paged = True

    @reads(
        "list_requests",
        _("Requests to join that wait for an answer"),
        serializers.RequestLine,
        tag="members",
        many=True,
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        waiting = selectors.asked(seen.club, seen.people)
        return self.page([request_told(each) for each in waiting], serializers.RequestLine)

    @changes(
        "ask_to_join",
        _("Ask to join"),
        serializers.ClubDetail,
        tag="members",
        sent=bodies.Application,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        no_guest_of_the_demo(request)
        people.request(key, self.by(), **sent(request, bodies.Application))
        return Response(club_told(self.seen()), status=201)


class AnswerView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "answer_request",
        _("Let somebody in, or do not"),
        serializers.RequestLine,
        tag="members",
        sent=bodies.Answer,
    )
    def post(self, request: Request, key: str, request_key: str) -> Response:
        self.seen()
        told = sent(request, bodies.Answer)
        people.answer(key, self.by(), request=request_key, **told)
        seen = self.seen()
        [answered] = selectors.asked(seen.club, seen.people, [seen.club.requests[request_key]])
        return Response(serializers.RequestLine(request_told(answered)).data)
