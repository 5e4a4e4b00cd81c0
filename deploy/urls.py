from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from clubs.views import set_language
from deploy import health
from deploy.support import site
from deploy.texts import TextCatalogue

urlpatterns: list[URLPattern | URLResolver] = [
    # Answered before anything else is asked (deploy/requests.py); here for whoever reads the plan.
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics_page, name="metrics"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("support/", site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
    path("jsi18n/<str:language>/", TextCatalogue.as_view(), name="javascript-catalog"),
    path("api/", include("tournaments.api.urls")),
    path("", include("clubs.urls")),
    path("", include("gameplay.urls")),
    path("", include("tournaments.urls")),
]

handler500 = "tournaments.api.errors.server_error"
