"""The organizer's desk by way of the API: asked what an act would change, or done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.describe import changes
from clubs.api.errors import ApiRefused
from clubs.api.sending import sent
from clubs.api.shapes import Reason, Shape
from tournaments import foretelling
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsOrganizer
from tournaments.api.writes import command
from tournaments.domain import desk as acts
from tournaments.domain.desk import Act, Change
from tournaments.services import desk

__all__ = ["Changed", "DeskView", "ToldFirst"]


class ToldFirst(Reason):
    """What may be asked before it is done."""

    preview = serializers.BooleanField(
        default=False, help_text=_("Only tell what it would change.")
    )
    mark = serializers.CharField(
        max_length=16,
        required=False,
        help_text=_("Of this list; send it along to have exactly this done, or else be refused."),
    )


class NewAct(ToldFirst):
    """``reason``: why; of a message, what is said."""

    act = serializers.ChoiceField(choices=acts.ACTS)
    entry = serializers.CharField(max_length=40, required=False)
    other = serializers.CharField(max_length=40, required=False)
    round = serializers.IntegerField(min_value=1, max_value=100, required=False)
    table = serializers.IntegerField(
        min_value=0, max_value=100, required=False, help_text=_("By number; 0 for all tables.")
    )
    user = serializers.CharField(
        max_length=150,
        required=False,
        help_text=_("The user name of who sits in or arrives; without name and user the house."),
    )
    name = serializers.CharField(
        max_length=60,
        required=False,
        help_text=_("A person without an account, who plays in the hall."),
    )


class Changed(Shape):
    code = serializers.CharField()
    message = serializers.CharField()
    detail = serializers.DictField()


class Told(Shape):
    changes = Changed(
        many=True,
        help_text=_("What the act would change, or did; nothing where it is so already."),
    )
    mark = serializers.CharField(
        help_text=_("Of this list; send it along to have exactly this done, or else be refused.")
    )
    done = serializers.BooleanField()


ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    acts.STAND_IN: (("entry",), ("user", "name")),
    acts.BACK: (("entry",), ()),
    acts.SWAP: (("entry", "other"), ("round",)),
    acts.ARRIVE: ((), ("user", "name")),
    acts.WITHDRAW: (("entry",), ()),
    acts.REINSTATE: (("entry",), ()),
    acts.MESSAGE: ((), ("table",)),
    acts.QUIET: ((), ("table",)),
}
"""For each act what it needs, and what it may have."""


def _act(given: Mapping[str, Any]) -> Act:
    """:raises ApiRefused: a field is missing, or belongs to another act."""
    needed, allowed = ASKED[given["act"]]
    about = {
        name: value
        for name, value in given.items()
        if name not in ("act", "reason", "preview", "mark")
    }
    for name in about:
        if name not in needed and name not in allowed:
            raise ApiRefused("unknown_field", 400, name=name, known=sorted((*needed, *allowed)))
    for name in needed:
        if name not in about:
            raise ApiRefused("missing_field", 400, name=name)
    if "user" in about and "name" in about:
        raise ApiRefused("unknown_field", 400, name="name", known=["user"])
    user, named = about.pop("user", ""), bool(about.pop("name", ""))
    return Act(given["act"], user=desk.person(user) if user else None, named=named, **about)


class DeskView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "act_at_the_desk",
        _("Seat stand-ins, swap, let in, withdraw, or tell tables something, as organizer"),
        Told,
        tag="rounds",
        sent=NewAct,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        given = sent(request, NewAct)
        what = _act(given)
        names = foretelling.names_for(row, what, given.get("name", ""))
        if given["preview"]:
            found = desk.foretell(row.key, what)
        else:
            found = desk.act(
                row.key,
                what,
                words=given["reason"],
                name=given.get("name", ""),
                mark=given.get("mark", ""),
                **command(request),
            )
        told = {
            "changes": [_told(each, names) for each in found],
            "mark": acts.mark(found),
            "done": not given["preview"],
        }
        return Response(told)


def _told(change: Change, names: foretelling.Names) -> dict[str, object]:
    return {
        "code": change.code,
        "message": foretelling.sentence(change, names),
        # Whose account it is, the sentence says by name; its number is nobody's business.
        "detail": {name: told for name, told in change.facts.items() if name != "user"},
    }
