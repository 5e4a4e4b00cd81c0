"""What holds everywhere. The environment decides the rest: see the table in deploy/README.md.

Without DATABASE_URL the service is *embedded*: one process, SQLite, everything else in memory.
"""

from __future__ import annotations

import gc
from typing import Any

from django.utils.translation import gettext_lazy as _

from deploy.scrubbing import logging_settings
from deploy.settings import rest
from deploy.settings.environment import (
    data_folder,
    env,
    kept_key,
    key_from_hex,
    own_file,
    required,
)

# Modules come by the thousand, and stay: looking through them for garbage after every 700 objects,
# as Python would, is a sixth of a start.
gc.set_threshold(50_000, 20, 20)

DATA = data_folder()

# Never on, the demo included: a page with local variables would show hidden cards.
DEBUG = False

DEMO = env.bool("DEMO", default=False)
# House players who play one championship after the other, for whoever looks in.
DEMO_CHAMPIONSHIP = env.bool("DEMO_CHAMPIONSHIP", default=DEMO)
EMBEDDED = not env.str("DATABASE_URL", default="")

if EMBEDDED:
    DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = kept_key(DATA / "secret.key").hex()
    DEAL_KEY = kept_key(DATA / "deal.key")
    REDIS_URL = ""
else:
    SECRET_KEY = required("SECRET_KEY", "it signs sessions and links")
    DEAL_KEY = key_from_hex("DEAL_KEY", required("DEAL_KEY", "it encrypts the deals"))
    REDIS_URL = required("REDIS_URL", "it carries tasks and announcements between processes")

# Beside the database and its archives: who is in there again after a restore is erased again.
ERASURES = env.str("ERASURES", default=str(DATA / "erased.txt") if EMBEDDED else "")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# -- applications -----------------------------------------------------------------------------

# Templates are looked for in this order: the shell and our own pages override allauth's.
INSTALLED_APPS = [
    "deploy",
    "clubs",
    "gameplay",
    "gameplay.eventstore.apps.EventStoreConfig",
    "tournaments",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    # Not the site that Django makes: ours shows what support needs (deploy/support.py).
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "deploy.requests.Requests",
    "django.middleware.security.SecurityMiddleware",
    "deploy.static_files.StaticFilesMiddleware",
    "deploy.caching.NothingIsKept",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After authentication: the signed-in person's own choice of language comes first.
    "clubs.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "deploy.not_allowed.NotAllowedPage",
]

ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"
WSGI_APPLICATION = "deploy.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "deploy.context.site",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# -- database and cache ---------------------------------------------

DATABASES: dict[str, dict[str, Any]]
CACHES: dict[str, dict[str, Any]]
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(own_file(DATA / "db.sqlite3")),
            "OPTIONS": {
                # A reader that becomes a writer half-way can only fail, hence IMMEDIATE.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
else:
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    # With every card the same few statements, on connections that stay: prepared once for each.
    # (In front of PostgreSQL, PgBouncer knows these from 1.21 on.)
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        server_side_binding=True, prepare_threshold=5
    )
    # Whoever dies in mid-transaction, or stops there, must not hold up a table for long.
    _options = DATABASES["default"]["OPTIONS"]
    _options["options"] = " ".join(
        [
            "-c idle_in_transaction_session_timeout=10s",
            "-c lock_timeout=5s",
            _options.get("options", ""),  # the operator's own come last, and win
        ]
    ).strip()
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "rikken",
        }
    }

# Threads that read and write for tables live on, and keep their connection; a page's thread ends
# with the page and gives its own up (deploy/connections.py).
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# -- tasks: see deploy/celery.py ---------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
# Latency of the in-memory broker is its polling interval.
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.01} if EMBEDDED else {}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # our handlers scrub, Celery's would not
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# -- the table ---------------------------------------------------------------------------------

TICK_SECONDS = env.float("TICK_SECONDS", default=0.2)
HOUSE_PACE_MS = (
    env.int("HOUSE_PACE_MIN_MS", default=500),
    env.int("HOUSE_PACE_MAX_MS", default=1000),
)
# Between two boards of a planned table at which only house players sit.
BOARD_PAUSE_MS = env.int("BOARD_PAUSE_MS", default=3000)

# -- people ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "clubs.adapter.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "clubs.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "clubs.forms.LoginForm",
    "signup": "clubs.forms.SignupForm",
    "change_password": "clubs.forms.ChangePasswordForm",
    "reset_password": "clubs.forms.ResetPasswordForm",
    "reset_password_from_key": "clubs.forms.ResetPasswordKeyForm",
    "request_login_code": "clubs.forms.RequestLoginCodeForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Rikken: "
# A passkey is a door of its own and a second factor beside the password; an app is one too.
MFA_ADAPTER = "clubs.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Rikken"
# On one's own machine there is no TLS; a browser allows that for localhost only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = EMBEDDED
ACCOUNT_USER_DISPLAY = "clubs.adapter.display_name"

# An invitation's token and a reset's key are in the address: tell no other site.
SECURE_REFERRER_POLICY = "same-origin"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"

# -- mail --------------------------------------------------------------------------------------

# Without EMAIL_URL an embedded service prints mail in its terminal: a password can be reset.
vars().update(env.email_url("EMAIL_URL", default="consolemail://" if EMBEDDED else "dummymail://"))
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="rikken@localhost")
SERVER_EMAIL = env.str("SERVER_EMAIL", default=DEFAULT_FROM_EMAIL)
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]

# -- the interface over HTTP: see deploy/settings/rest.py ---------------------------------------

REST_FRAMEWORK = rest.REST_FRAMEWORK
SPECTACULAR_SETTINGS = rest.SPECTACULAR_SETTINGS

# -- language and time -------------------------------------------------------------------------

LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", _("Dutch")), ("en", _("English")), ("de", _("German"))]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Amsterdam")

# -- static files ------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = None
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "deploy.bundles.BundleFinder",
]
# Served from where they lie: no collecting, and a changed file is seen after a restart.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MAX_AGE = 0
WHITENOISE_MIMETYPES = {".js": "text/javascript", ".mjs": "text/javascript"}

# -- what a page may load ----------------------------------------------------------------------

X_FRAME_OPTIONS = "DENY"
# 'self' in connect-src covers the page's own sockets (ws: and wss: of the same host).
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "media-src": ["'self'"],
        "manifest-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# -- errors and logs ---------------------------------------------------------------------------

DEFAULT_EXCEPTION_REPORTER = "deploy.scrubbing.ExceptionReporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "deploy.scrubbing.ExceptionReporterFilter"
# What nobody catches is scrubbed too; tests need Python's own hooks.
SCRUB_UNCAUGHT = True
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logging_settings(level=LOG_LEVEL)

# -- figures: see deploy/metrics.py -----------------------------------------------------------

# With it they may be asked for from anywhere; without it from private addresses only.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where a worker serves its own; it listens nowhere else.
METRICS_PORT = env.int("METRICS_PORT", default=0)
