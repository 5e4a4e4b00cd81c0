"""Behind a proxy that ends TLS, with PostgreSQL and Redis."""

from __future__ import annotations

from deploy.scrubbing import logging_settings
from deploy.settings.base import *  # noqa: F403
from deploy.settings.base import EMBEDDED, LOG_LEVEL, REST_FRAMEWORK
from deploy.settings.environment import ROOT, env, required

if EMBEDDED:
    required("DATABASE_URL", "production keeps its events in PostgreSQL")

# -- logs that programs read ----------------------------------------------------------------------

LOGGING = logging_settings(level=LOG_LEVEL, json=env.bool("LOG_JSON", default=True))

# -- only over TLS -----------------------------------------------------------------------------

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=365 * 24 * 3600)
# Both bind hosts that are not ours to bind, and preloading cannot be taken back: asked for only.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # would ask for these two
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

# Only where a proxy of ours sets the header, and removes one that a visitor sent.
if env.bool("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXY_COUNT", default=1)
    REST_FRAMEWORK["NUM_PROXIES"] = ALLAUTH_TRUSTED_PROXY_COUNT

# -- static files: collected, compressed, named by content ---------------------------------------

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "deploy.static_files.StaticFilesStorage"},
}
STATIC_ROOT = env.str("STATIC_ROOT", default=str(ROOT / "static_collected"))
WHITENOISE_USE_FINDERS = False
WHITENOISE_MAX_AGE = 60
