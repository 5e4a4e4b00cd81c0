"""Who opens a socket: its cookies, session and user, in the scope.

In the threads that sockets have anyway. Channels' own stack asks in a thread that all of a process
share, which first makes sure of its connection: when a hall comes back after an outage, that is
where everybody waits.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import parse_cookie
from structlog.contextvars import bound_contextvars

from deploy.requests import request_id
from gameplay.consumers import in_thread

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class SignedIn:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        cookies = _cookies(scope)
        session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
        user = await in_thread(_user_of)(session) if session.session_key else AnonymousUser()
        known = {**scope, "cookies": cookies, "session": session, "user": user}
        with bound_contextvars(request_id=request_id(_header(scope, b"x-request-id"))):
            await self.application(known, receive, send)


def _header(scope: Scope, name: bytes) -> str | None:
    found = dict(scope["headers"]).get(name)
    return found.decode("latin1") if found is not None else None


def _cookies(scope: Scope) -> dict[str, str]:
    return parse_cookie(_header(scope, b"cookie") or "")


def _user_of(session: SessionStore) -> AbstractBaseUser | AnonymousUser:
    # All it looks at in a request is the session.
    return get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
