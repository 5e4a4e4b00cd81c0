"""The file of a championship that is over, for whoever led it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import archive, presenting
from tournaments.domain.errors import TournamentRefused
from tournaments.views import look_to_lead


@never_cache
@login_required
@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    look_to_lead(request, key)
    try:
        content = archive.write(key, now=timezone.now())
    except TournamentRefused as refusal:
        messages.error(request, presenting.refusal(refusal.code, dict(refusal.detail)))
        return redirect("tournaments:manage", key)
    answer = HttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="rikken-{key}.zip"'
    return answer
