"""The language of a page: the person's own setting, then the cookie, then the browser's."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


class LanguageMiddleware(LocaleMiddleware):
    """Says as ``request.language_was_asked_for`` whether one of ours was: a page that belongs to an
    event speaks the event's language where nobody asked.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        chosen = getattr(request.user, "language", "")
        if chosen and translation.check_for_language(chosen):
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen
        request.language_was_asked_for = bool(chosen) or _asked_for(request)  # type: ignore[attr-defined]


def _asked_for(request: HttpRequest) -> bool:
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wished = [
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        *(code for code, _ in accepted),
    ]
    return any(_is_ours(code) for code in wished)


def _is_ours(code: str) -> bool:
    try:
        translation.get_supported_language_variant(code)
    except LookupError:
        return False
    return True
