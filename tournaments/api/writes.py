"""What organizers and players change. Thin: parse, permit, call, present.

Every change takes an ``Idempotency-Key``; it becomes the id of the command, so that what is sent
twice is done once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, cast

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import changes, reads
from clubs.api.permissions import SignedIn
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Nothing, Reason, Shape
from gameplay.ids import new_id
from tournaments import rehearsal, stream
from tournaments.api import bodies, filters, serializers
from tournaments.api.base import ApiView, named
from tournaments.api.errors import body
from tournaments.api.permissions import IsOrganizer, MayOrganize, OwnEntryOrOrganizer
from tournaments.models import Entry, Tournament
from tournaments.services import hall, registration, rounds, schedule, seating


def command(request: Request) -> dict[str, Any]:
    """Who, when and which command, as every service takes them.

    A key is the caller's own: somebody else's may be the same.
    """
    key = idempotency_key(request)
    return {
        "actor": f"user:{request.user.pk}",
        "now": timezone.now(),
        "command_id": stream.sent("api", request.user.pk, key),
    }


def new_key(request: Request) -> str:
    """The key of a tournament to be made: the same for a request that is sent again, and as hard
    to guess as any other."""
    sent = idempotency_key(request)
    if not sent:
        return new_id()
    return schedule.key_for(request.user.pk, sent)


def warned(facts: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """What to think about, in the shape of a refusal: code, message, detail."""
    return [
        body(str(one["code"]), {name: fact for name, fact in one.items() if name != "code"})
        for one in facts
    ]


# -- tournaments -------------------------------------------------------------------------------


class TournamentsView(ApiView):
    permission_classes = (MayOrganize,)
    queryset = Tournament.objects.all()
    filterset_class = filters.TournamentFilters
    paged = True
    throttle_scope = "create"
    refused_as = 400

    @reads(
        "list_tournaments",
        _("Tournaments, those that start last first"),
        serializers.TournamentLine,
        tag="tournaments",
        many=True,
        refused=(400, 429),
    )
    def get(self, request: Request) -> Response:
        rows = Tournament.objects.order_by("-starts", "key")
        return self.page(rows, serializers.TournamentLine)

    @changes(
        "create_tournament",
        _("Schedule a tournament of your own"),
        serializers.Scheduled,
        tag="tournaments",
        sent=bodies.Settings,
        status=201,
    )
    def post(self, request: Request) -> Response:
        settings = dict(request.data) if isinstance(request.data, dict) else {}
        key = schedule.schedule(
            settings=settings,
            organizer=request.user.pk,
            key=new_key(request),
            **command(request),
        )
        row = found(Tournament.objects.all(), "tournament", pk=key)
        told = {
            "tournament": self.tournament_detail(row),
            "warnings": warned(schedule.warnings(settings, row.capacity)),
        }
        location = serializers.TournamentLine(row).data["url"]
        return Response(told, status=201, headers={"Location": location})


class TournamentView(ApiView):
    permission_classes = (SignedIn,)

    @reads("read_tournament", _("One tournament"), serializers.TournamentDetail, tag="tournaments")
    def get(self, request: Request, key: str) -> Response:
        return Response(self.tournament_detail(self.tournament()))


class OrganizersView(ApiView):
    """A change of the whole tournament, by its organizer; answers the tournament as it is then."""

    permission_classes = (IsOrganizer,)

    def changed(self, row: Tournament) -> Response:
        row.refresh_from_db()
        return Response(self.tournament_detail(row))

    def seated(self, row: Tournament) -> Response:
        row.refresh_from_db()
        report = seating.report(row.key)
        told = {
            "tournament": self.tournament_detail(row),
            "warnings": warned(cast(list[dict[str, object]], report.pop("warnings"))),
            "report": report,
        }
        return Response(told)


class RegistrationOpenView(OrganizersView):
    @changes(
        "open_registration",
        _("Open registration"),
        serializers.TournamentDetail,
        tag="registration",
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        registration.open(row.key, **command(request))
        return self.changed(row)


class RegistrationCloseView(OrganizersView):
    @changes(
        "close_registration",
        _("Close registration"),
        serializers.TournamentDetail,
        tag="registration",
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        registration.close(row.key, **command(request))
        return self.changed(row)


class SeatingView(OrganizersView):
    @changes(
        "seat",
        _("Close registration and seat everybody for all rounds"),
        serializers.Seated,
        tag="seating",
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        seating.seat(row.key, **command(request))
        return self.seated(row)


class SeatingAgainView(OrganizersView):
    @changes(
        "seat_again",
        _("Give the seats of those who left to those who came late, or to house players"),
        serializers.Seated,
        tag="seating",
        sent=Reason,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        reason = sent(request, Reason)["reason"]
        seating.reseat(row.key, reason=reason, **command(request))
        return self.seated(row)


class ValuesConfirmView(OrganizersView):
    @changes(
        "confirm_values",
        _("Say that the points of the rules, reconstructed so far, are meant as they are"),
        serializers.TournamentDetail,
        tag="tournaments",
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        schedule.confirm_values(row.key, **command(request))
        return self.changed(row)


class CancelView(OrganizersView):
    @changes(
        "cancel",
        _("Cancel the tournament; a round in play is closed with it"),
        serializers.TournamentDetail,
        tag="tournaments",
        sent=Reason,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        reason = sent(request, Reason)["reason"]
        schedule.cancel(row.key, reason=reason, **command(request))
        return self.changed(row)


# -- entries -----------------------------------------------------------------------------------


class EntriesView(ApiView):
    permission_classes = (SignedIn,)
    queryset = Entry.objects.all()
    filterset_class = filters.EntryFilters
    paged = True

    @reads(
        "list_entries",
        _("Entries, in the order of entering"),
        serializers.EntryLine,
        tag="entries",
        many=True,
    )
    def get(self, request: Request, key: str) -> Response:
        rows = self.tournament().entries.order_by("-standing", "entered", "key")
        return self.page(rows, serializers.EntryLine, named)

    @changes(
        "enter",
        _("Enter yourself"),
        serializers.EntryLine,
        tag="entries",
        sent=bodies.Entering,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        place = sent(request, bodies.Entering).get("place", "")
        user = request.user.pk
        entry = registration.enter(row.key, user_id=user, place=place, **command(request))
        told = self.entry_line(found(Entry.objects.all(), "entry", pk=entry))
        return Response(told, status=201, headers={"Location": told["url"]})


class HouseView(OrganizersView):
    @changes(
        "enter_house_players",
        _("Enter house players, who are compared and ranked, until there are so many"),
        serializers.TournamentDetail,
        tag="entries",
        sent=bodies.HousePlayers,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        players = sent(request, bodies.HousePlayers)["players"]
        rehearsal.enter_house_players(row.key, players, **command(request))
        return self.changed(row)


class WithdrawView(ApiView):
    permission_classes = (OwnEntryOrOrganizer,)

    @changes(
        "withdraw",
        _("Withdraw an entry, your own or as organizer, from the next round on"),
        serializers.EntryLine,
        tag="entries",
        sent=Reason,
    )
    def post(self, request: Request, key: str, entry: str) -> Response:
        row = self.entry()
        reason = sent(request, Reason)["reason"]
        registration.withdraw(row.tournament_id, entry=row.key, reason=reason, **command(request))
        row.refresh_from_db()
        return Response(self.entry_line(row))


# -- rounds ------------------------------------------------------------------------------------


class RoundsChange(ApiView):
    """A change of one round by the organizer; answers the round as it is then."""

    permission_classes = (IsOrganizer,)
    content: ClassVar[type[Shape]] = Nothing

    def change(self, do: Any) -> Response:
        row = self.round()
        content = sent(self.request, self.content)
        do(row.tournament_id, row.number, **content, **command(self.request))
        row.refresh_from_db()
        return Response(serializers.RoundLine(row).data)


def _change_of_a_round(
    name: str, summary: Promise, do: Callable[..., None], content: type[Shape] | None = None
) -> type[RoundsChange]:
    """The view behind one button of a round."""

    class Change(RoundsChange):
        @changes(name, summary, serializers.RoundLine, tag="rounds", sent=content)
        def post(self, request: Request, key: str, number: int) -> Response:
            return self.change(do)

    Change.content = content or Nothing
    return Change


RoundStartView = _change_of_a_round(
    "start_round", _("Start a round and open its tables"), rounds.start
)
RoundPauseView = _change_of_a_round(
    "pause_round",
    _("Stop the clock of a round and of all its tables"),
    rounds.pause,
    Reason,
)
RoundResumeView = _change_of_a_round("resume_round", _("Let a paused round go on"), rounds.resume)
RoundExtendView = _change_of_a_round(
    "extend_round", _("Give a round more minutes"), rounds.extend, bodies.Extension
)
RoundCloseView = _change_of_a_round(
    "close_round",
    _("End a round now; boards that are not finished are interrupted"),
    rounds.close,
    Reason,
)
RoundGiveUpView = _change_of_a_round(
    "give_up_round",
    _("Wait no longer for results that tables in the hall owe: those boards are interrupted"),
    hall.give_up,
    Reason,
)
