"""A club and its people, made by the services that people use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from clubs import stream
from clubs.domain.club import Club, Member
from clubs.services import founding, links, people

NOW = datetime(2027, 3, 1, 19, 0, tzinfo=UTC)


@dataclass
class Club40:
    """De Zwarte Piet in Reusel: Toos founded it. People are found by their user name."""

    key: str
    users: dict[str, Any]

    @property
    def state(self) -> Club:
        return stream.state(self.key)

    def sent(self, who: str, **changed: Any) -> people.Sent:
        return people.Sent(self.users[who].pk, changed.pop("now", NOW), **changed)

    def member(self, who: str) -> Member:
        found = self.state.member_of(self.users[who].pk)
        assert found is not None
        return found

    def joins(self, who: str, *roles: str) -> Member:
        """With an account, by a link of the owner's, and with these roles."""
        if who not in self.users:
            self.users[who] = get_user_model().objects.create_user(who)
        token = links.invite(self.key, self.sent("toos"), role="member", uses=1, days=1)
        links.accept(token, user=self.users[who].pk, name="", now=NOW + timedelta(minutes=1))
        if roles:
            key = self.member(who).key
            people.give_roles(self.key, self.sent("toos"), member=key, roles=roles)
        return self.member(who)

    def adds(self, name: str, **record: Any) -> Member:
        """Without an account."""
        before = set(self.state.members)
        people.add(self.key, self.sent("toos"), people.Record(name, **record))
        (key,) = set(self.state.members) - before
        return self.state.members[key]

    def client(self, who: str) -> Client:
        client = Client()
        client.force_login(self.users[who], backend="django.contrib.auth.backends.ModelBackend")
        return client


def found(
    user: str = "toos", called: str = "Toos van de Ven", name: str = "De Zwarte Piet"
) -> Club40:
    """Needs the database."""
    owner = get_user_model().objects.create_user(user, display_name=called)
    key = founding.found(
        name=name,
        place="Reusel",
        zone="Europe/Amsterdam",
        language="nl",
        own_name=called,
        ruleset="championship-offline",
        options={},
        user=owner.pk,
        now=NOW,
    )
    return Club40(key, {user: owner})
