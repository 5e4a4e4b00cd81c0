"""`make bench`: the table's page on a throttled phone, as production serves it."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.benchmarks.bench_hall import Chair, Table
from tests.benchmarks.bench_phone import PLAYABLE, Load, load, one_file, phone, slowed
from tests.conftest import BROWSER_ARGUMENTS
from tests.flows.cluster import Process, command_lines
from tests.service import ROOT, clean_environment, told

pytestmark = [pytest.mark.bench, pytest.mark.services, pytest.mark.browser]

LOADS = 3
GOAL_BYTES, GOAL_TASK = 150_000, 0.1


async def up_to_a_lead(table: Table) -> Chair:
    """Play until somebody is to play a card; his chair, with the socket closed."""
    for chair in table.chairs:
        await chair.connect()
    while True:
        number = await table.whoever_is_asked()
        chair = table.chairs[number]
        trick = chair.game["view"]["trick"]
        if chair.asked[0]["do"] == "play" and trick is not None and trick["number"] > 1:
            await chair.close()
            return chair
        await act(table, chair)


async def act(table: Table, chair: Chair) -> None:
    version = chair.game["version"]
    action = table.action(chair, random.Random(version))
    await chair.say(game=chair.game["game"], version=version, **action)
    while chair.game["version"] == version:
        await chair.until_news()


async def play_to_the_end(table: Table, away: Chair, page: Page) -> tuple[int, list[float]]:
    """The rest of the board, one seat of it by the page; cards played there, and long tasks."""
    others = [chair for chair in table.chairs if chair is not away]
    await page.evaluate("window.found.long = []")
    cards = 0
    while not others[0].game["view"]["finished"]:
        await asyncio.sleep(0.3)
        version = others[0].game["version"]
        if (asked := next((chair for chair in others if chair.asked), None)) is not None:
            await act(table, asked)
        elif await page.locator(PLAYABLE).count():
            await page.locator(PLAYABLE).first.click()
            cards += 1
            while others[0].game["version"] == version:
                await others[0].until_news()
    await page.locator("#next").wait_for()
    long = [length / 1e3 for _, length in (await page.evaluate("window.found"))["long"]]
    for chair in others:
        await chair.close()
    return cards, long


async def measured(
    browser: Browser, url: str, table: Table
) -> tuple[list[Load], list[Load], int, list[float]]:
    away = await up_to_a_lead(table)
    loads, bare = [], []
    for _ in range(LOADS):
        async with phone(browser, url, away.session) as page:
            loads.append(await load(page, table.path))
        async with one_file(loads[-1].bytes) as address, phone(browser, address, "") as page:
            bare.append(await load(page, "/"))
    async with phone(browser, url, away.session) as page:
        tools = await slowed(page)
        await page.goto(table.path)
        await page.locator(PLAYABLE).first.wait_for(timeout=120_000)
        # The line is good again; the processor stays as it is.
        await tools.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        cards, long = await play_to_the_end(table, away, page)
    return loads, bare, cards, long


def test_the_table_on_an_old_phone(
    production: dict[str, str],
    chromium_path: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    production |= {
        "STATIC_ROOT": str(tmp_path / "static"),
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collect, cwd=ROOT, env=clean_environment(**production), check=True)
    [row] = told("tests.benchmarks.bench_hall", "1", timeout=60, **production)
    line = f"{Path(sys.executable).parent}/{command_lines()['web']}"
    web = Process(line, clean_environment(**production), tmp_path / "web.log")
    web.start()

    async def run() -> tuple[list[Load], list[Load], int, list[float]]:
        table = Table([web.url], f"/tables/{row['table']}/", row["sessions"])
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=chromium_path, args=BROWSER_ARGUMENTS
            )
            try:
                return await measured(browser, web.url, table)
            finally:
                await browser.close()

    try:
        web.wait_until_it_answers()
        loads, bare, cards, long = asyncio.run(run())
    finally:
        web.ask_to_stop()
        web.wait_until_it_stops()
        print(web.log)  # noqa: T201
    capsys.readouterr()
    playable, least = (median(each.playable for each in them) for them in (loads, bare))
    longest = max(long, default=0.0)
    with capsys.disabled():
        print(  # noqa: T201
            f"\ntable page {loads[0].bytes / 1e3:.0f} kB in {loads[0].files} files (goal under"
            f" {GOAL_BYTES / 1e3:.0f} kB)"
        )
        print(  # noqa: T201
            f"first playable card {playable:.1f} s, as one file {least:.1f} s, ratio"
            f" {playable / least:.1f}; longest task while loading"
            f" {max(each.longest_task for each in loads) * 1e3:.0f} ms"
        )
        print(  # noqa: T201
            f"{cards} cards played there: {len(long)} tasks over 50 ms, the longest"
            f" {longest * 1e3:.0f} ms (goal under {GOAL_TASK * 1e3:.0f} ms)"
        )
    assert loads[0].bytes < GOAL_BYTES
