"""Which language a page and its socket speak: the person's, the browser's, the event's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


def speak_for_event(request: HttpRequest, language: str) -> None:
    """From here on the event's language, unless the visitor or his browser asked for one of ours.

    ``clubs.middleware`` knows whether anybody asked.
    """
    if getattr(request, "language_was_asked_for", True) or not language:
        return
    translation.activate(language)
    request.LANGUAGE_CODE = language


def of_socket(scope: Mapping[str, Any]) -> str:
    """What the page that opened the socket speaks; a program says nothing and is spoken to as its
    owner chose."""
    known = {code for code, _ in settings.LANGUAGES}
    told = parse_qs(scope.get("query_string", b"").decode("ascii", "replace")).get("lang", [""])
    chosen = (
        told[0],
        getattr(scope.get("user"), "language", ""),
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
    )
    return next((code for code in chosen if code in known), settings.LANGUAGE_CODE)
