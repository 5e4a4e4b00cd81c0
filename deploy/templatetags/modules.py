from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from deploy.modules import imported_by

register = template.Library()


@register.simple_tag
def module(name: str) -> SafeString:
    """A page's script, and the early word to the browser of all that it imports."""
    return format_html(
        '{}<script type="module" src="{}"></script>',
        format_html_join(
            "\n",
            '<link rel="modulepreload" href="{}">',
            ((static(imported),) for imported in imported_by(name)),
        ),
        static(name),
    )
