"""What templates need to tell of clubs; also the front page."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats, timezone
from django.utils.translation import gettext

from clubs import selectors, texts

register = template.Library()


@register.filter
def day_there(moment: datetime, zone: str) -> str:
    """“ma 6 maart 2027”, where the club is."""
    return formats.date_format(timezone.localtime(moment, ZoneInfo(zone)), gettext("D j F Y"))


@register.filter
def hour_there(moment: datetime, zone: str) -> str:
    return timezone.localtime(moment, ZoneInfo(zone)).strftime("%H:%M")


@register.filter
def role_name(role: str) -> str:
    return str(texts.ROLES[role])


@register.simple_tag
def my_clubs(user: Any) -> list[selectors.Mine]:
    """For pages that do not belong to clubs; asked only where they are shown."""
    return selectors.mine(user.pk, timezone.now()) if user.is_authenticated else []
