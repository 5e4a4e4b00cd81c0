"""Static files from the service itself: whole, with the right type, in either kind of server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with bytes.

    Its own answer is a synchronous iterator, which under ASGI takes a thread per file and a
    warning per answer. Our files are small.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response.headers["Content-Type"]
        for name, value in answer.headers:
            response.headers[name] = value
        return response


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Names by content, inside ES modules too: `import "./view.js"` becomes the hashed name."""

    support_js_module_import_aggregation = True
    # A pass gives names to the modules whose imports have theirs: as many as the longest row of
    # imports. A circle of imports, in comments too, never ends.
    max_post_process_passes = 20
