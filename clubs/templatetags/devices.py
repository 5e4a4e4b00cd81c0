"""What somebody may know his device by."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first that fits: a browser names its forebears too, and Android is a Linux.
_DEVICES = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux")),
)
_BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    ("Safari", "Safari"),
)


@register.filter
def device(user_agent: str) -> str:
    """For example "Firefox, Windows"."""
    found = [
        next((name for sign, name in names if sign in user_agent), "")
        for names in (_BROWSERS, _DEVICES)
    ]
    return ", ".join(filter(None, found)) or _("A device that does not say what it is")
