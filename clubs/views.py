from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views import i18n
from django.views.decorators.http import require_http_methods

from clubs.forms import SettingsForm
from clubs.models import Language, User


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


def set_language(request: HttpRequest) -> HttpResponse:
    """The buttons under every page: kept in a cookie and, when signed in, in one's settings."""
    language = request.POST.get("language", "")
    if request.method == "POST" and request.user.is_authenticated and language in Language.values:
        person = cast(User, request.user)
        person.language = language
        person.save(update_fields=["language"])
    return i18n.set_language(request)
