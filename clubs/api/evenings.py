"""Evenings of a club: when it meets, who comes, who was there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as fields
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import ports, selectors
from clubs.api import bodies, serializers
from clubs.api.describe import changes, reads
from clubs.api.sending import sent
from clubs.api.shapes import Nothing, Reason
from clubs.api.views import FOR_MEMBERS, ClubView, date_told
from clubs.domain import roles
from clubs.domain.club import Evening
from clubs.domain.meetings import evening_of
from clubs.pages.common import Seen
from clubs.services import evenings
from gameplay.eventstore import store

AHEAD, BEEN = "ahead", "been"
Made = Mapping[str, list[ports.Played]]


def evening_told(seen: Seen, evening: Evening, made: Made) -> dict[str, Any]:
    return {
        **date_told(evening),
        "url": reverse("api:club_evening", args=[seen.club.key, evening.key]),
        "cancelled": evening.cancelled,
        "you_come": seen.member is not None and seen.member.key in evening.coming,
        "tournaments": [
            {
                "tournament": each.key,
                "url": reverse("api:tournament", args=[each.key]),
                "title": each.title,
            }
            for each in made.get(evening.key, ())
        ],
    }


class _AskedWhen(fields.Serializer[Any]):
    when = fields.ChoiceField(choices=[AHEAD, BEEN], default=AHEAD)


class EveningsView(ClubView):
    to_read, to_change = roles.SIGN_UP, roles.PLAN
    paged = True
    asked_beside = ("when",)

    @reads(
        "list_evenings",
        _("Evenings to come, the next one first, or those that have begun, the last one first"),
        serializers.EveningLine,
        tag="evenings",
        many=True,
        parameters=[OpenApiParameter("when", str, enum=[AHEAD, BEEN])],
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        asked = _AskedWhen(data=request.query_params)
        asked.is_valid(raise_exception=True)
        look = selectors.coming_up if asked.validated_data["when"] == AHEAD else selectors.been
        made = ports.played(seen.club.key)
        told = [evening_told(seen, each, made) for each in look(seen.club, seen.now)]
        return self.page(told, serializers.EveningLine)

    @changes(
        "plan_evenings",
        _("Plan an evening, or a row of them; those on which the club meets already are left out"),
        serializers.PlannedEvenings,
        tag="evenings",
        sent=bodies.Dates,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        series = evenings.plan(key, self.by(), **sent(request, bodies.Dates))
        seen = self.seen()
        planned = [each for each in seen.club.evenings.values() if each.series == series]
        told = [evening_told(seen, each, {}) for each in planned]
        return Response(serializers.PlannedEvenings({"evenings": told}).data, status=201)


class EveningView(ClubView):
    """Reading one; each of its changes answers the evening as it is then."""

    to_read = roles.SIGN_UP

    def told(self) -> Response:
        return Response(self.detail())

    def detail(self) -> Mapping[str, Any]:
        seen = self.seen()
        evening = evening_of(seen.club, self.kwargs["evening"])
        notes = roles.ATTENDANCE in seen.powers and evening.noted is not None
        told = {
            **evening_told(seen, evening, ports.played(seen.club.key)),
            "why": store.read_text(evening.why.id) or "" if evening.why else "",
            "list": [
                {
                    "key": each.key,
                    "name": each.name,
                    "guest_of": each.host or None,
                    "waits": each.waits,
                    "was_there": each.was_there if notes else None,
                }
                for each in selectors.comers(evening, seen.people)
            ],
        }
        shown: Mapping[str, Any] = serializers.EveningDetail(told).data
        return shown


class OneEveningView(EveningView):
    @reads(
        "read_evening",
        _("One evening, and who comes"),
        serializers.EveningDetail,
        tag="evenings",
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str, evening: str) -> Response:
        return self.told()


class ComingView(EveningView):
    to_change = roles.SIGN_UP

    def signs(self, do: Callable[..., None]) -> Response:
        seen, sent_by = self.seen(), self.by()
        member = sent(self.request, bodies.Who)["member"] or seen.own
        do(seen.club.key, sent_by, evening=self.kwargs["evening"], member=member)
        return self.told()


class SignUpView(ComingView):
    @changes(
        "sign_up",
        _("Come; who plans the evenings also says it for others"),
        serializers.EveningDetail,
        tag="evenings",
        sent=bodies.Who,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        return self.signs(evenings.sign_up)


class SignUpSeveralView(EveningView):
    to_change = roles.PLAN

    @changes(
        "sign_up_several",
        _("Sign several members up: all of them, or nobody where one cannot be"),
        serializers.SignedUpSeveral,
        tag="evenings",
        sent=bodies.SeveralMembers,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        self.seen()
        members = sent(request, bodies.SeveralMembers)["members"]
        fresh = evenings.sign_up_all(key, self.by(), evening=evening, members=members)
        detail = self.detail()
        waits = {each["key"]: each["waits"] for each in detail["list"]}
        people = self.seen().people
        told = [
            {
                "member": each,
                "name": people[each].slip_name,
                "happened": _happened(each in fresh, each in waits),
                "waits": waits.get(each, 0),
            }
            for each in dict.fromkeys(members)
        ]
        return Response({"people": told, "evening": detail})


def _happened(fresh: bool, there: bool) -> str:
    if not there:
        return serializers.SIGNED_OFF
    return serializers.SIGNED_UP if fresh else serializers.THERE_ALREADY


class SignOffView(ComingView):
    @changes(
        "sign_off",
        _("Do not come; your guests do not either"),
        serializers.EveningDetail,
        tag="evenings",
        sent=bodies.Who,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        return self.signs(evenings.sign_off)


class GuestsView(EveningView):
    to_change = roles.SIGN_UP

    @changes(
        "bring_guest",
        _("Bring a guest"),
        serializers.EveningDetail,
        tag="evenings",
        sent=bodies.NewGuest,
        status=201,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        seen = self.seen()
        told = sent(request, bodies.NewGuest)
        host = told["member"] or seen.own
        evenings.bring(key, self.by(), evening=evening, host=host, name=told["name"])
        answer = self.told()
        answer.status_code = 201
        return answer


class DropView(EveningView):
    to_change = roles.SIGN_UP

    @changes("drop_guest", _("A guest does not come"), serializers.EveningDetail, tag="evenings")
    def post(self, request: Request, key: str, evening: str, guest: str) -> Response:
        self.seen()
        sent(request, Nothing)
        evenings.drop(key, self.by(), evening=evening, guest=guest)
        return self.told()


class AttendanceView(EveningView):
    to_change = roles.ATTENDANCE

    @changes(
        "note_attendance",
        _("Note who was there"),
        serializers.EveningDetail,
        tag="evenings",
        sent=bodies.Attendance,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        self.seen()
        present = sent(request, bodies.Attendance)["present"]
        evenings.note_attendance(key, self.by(), evening=evening, present=present)
        return self.told()


class CancelView(EveningView):
    to_change = roles.PLAN

    @changes(
        "cancel_evening",
        _("Call an evening off"),
        serializers.EveningDetail,
        tag="evenings",
        sent=Reason,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        self.seen()
        reason = sent(request, Reason)["reason"]
        evenings.cancel(key, self.by(), evening=evening, reason=reason)
        return self.told()
