"""Pages only, for tools that know no ASGI. Tables need deploy.asgi."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

application = get_wsgi_application()
