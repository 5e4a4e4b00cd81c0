"""What somebody gives to programs and calendars."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import texts
from clubs.domain.errors import ClubRefused
from clubs.models import AccessToken, Scope
from clubs.services import access


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What it is for"), max_length=60, help_text=_("For example: score program.")
    )
    scope = forms.ChoiceField(
        label=_("What it may do"),
        choices=[each for each in Scope.choices if each[0] != Scope.CALENDAR],
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def access_page(request: HttpRequest) -> HttpResponse:
    person: Any = request.user
    if person.is_demo:
        raise PermissionDenied
    do = request.POST.get("do", "")
    if do == "revoke":
        access.revoke(person.pk, request.POST.get("token", ""))
        messages.success(request, gettext("It lets nobody in any more."))
        return redirect("clubs:access")
    form = TokenForm(request.POST if do == "token" else None)
    shown: dict[str, str] = {}
    try:
        if do == "token" and form.is_valid():
            shown = {"token": access.issue(person.pk, now=timezone.now(), **form.cleaned_data)}
        elif do == "calendar":
            token = access.issue(
                person.pk, name=gettext("calendar"), scope=Scope.CALENDAR, now=timezone.now()
            )
            where = reverse("tournaments:feed", args=[token])
            shown = {"address": request.build_absolute_uri(where)}
    except ClubRefused as refusal:
        messages.error(request, texts.text_for(refusal.code))
    tokens = AccessToken.objects.filter(user=person)
    return render(request, "clubs/access.html", {"form": form, "tokens": tokens, "shown": shown})
