"""Pages that other sites may show in a frame: a club's own site, a café's screen.

They are for everybody and nobody in particular: no cookie is needed or set, whoever is signed in
sees what a stranger sees, and nothing can be done there. All other pages refuse to be framed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
FRAMED_BY = ["*"]


def embeddable(view: View[P]) -> View[P]:
    """Let anybody frame the page; ``?lang=`` chooses its language, else the browser does."""

    @wraps(view)
    def shown(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        asked = request.GET.get("lang", "")
        if asked not in {code for code, _ in settings.LANGUAGES}:
            return view(request, *args, **kwargs)
        request.language_was_asked_for = True  # type: ignore[attr-defined]
        with translation.override(asked):
            answer = view(request, *args, **kwargs)
            answer.headers.setdefault("Content-Language", asked)
        return answer

    framed = csp_replace({"frame-ancestors": FRAMED_BY})(xframe_options_exempt(shown))
    return cast("View[P]", framed)
