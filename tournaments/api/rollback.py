"""The director takes the board in play at one table back, by way of the API.

What happened there tells how a board is played that others have yet to play: only who directs the
table reads it, as on the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused, missing
from clubs.api.sending import sent
from clubs.api.shapes import Reason, Shape
from clubs.models import AccessToken, Scope
from gameplay import streams, undo_handlers, undoing
from gameplay.errors import NotFound
from gameplay.streams import LiveGame
from tournaments.api.base import ApiView
from tournaments.api.permissions import SignedIn
from tournaments.api.writes import command
from tournaments.models import RoundTable
from tournaments.services import directing, rolling_back

if TYPE_CHECKING:
    from rest_framework.views import APIView

__all__ = ["RollBackView"]


class Directs(SignedIn):
    """Whoever directs the table, for reading too: the organizer, if he never entered."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if isinstance(request.auth, AccessToken) and not request.auth.good_for(Scope.MANAGE):
            raise ApiRefused("token_scope", 403, scope=str(Scope.MANAGE))
        # OPTIONS is answered by nobody, whoever asks.
        return request.method == "OPTIONS" or bool(request.user.is_authenticated)

    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        assert isinstance(obj, RoundTable)
        if not directing.directs(request.user.pk, obj.key):
            raise ApiRefused("not_the_director", 403)
        return True


class Point(Shape):
    version = serializers.IntegerField(help_text=_("Of the game: what it can go back to."))
    action = serializers.DictField(
        allow_null=True,
        help_text=_("The last action that would stand, as the table saw it; null: the deal."),
    )


class Board(Shape):
    game = serializers.CharField()
    board = serializers.IntegerField()
    version = serializers.IntegerField(help_text=_("As it is now; send it along."))
    points = Point(many=True, help_text=_("The newest first."))
    taken = serializers.DictField(
        allow_null=True,
        help_text=_("With `to`: what would be taken back, and what the table has seen of it."),
    )


class RollBack(Reason):
    game = serializers.CharField(max_length=40)
    to = serializers.IntegerField(min_value=0, max_value=100_000)
    version = serializers.IntegerField(min_value=0, max_value=100_000)


class RolledBack(Shape):
    game = serializers.CharField()
    version = serializers.IntegerField()


TO = OpenApiParameter("to", int, description=str(_("One of the versions in points.")))


class RollBackView(ApiView):
    permission_classes = (Directs,)
    asked_beside = ("to",)

    def table(self) -> str:
        row = found(
            RoundTable.objects.all(),
            "table",
            pk=self.kwargs["table"],
            round__tournament=self.tournament_key(),
        )
        self.check_object_permissions(self.request, row)
        return row.key

    @reads(
        "read_roll_back",
        _("To what the board in play at a table can be taken back; for its director"),
        Board,
        tag="rulings",
        parameters=[TO],
        refused=(400, 401, 403, 404, 429),
    )
    def get(self, request: Request, key: str, table: str) -> Response:
        live = _in_play(self.table())
        asked = request.query_params.get("to", "")
        to = int(asked) if asked.isdecimal() and len(asked) < 6 else None
        if asked and to not in undo_handlers.points(live):
            raise ApiRefused("no_such_point", 400, to=asked[:20])
        assert live.start is not None
        told = undoing.as_seen(live.start, [one.event for one in live.played])
        return Response(
            {
                "game": live.game_id,
                "board": live.opened.board,
                "version": live.version,
                "points": [
                    {"version": version, "action": told[place - 1] if place else None}
                    for place, version in enumerate(undo_handlers.points(live))
                ][::-1],
                "taken": None if to is None else streams.would_take_back(live, to).as_dict(),
            }
        )

    @changes(
        "roll_back",
        _("Take the board in play at a table back, as its director, with a reason"),
        RolledBack,
        tag="rulings",
        sent=RollBack,
    )
    def post(self, request: Request, key: str, table: str) -> Response:
        table_id = self.table()
        given = sent(request, RollBack)
        rolling_back.roll_back(key, table=table_id, **given, **command(request))
        return Response({"game": given["game"], "version": streams.game(given["game"]).version})


def _in_play(table_id: str) -> LiveGame:
    try:
        table = streams.table(table_id).state
    except NotFound as closed:
        raise missing("board") from closed
    if table.current is None or table.closed:
        raise missing("board")
    live = streams.game(table.current.game_id)
    if live.over:
        raise missing("board")
    return live
