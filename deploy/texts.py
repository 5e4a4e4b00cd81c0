"""The texts that scripts show, in one language, as a script."""

from __future__ import annotations

import gzip
from typing import ClassVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog


@method_decorator(cache_control(public=True, max_age=60), name="dispatch")
class TextCatalogue(JavaScriptCatalog):
    """The language is in the address and not in a cookie, so that the answer can be kept.

    By the service, too: it is the same for everybody, and compressed, since no token is in it.
    """

    packages: ClassVar[list[str]] = ["gameplay"]
    made: ClassVar[dict[str, tuple[bytes, bytes]]] = {}

    def get(self, request: HttpRequest, language: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        if language not in self.made:
            with translation.override(language):
                script = super().get(request).content
            self.made[language] = script, gzip.compress(script, mtime=0)
        plain, compressed = self.made[language]
        answer = HttpResponse(plain, content_type='text/javascript; charset="utf-8"')
        patch_vary_headers(answer, ["Accept-Encoding"])
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            answer.content = compressed
            answer.headers["Content-Encoding"] = "gzip"
        return answer
