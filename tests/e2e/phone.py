"""A window of the playground in a real browser, used as a finger and two eyes would."""

from __future__ import annotations

import asyncio
import io
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from PIL import Image

from handler.words import ENGLISH
from tests.e2e.cards import set_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import Browser, Locator, Page

    from engine.game import Game
    from handler.words import Words

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

NEWEST = "Math.max(0, ...[...document.querySelectorAll('[data-message]')].map(m => +m.dataset.message))"

TOLD_CARDS = """before => {
    const told = [...document.querySelectorAll('[data-message]')].filter(m => +m.dataset.message > before);
    return told.map(m => m.querySelector('.text')?.innerText ?? '').find(text => /^\\d+\\. |^No cards/.test(text));
}"""

SHOWN = """([deck, cards]) => {
    const table = [...document.querySelectorAll('.wide')].at(-1);
    const slots = [...table.querySelectorAll('.key')].filter(key => /^\\d+$/.test(key.dataset.text));
    return table.querySelector('.text').innerText.match(`${deck} [·|]`) && slots.length === cards;
}"""

PATIENCE = 60.0
"""Seconds to wait for what must come, on a machine that may be busy with much else."""

KEEP_TOASTS = """
window.toasts = [];
new MutationObserver(() => {
    const said = document.getElementById('toast').textContent;
    if (said) window.toasts.push(said);
}).observe(document.getElementById('toast'), {childList: true, characterData: true, subtree: true});
"""


class Phone:
    """One window. `page` is Playwright's."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def table(self) -> Locator:
        """The message with the cards."""
        return self.page.locator(".message.wide").last

    @property
    def caption(self) -> Locator:
        return self.table.locator(".text")

    def key(self, text: str) -> Locator:
        """The last button with this text, with or without a sign before it."""
        return self.page.locator(f'.key[data-text="{text}"], .key[data-text$=" {text}"]').last

    async def say(self, text: str) -> None:
        """Type, and send."""
        await self.page.fill("#text", text)
        await self.page.press("#text", "Enter")

    async def newest(self) -> int:
        """The number of the newest message."""
        return int(await self.page.evaluate(NEWEST))

    async def cards(self) -> str:
        """The cards in words, as the bot tells them when asked."""
        before = await self.newest()
        await self.say("/cards")
        return str(await self.see(TOLD_CARDS, before))

    async def see(self, expression: str, given: object = None) -> object:
        """Wait until an expression is true on the page; its value. (Playwright's own wait needs the page's leave.)"""
        async with asyncio.timeout(PATIENCE):
            while not (found := await self.page.evaluate(expression, given)):
                await asyncio.sleep(0.02)
        return found

    async def still(self) -> None:
        """Wait until nothing moves but what never ends."""
        await self.see("document.getAnimations().every(each => each.effect.getTiming().iterations === Infinity)")

    async def claim(self, slots: tuple[int, ...]) -> None:
        """Tap three numbers and SET!, each when the answer to the one before is there."""
        for text in (*map(str, slots), "SET!"):
            await self.tap(text)

    async def tap(self, text: str) -> None:
        """Press the button with this text, and wait for its answer."""
        await self.press(self.key(text))

    async def press(self, key: Locator) -> None:
        """Press a button, whatever it says by then, and wait for its answer."""
        await key.click()
        await self.see("!document.querySelector('.key.pending')")

    async def shows(self, game: Game, words: Words = ENGLISH) -> None:
        """Wait until as many cards lie there, and are left in the deck, as in a stored game: the edit has come."""
        await self.see(SHOWN, [words("Deck {n}", n=len(game.deck)), len(game.table)])

    async def person(self) -> int:
        """The number of who this window is."""
        return int(await self.page.evaluate("new URLSearchParams(location.search).get('as')"))

    async def become(self, name: str) -> None:
        """Be somebody else."""
        await self.page.click("#chat [data-open-people]")
        await self.page.click(f".person:has-text('{name}')")
        await self.page.wait_for_selector(f"#chat [data-open-people]:has-text('{name}')")
        await self.page.evaluate(KEEP_TOASTS)

    async def speak(self, code: str) -> None:
        """Set the app to a language."""
        await self.page.click("#chat [data-open-people]")
        await self.page.click(f"#languages label:has([value={code}])")
        await self.page.wait_for_selector(f"html[lang={code}]")
        await self.page.click("#people [data-close]")

    async def open_private(self) -> None:
        """Open the private chat with the bot, and start it."""
        await self.page.click("#back")
        await self.page.click(".chat-row:has(b:text-is('Setgram'))")
        await self.page.click("#start")
        await self.page.wait_for_selector("[data-message] .key")

    async def close_alert(self) -> str:
        """What an alert says, closed then; empty where there is none."""
        if not await self.page.is_visible("#alert"):
            return ""
        said = await self.page.inner_text("#alert-text")
        await self.page.click("#alert-ok")
        return said

    async def take_a_set(self) -> str:
        """Ask for the cards, and claim a set; what the verdict says, empty where it came too late."""
        slots = set_in(await self.cards())
        if not slots:
            return ""
        await self.claim(slots)
        return await self.close_alert()

    async def toasts(self) -> list[str]:
        """Every toast since the page was opened."""
        said: list[str] = await self.page.evaluate("window.toasts")
        return said


async def seen(ana: Phone, path: Path | None = None) -> Image.Image:
    """What is on the screen once nothing moves; with a path it is kept, in few colours."""
    await ana.still()
    picture = Image.open(io.BytesIO(await ana.page.screenshot())).convert("RGB")
    if path is not None:
        picture.quantize(256).save(path, optimize=True)
    return picture


@asynccontextmanager
async def phone(browser: Browser, address: str, **options: Any) -> AsyncIterator[Phone]:
    """A window as a phone of 360 by 800 opens it. A fault in one of its scripts fails the test."""
    faults: list[str] = []
    settings: dict[str, Any] = {"viewport": {"width": 360, "height": 800}, "device_scale_factor": 2}
    context = await browser.new_context(**(settings | {"has_touch": True, "is_mobile": True} | options))
    context.set_default_timeout(PATIENCE * 1000)
    page = await context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    await page.goto(address)
    await page.wait_for_selector("[data-message], .pill")
    await page.evaluate(KEEP_TOASTS)
    try:
        yield Phone(page)
    finally:
        await context.close()
    assert [fault for fault in faults if "WebSocket" not in fault and "ERR_CONNECTION" not in fault] == []
