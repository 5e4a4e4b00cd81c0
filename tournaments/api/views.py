"""What anybody may read. Thin: find, permit, present."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as fields
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import reads
from clubs.api.errors import missing
from clubs.api.pagination import RankingPages
from clubs.api.permissions import Anybody
from gameplay import records
from gameplay.errors import PlayRefused
from tournaments.api import filters, serializers
from tournaments.api.base import ApiView
from tournaments.models import Board, Result, Round, Session, Standing, Tournament
from tournaments.selectors import leading, lobby, travellers
from tournaments.selectors.rankings import names


class SessionsView(ApiView):
    permission_classes = (Anybody,)
    queryset = Session.objects.all()
    paged = True

    @reads("list_sessions", _("Sessions"), serializers.SessionLine, tag="schedule", many=True)
    def get(self, request: Request, key: str) -> Response:
        rows = self.tournament().sessions.order_by("number").prefetch_related("rounds")
        return self.page(rows, serializers.SessionLine)


class RoundsView(ApiView):
    permission_classes = (Anybody,)
    queryset = Round.objects.all()
    paged = True

    @reads("list_rounds", _("Rounds"), serializers.RoundLine, tag="schedule", many=True)
    def get(self, request: Request, key: str) -> Response:
        rows = self.tournament().rounds.select_related("session").order_by("number")
        return self.page(rows, serializers.RoundLine)


class RoundView(ApiView):
    permission_classes = (Anybody,)

    @reads("read_round", _("One round and its clock"), serializers.RoundLine, tag="schedule")
    def get(self, request: Request, key: str, number: int) -> Response:
        return Response(serializers.RoundLine(self.round()).data)


class TablesView(ApiView):
    permission_classes = (Anybody,)
    queryset = Result.objects.none()
    paged = True

    @reads(
        "list_tables",
        _("The tables of a round: who sits there, and how far they are"),
        serializers.TableLine,
        tag="schedule",
        many=True,
    )
    def get(self, request: Request, key: str, number: int) -> Response:
        tiles = lobby.tiles(self.round(), timezone.now())
        page = self.paginate_queryset(tiles)
        return self.get_paginated_response(serializers.TableLine(page, many=True).data)


class BoardsView(ApiView):
    permission_classes = (Anybody,)
    queryset = Board.objects.all()
    filterset_class = filters.BoardFilters
    paged = True

    @reads(
        "list_boards",
        _("Boards that have been dealt"),
        serializers.BoardLine,
        tag="boards",
        many=True,
    )
    def get(self, request: Request, key: str) -> Response:
        rows = self.tournament().boards.select_related("session", "round")
        return self.page(rows.order_by("round__number", "number"), serializers.BoardLine)


class BoardView(ApiView):
    permission_classes = (Anybody,)

    @reads(
        "read_board",
        _("One board; after its release with the hands and what every table made of them"),
        serializers.BoardDetail,
        tag="boards",
    )
    def get(self, request: Request, key: str, session: str, number: int) -> Response:
        tournament = self.tournament()
        found(tournament.sessions.all(), "session", name=session)
        rows = tournament.boards.select_related("session", "round")
        row = found(rows, "board", session__name=session, number=number)
        traveller = travellers.traveller(tournament.key, session, number)
        context = {"traveller": traveller, "hands": _hands(traveller)}
        return Response(serializers.BoardDetail(row, context=context).data)


def _hands(traveller: travellers.Traveller | None) -> str | None:
    """The deal, out of the record of a game that was played with it."""
    rows = traveller.rows if traveller is not None else ()
    for row in rows:
        if row.result.game_id:
            record = _record(row.result.game_id)
            if record is not None:
                return str(record["deal"])
    return None


def _record(game_id: str) -> dict[str, object] | None:
    try:
        return records.export(game_id, now=timezone.now())
    except PlayRefused:
        return None


class GamesView(ApiView):
    permission_classes = (Anybody,)
    queryset = Result.objects.all()
    filterset_class = filters.GameFilters
    paged = True

    @reads(
        "list_games",
        _("Games that have been released"),
        serializers.GameLine,
        tag="boards",
        many=True,
    )
    def get(self, request: Request, key: str) -> Response:
        rows = _released(self.tournament()).select_related(
            "board__session", "board__round", "table"
        )
        ordered = rows.order_by("board__round__number", "board__number", "table__number")
        return self.page(ordered, serializers.GameLine)


class GameView(ApiView):
    permission_classes = (Anybody,)

    @reads("read_game", _("The record of a released game"), serializers.Record, tag="boards")
    def get(self, request: Request, key: str, game: str) -> Response:
        """One answer for what is unknown, elsewhere and not yet released."""
        tournament = self.tournament()
        found(_released(tournament), "game", game_id=game)
        record = _record(game)
        if record is None:
            raise missing("game")
        if not tournament.values_reconstructed:
            record.pop("values_reconstructed", None)
        return Response(record)


def _released(tournament: Tournament) -> QuerySet[Result]:
    rows = Result.objects.filter(board__tournament=tournament, board__released__isnull=False)
    return rows.exclude(game_id="")


class EntryView(ApiView):
    permission_classes = (Anybody,)

    @reads("read_entry", _("One entry"), serializers.EntryLine, tag="entries")
    def get(self, request: Request, key: str, entry: str) -> Response:
        return Response(self.entry_line(self.entry()))

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        """Anybody may see any entry."""


ASKED = {
    "round": _("Of this round alone."),
    "limit": RankingPages.limit_query_description,
    "offset": RankingPages.offset_query_description,
}


class RankingView(ApiView):
    permission_classes = (Anybody,)
    queryset = Standing.objects.all()
    filterset_class = filters.StandingFilters
    pagination_class = RankingPages
    paged = True
    asked_beside = ("round",)

    @reads(
        "read_ranking",
        _("The ranking of all released boards, or of one round, with what decided it"),
        serializers.Ranking,
        tag="ranking",
        parameters=[
            OpenApiParameter(name, OpenApiTypes.INT, description=text)
            for name, text in ASKED.items()
        ],
        filters=True,
        unchanged=True,
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        tournament = self.tournament()
        scope = self._scope(tournament)
        rows = Standing.objects.filter(tournament=tournament, scope=scope)
        page = self.paginate_queryset(
            self.filter_queryset(rows.select_related("entry").order_by("place"))
        )
        lines = page or []
        called = {"names": names(line.entry for line in lines)}
        told = {
            "tournament": tournament.key,
            "status": tournament.status,
            "round": scope or None,
            "primary": tournament.primary,
            "boards_released": tournament.boards_released,
            "version": tournament.standings_version,
            "moved": tournament.standings_moved,
            **self.get_paginated_response(None).data,
            "results": lines,
        }
        return self._tagged(tournament, serializers.Ranking(told, context=called).data)

    def _scope(self, tournament: Tournament) -> int:
        asked = _AskedRound(data=self.request.query_params)
        asked.is_valid(raise_exception=True)
        number: int = asked.validated_data.get("round", 0)
        if number > tournament.rounds_count:
            raise missing("round")
        return number

    def _tagged(self, tournament: Tournament, told: Any) -> HttpResponse:
        """The ETag is of what is told: names may change while the standings stand still."""
        leads = leading.may(tournament, self.request.user.pk, leading.LEAD)
        viewer = "organizer" if leads else "other"
        language = translation.get_language() or ""
        value = f"{viewer}|{language}|".encode() + JSONRenderer().render(told)
        tag = quote_etag(salted_hmac("tournaments.api.ranking", value).hexdigest()[:32])
        have = parse_etags(self.request.headers.get("If-None-Match", ""))
        weak = {one.removeprefix("W/") for one in have}
        unchanged = tag in weak or "*" in weak
        answer = Response(status=304) if unchanged else Response(told)
        answer["ETag"] = tag
        return answer


class _AskedRound(fields.Serializer[Any]):
    round = fields.IntegerField(min_value=1, required=False)
