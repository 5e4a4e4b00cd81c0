"""What is kept about somebody, to take along, and the end of it; and of one of his sessions."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import texts
from clubs.domain.errors import ClubRefused
from clubs.services import erasing


@never_cache
@login_required
@require_safe
def about_me(request: HttpRequest) -> HttpResponse:
    """Everything that the service keeps about this person, as JSON."""
    told = erasing.about(request.user.pk)
    answer = JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="about-me.json"'
    return answer


@never_cache
@login_required
@require_POST
def end_session(request: HttpRequest, session: int) -> HttpResponse:
    """One of one's own alone; whoever ends the one that he looks from is signed out.

    One that is gone, or somebody else's, changes nothing and leads to the same list, where it is
    not: a second tap is no fault, and nobody learns which numbers there are.
    """
    if ended := UserSession.objects.filter(pk=session, user=request.user).first():
        end_sessions(request, [ended])
        if not request.user.is_authenticated:
            return redirect("/")
        messages.success(request, gettext("That device is signed out."))
    return redirect("usersessions_list")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Erase oneself: the account, all names and words. What was played stays, by nobody."""
    person: Any = request.user
    if person.is_demo:
        raise PermissionDenied
    problem = ""
    if request.method == "POST":
        if request.POST.get("name", "").strip() != person.username:
            problem = gettext("Type your user name to say that you mean it.")
        else:
            try:
                erasing.erase(person.pk, timezone.now())
            except ClubRefused as refusal:
                problem = texts.text_for(refusal.code)
            else:
                logout(request)
                messages.success(request, gettext("You are erased here. Farewell."))
                return redirect("/")
    return render(request, "clubs/erase.html", {"problem": problem})
