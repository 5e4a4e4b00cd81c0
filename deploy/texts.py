"""The texts that scripts show, in one language, as a script."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog


@method_decorator(cache_control(public=True, max_age=60), name="dispatch")
class TextCatalogue(JavaScriptCatalog):
    """The language is in the address and not in a cookie, so that the answer can be kept."""

    packages: ClassVar[list[str]] = ["gameplay"]

    def get(self, request: HttpRequest, language: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        with translation.override(language):
            return super().get(request)
