"""The tables of an evening with own cards, planned again over the API: told first, or done."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.describe import changes
from clubs.api.errors import ApiRefused
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Shape
from tournaments import foretelling, stream
from tournaments.api.base import ApiView
from tournaments.api.desk import Changed, ToldFirst
from tournaments.api.permissions import IsOrganizer
from tournaments.api.writes import command
from tournaments.domain.desk import Change, mark
from tournaments.domain.events import SeatedTable
from tournaments.services import replanning
from tournaments.services.replanning import Present

__all__ = ["PlanView"]

MOST = 400


def _keys(help_text: object) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=MOST,
        default=list,
        help_text=help_text,
    )


class NewPlan(ToldFirst):
    asked = _keys(_("Entries about which this tells; the others stay as they are."))
    here = _keys(_("Those of them who are here; the others of them have gone home."))
    members = _keys(_("Records of the club, of members who come new."))
    names = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=MOST,
        default=list,
        help_text=_("Guests who come new; they need an Idempotency-Key."),
    )
    seed = serializers.IntegerField(
        min_value=0,
        max_value=2**32 - 1,
        required=False,
        help_text=_("As a preview answered it, for the very tables that it told."),
    )


class PlannedTable(Shape):
    number = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField())


class Planned(Shape):
    changes = Changed(
        many=True,
        help_text=_("What the act would change, or did; nothing where it is so already."),
    )
    tables = PlannedTable(many=True, help_text=_("Of the first round that is planned."))
    seed = serializers.IntegerField()
    mark = serializers.CharField(
        help_text=_("Of this list; send it along to have exactly this done, or else be refused.")
    )
    done = serializers.BooleanField()


class PlanView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "plan_tables",
        _("Plan the tables of an evening with own cards for who is there"),
        Planned,
        tag="rounds",
        sent=NewPlan,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        given = sent(request, NewPlan)
        present = Present(
            asked=tuple(given["asked"]),
            here=tuple(given["here"]),
            members=tuple(dict.fromkeys(given["members"])),
            names=tuple(given["names"]),
        )
        sent_as = idempotency_key(request)
        if given["names"] and not given["preview"] and not sent_as:
            # As where several are entered: nothing else tells two Jans from one sent twice.
            raise ApiRefused("idempotency_key_missing", 400)
        seed = given["seed"] if "seed" in given else _seed(row.key, request.user.pk, sent_as)
        before = stream.state(row.key).championship
        comes = foretelling.newcomers(before, present)
        if given["preview"]:
            told = replanning.foretell(row.key, present, seed=seed)
            found, tables = told.changes, told.tables
            names = {**foretelling.called(row), **dict(zip(told.people, comes, strict=True))}
        else:
            found = replanning.replan(
                row.key,
                present,
                seed=seed,
                words=given["reason"],
                mark=given.get("mark", ""),
                **command(request),
            )
            tables, names = _first_tables(row.key, found), foretelling.called(row)
        texts = foretelling.of_plan(found, names, comes)
        answer = {
            "changes": [
                {"code": change.code, "message": text, "detail": change.facts}
                for change, text in zip(found, texts, strict=True)
            ],
            "tables": [
                {"number": number, "players": players}
                for number, players in foretelling.at_tables(tables, names)
            ],
            "seed": seed,
            "mark": mark(found),
            "done": not given["preview"],
        }
        return Response(answer)


def _seed(key: str, user: int, sent_as: str) -> int:
    """The same for what is sent again."""
    if not sent_as:
        return replanning.draw()
    told = f"{key}:{user}:{sent_as}".encode()
    return int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), told, "sha256")[:4], "big")


def _first_tables(key: str, found: Sequence[Change]) -> Sequence[SeatedTable]:
    """Of the first round that is planned; none where nothing was done, since it was before."""
    rounds = [each.facts["round"] for each in found if each.code == "tables_for"]
    known = stream.state(key).championship.round(rounds[0]) if rounds else None
    return known.tables if known is not None else ()
