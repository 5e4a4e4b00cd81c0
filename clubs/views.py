from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.forms import SettingsForm
from clubs.models import User


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How the person signed in likes to see the table."""
    form = SettingsForm(request.POST or None, instance=cast(User, request.user))
    if request.method == "POST" and form.is_valid():
        person = form.save()
        if person.language:
            translation.activate(person.language)
        messages.success(request, gettext("Your settings are kept."))
        return redirect("clubs:settings")
    return render(request, "clubs/settings.html", {"form": form})
