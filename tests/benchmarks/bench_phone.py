"""An old phone in a canteen: Chromium with a slow line and a slow processor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, CDPSession, Page

# What Chromium's own tools call slow 4G; the latency is that of a request, not of a packet.
SLOW_4G = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1.6e6 / 8 * 0.9,
    "uploadThroughput": 0.75e6 / 8 * 0.9,
}
SLOWER = 4
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "nl-NL",
}
PLAYABLE = ".cardbtn.can"
# Chromium counts whatever keeps the page from answering for 50 ms.
WATCH = """
window.found = { playable: null, long: [] };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.found.long.push([task.startTime, task.duration]);
}).observe({ type: 'longtask', buffered: true });
const look = () => {
  if (window.found.playable === null && document.querySelector('%s')) {
    window.found.playable = performance.now();
    watching.disconnect();
  }
};
const watching = new MutationObserver(look);
watching.observe(document, { childList: true, subtree: true, attributes: true });
document.addEventListener('DOMContentLoaded', look);
""".replace("%s", PLAYABLE)


@dataclass(frozen=True)
class Load:
    """Seconds from asking for the page until a card can be played, and what came over the line."""

    playable: float
    bytes: int
    files: int
    longest_task: float


@asynccontextmanager
async def phone(browser: Browser, url: str, session: str) -> AsyncIterator[Page]:
    context = await browser.new_context(base_url=url, **PHONE)
    await context.add_init_script(WATCH)
    if session:
        await context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def slowed(page: Page) -> CDPSession:
    tools = await page.context.new_cdp_session(page)
    await tools.send("Network.enable")
    await tools.send("Network.emulateNetworkConditions", SLOW_4G)
    await tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return tools


async def load(page: Page, path: str) -> Load:
    tools = await slowed(page)
    came: list[int] = []
    tools.on("Network.loadingFinished", lambda told: came.append(int(told["encodedDataLength"])))
    await page.goto(path)
    await page.locator(PLAYABLE).first.wait_for(timeout=120_000)
    with suppress(asyncio.TimeoutError):
        await page.wait_for_load_state("networkidle")
    found = await page.evaluate("window.found")
    longest = max((length for _, length in found["long"]), default=0.0)
    return Load(found["playable"] / 1e3, sum(came), len(came), longest / 1e3)


@asynccontextmanager
async def one_file(size: int) -> AsyncIterator[str]:
    """A page that is one answer of so many bytes, at the end of which its card can be played."""
    end = b'<button class="cardbtn can">A</button></body></html>'
    body = b"<!doctype html><html><body><!--" + b"x" * (size - len(end) - 34) + b"-->" + end
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
