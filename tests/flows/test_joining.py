"""A page that is loaded again: its new stream comes while the old one goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gameplay import house_plan, room
from gameplay.connections import Connection
from gameplay.hub import Hub

HOUSE_ONLY = SimpleNamespace(house_only=True, planned=False, time=None)
NOTHING: Any = SimpleNamespace(game=None, table=SimpleNamespace(state=HOUSE_ONLY))


class SlowHub(Hub):
    """Reads nothing, and takes its time over it until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = asyncio.Event()
        self.let_go = asyncio.Event()
        self.noted = 0

    @property
    def running(self) -> bool:
        return True

    async def _read(self, job: Callable[..., Any], *args: object) -> Any:
        if job is house_plan.keep_watched:
            self.noted += 1
            return None
        self.reading.set()
        await self.let_go.wait()
        return (NOTHING, []) if job is room.changes else NOTHING

    def _show_all(self, connection: Connection, shown: room.Shown) -> None:
        pass


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_who_joins_while_the_last_one_leaves_is_not_forgotten() -> None:
    hub = SlowHub()
    old, new = Connection("t1", id="old"), Connection("t1", id="new")
    hub.let_go.set()
    await hub.join(old)
    await settled()

    # The table is being read for the old page; the new one waits, the old one goes.
    hub.let_go.clear()
    hub.reading.clear()
    hub.heard("moved table-t1 7")
    await hub.reading.wait()
    joining = asyncio.ensure_future(hub.join(new))
    await settled()
    hub.leave(old)
    hub.let_go.set()
    await joining
    await settled()

    # The next move is read for the new page.
    assert hub.connections() == 1
    hub.reading.clear()
    hub.heard("moved table-t1 8")
    async with asyncio.timeout(5):
        await hub.reading.wait()
    await settled()


@pytest.mark.asyncio
async def test_the_last_one_to_leave_is_noted_at_that_moment() -> None:
    hub = SlowHub()
    hub.let_go.set()
    only = Connection("t1", id="only")
    await hub.join(only)
    await settled()
    before = hub.noted
    hub.leave(only)
    await settled()
    assert hub.noted == before + 1
    assert hub.connections() == 0
