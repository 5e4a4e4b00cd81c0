"""The socket and the page of a commentator: all four hands while they are played.

No card is in the page itself: all come over the socket, which shows none before it is on record
that they are shown. Nothing can be done here; a commentator has no seat and no voice at the table.
"""

from __future__ import annotations

import json
from typing import NoReturn

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from gameplay import access, commands, frames, languages, protocol, room, streams
from gameplay.connections import Connection
from gameplay.consumers import TableConsumer
from gameplay.errors import NotAllowed, NotFound
from gameplay.visibility import SPECTATOR


class CommentaryConsumer(TableConsumer):
    """Close codes as those of a seat: 4003 where this person does not comment, or not any more."""

    def admitted(self) -> Connection | None:
        if not self.comments():
            return None
        return Connection(self.table_id, commentator=self.user_id, signed_in=self.signed_in)

    def has_joined(self, connection: Connection) -> None:
        """Takes nobody's seat."""

    def comments(self) -> bool:
        return access.comments(self.user_id, streams.table(self.table_id).state)

    def signed_in(self) -> bool:
        still = commands.may_still_act(self.user_id, self.scope["session"].session_key)
        return still and self.comments()

    def perform(self, message: protocol.Message) -> NoReturn:
        raise NotAllowed("not_your_seat", "a commentator does nothing at a table")


@never_cache
@login_required
@require_GET
def commentary(request: HttpRequest, table_id: str) -> HttpResponse:
    try:
        state = streams.table(table_id).state
    except NotFound as missing:
        raise Http404 from missing
    if not access.comments(request.user.pk, state):
        raise PermissionDenied
    home = access.home(state, request.user.pk)
    if home is not None:
        languages.speak_for_event(request, home.language)
    now = timezone.now()
    # What everybody is shown; the hands come over the socket.
    opening = room.opening_frames(room.first_look(table_id), SPECTATOR, now)
    context = {
        "table_id": table_id,
        "home": home,
        "now": frames.moment(now),
        "state": [json.loads(frame.text) for frame in opening],
        "ends": frames.moment(home.ends) if home is not None and home.ends is not None else "",
        "socket_url": f"/ws/tables/{table_id}/commentary/?lang={get_language()}",
    }
    return render(request, "gameplay/commentary.html", context)
