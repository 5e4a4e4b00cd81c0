"""What `manage.py check --deploy` refuses beside Django's own list."""

from __future__ import annotations

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.security, deploy=True)
def no_demo(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    if not settings.DEMO:
        return []
    return [
        Error(
            "DEMO is on: anybody gets a seat with one click, without an account.",
            hint="Unset DEMO where real people play.",
            id="deploy.E001",
        )
    ]


@register(Tags.security, deploy=True)
def not_embedded(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    if not settings.EMBEDDED:
        return []
    return [
        Error(
            "The service is embedded: one process, SQLite, tasks in memory.",
            hint="Set DATABASE_URL, REDIS_URL, SECRET_KEY and DEAL_KEY.",
            id="deploy.E002",
        )
    ]


@register(Tags.security, deploy=True)
def hosts_are_named(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[CheckMessage]:
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Error(
            "ALLOWED_HOSTS takes any name: a stranger chooses where links in our mail lead.",
            hint="Name the hosts of this service.",
            id="deploy.E003",
        )
    ]


@register(Tags.security, deploy=True)
def mail_arrives(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    if "smtp" in settings.EMAIL_BACKEND:
        return []
    return [
        Warning(
            "No mail server: password resets and error reports do not arrive.",
            hint="Set EMAIL_URL.",
            id="deploy.W001",
        )
    ]
