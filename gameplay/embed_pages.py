"""A table in a frame on somebody else's site: what every spectator sees, and nothing else."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from gameplay import access, frames, languages, room
from gameplay.embedding import embeddable
from gameplay.errors import NotFound
from gameplay.visibility import SPECTATOR


@never_cache
@require_GET
@embeddable
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    now = timezone.now()
    try:
        look = room.first_look(table_id)
    except NotFound as missing:
        raise Http404 from missing
    home = access.home(look.table.state, None)
    if home is not None:
        languages.speak_for_event(request, home.language)
    context = {
        "table_id": table_id,
        "home": home,
        "ends": frames.moment(home.ends) if home is not None and home.ends is not None else "",
        "now": frames.moment(now),
        "replay_url": reverse("gameplay:table_replay", args=[table_id, 0]),
        "sse_url": f"/sse/tables/{table_id}/",
        "state": [json.loads(f.text) for f in room.opening_frames(look, SPECTATOR, now)],
    }
    return render(request, "gameplay/embed_table.html", context)
