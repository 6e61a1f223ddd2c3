"""The playground in a real browser, by taps alone."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.cards import cards_in, worst_in
from tests.e2e.phone import PATIENCE, Phone, phone
from tests.infra.playground.running import running

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio

ENDED = "[data-message]:has-text('🏁')"


async def begin_demo(ana: Phone, speed: str = "slow") -> None:
    await ana.page.click(f"#demo label:has-text('{speed}')")
    await ana.page.click("#demo-start")
    await ana.table.locator(".key").first.wait_for()


async def same_table(one: Phone, other: Phone) -> None:
    """Wait until both show the same picture, caption and keys."""
    look = "() => [document.querySelector('.wide img').src, document.querySelector('.wide').innerText].join()"
    async with asyncio.timeout(PATIENCE):
        while await one.page.evaluate(look) != await other.page.evaluate(look):
            await asyncio.sleep(0.05)


@pytest.mark.timeout(500)
async def test_a_demo_game_is_played_to_its_end_by_taps_and_watched_in_a_second_window(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana, phone(browser, playground.address) as ben:
        await begin_demo(ana)
        assert len(cards_in(await ana.cards())) >= 12
        verdicts = []
        while not await ana.page.locator(ENDED).count():
            verdicts.append(await ana.take_a_set())
            if len(verdicts) == 3:
                await same_table(ana, ben)
                await ana.say("/table")
        won = [verdict for verdict in verdicts if verdict.startswith("SET!")]
        assert len(won) > 10
        final = await ana.page.locator(ENDED).inner_text()
        assert f"1. Ana {len(won)}" in final
        await ben.page.wait_for_selector(ENDED)
        assert await ana.table.locator(".key").count() == 0
        await same_table(ana, ben)
        assert len(await ana.toasts()) > 30
        assert await ben.toasts() == []
        assert not await ben.page.is_visible("#alert")


LAPTOPS = ((1360, 600), (1366, 650), (1000, 700), (1366, 768), (1360, 800), (700, 840))
LONG_NAMES = ("Maximiliane", "Konstantinos", "Bartholomew", "Wilhelmina", "Alessandrina", "Christopher", "Guadalupe")


async def eight_players(ana: Phone, playground: Playground) -> None:
    """Seat Ana with seven whose names are long, and deal."""
    await ana.say("/newgame")
    await ana.key("Join").wait_for()
    for name in LONG_NAMES:
        async with playground.window() as window:
            await window.ask("add person", name=name)
            person = (await window.news("added person"))["id"]
        async with playground.window(person) as window:
            messages = (await window.news("hello"))["chats"][0]["messages"]
            lobby = next(message for message in messages if "reply_markup" in message)
            keys = [key for row in lobby["reply_markup"]["inline_keyboard"] for key in row]
            data = next(key["callback_data"] for key in keys if key["text"].endswith("Join"))
            await window.ask("press", chat=lobby["chat"]["id"], message=lobby["message_id"], data=data)
            assert "You are in" in (await window.news("answer"))["text"]
    await ana.key("Start").click()
    await ana.table.locator(".key").first.wait_for()


async def test_a_table_of_twelve_cards_and_eight_players_fits_on_a_phone_with_its_whole_keyboard(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await eight_players(ana, playground)
        await fits(ana)
        await ana.take_a_set()  # now there is a footer with the last set
        await twelve_cards(ana)
        await ana.claim(worst_in(await ana.cards()))
        await ana.close_alert()
        await ana.page.wait_for_selector(".wide .text:has-text('❌')")
        await fits(ana)
        for width, height in LAPTOPS:
            window: dict[str, Any] = {"viewport": {"width": width, "height": height}, "device_scale_factor": 1}
            async with phone(browser, playground.address, **window, is_mobile=False, has_touch=False) as ben:
                await ben.table.locator(".key").first.wait_for()
                await fits(ben, wide=270, tall=28)


async def twelve_cards(ana: Phone) -> None:
    """Take sets until twelve cards lie there: where no set is among them there are more."""
    while await ana.table.locator(".key").count() != 15:
        await ana.take_a_set()


async def fits(ana: Phone, wide: int = 340, tall: int = 36) -> None:
    """Picture, caption and keyboard are all in view, nothing is cut, and the caption has three lines at most."""
    await twelve_cards(ana)
    await ana.table.evaluate("table => table.scrollIntoView({block: 'end'})")  # others have come in below
    await ana.see("document.querySelector('.wide img').complete")
    await ana.still()
    seen: dict[str, Any] = await ana.page.evaluate(
        """() => {
            const view = document.getElementById('scroller').getBoundingClientRect();
            const table = [...document.querySelectorAll('.wide')].at(-1);
            const box = part => table.querySelector(part).getBoundingClientRect();
            const text = table.querySelector('.text'), style = getComputedStyle(text);
            const inner = text.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
            return {
                top: box('img').top - view.top,
                bottom: view.bottom - box('.row:last-child').bottom,
                left: box('img').left, right: innerWidth - box('img').right,
                wide: box('img').width, tall: box('.key').height,
                lines: inner / parseFloat(style.lineHeight),
                cut: [...table.querySelectorAll('.key')].filter(key => key.scrollWidth > key.clientWidth).length,
                sideways: document.documentElement.scrollWidth - innerWidth,
            };
        }"""
    )
    assert min(seen["top"], seen["bottom"], seen["left"], seen["right"]) > -0.5, seen  # scrolling is by whole pixels
    assert seen["lines"] <= 3.01, seen
    assert seen["wide"] >= wide, seen
    assert seen["tall"] >= tall, seen
    assert (seen["cut"], seen["sideways"]) == (0, 0), seen


async def test_a_toast_is_one_line_cut_at_the_edge_and_gone_after_three_seconds(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await begin_demo(ana)
        await ana.page.clock.install()
        await ana.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
        await ana.key("7").click()
        await ana.page.wait_for_selector("#toast.open")
        assert (await ana.page.inner_text("#toast")).startswith("7 ✓")
        await ana.still()
        box = await ana.page.locator("#toast").bounding_box()
        assert box is not None
        assert box["height"] < 45
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        await ana.page.evaluate("document.getElementById('toast').textContent = 'a long line '.repeat(20)")
        assert (await ana.page.locator("#toast").bounding_box()) == box
        await ana.page.clock.run_for(2900)
        assert await ana.page.locator("#toast.open").count() == 1
        await ana.page.clock.run_for(200)
        assert await ana.page.locator("#toast.open").count() == 0


async def test_a_verdict_is_a_box_that_stays_until_it_is_closed_and_takes_the_keyboards_focus(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await begin_demo(ana)
        await ana.claim(worst_in(await ana.cards()))
        await ana.page.wait_for_selector("#alert:not([hidden])")
        assert "No set" in await ana.page.inner_text("#alert-text")
        assert await ana.page.evaluate("document.activeElement.id") == "alert-ok"
        await ana.page.keyboard.press("Escape")
        assert not await ana.page.is_visible("#alert")


async def test_the_robots_speed_can_be_changed_while_the_game_is_on(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana:
        await begin_demo(ana)
        assert not await ana.page.is_visible("#demo")
        await ana.page.click("#open-demo")
        await ana.page.click("#demo label:has-text('fast')")
        await ana.say("hello")
        await ana.page.wait_for_selector(".mine:has-text('hello')")
        assert await ana.page.is_visible("#demo")
        await ana.page.reload()
        await ana.page.wait_for_selector(".wide .key")
        assert await ana.page.is_checked("#demo input[value='fast']")


async def test_the_links_under_messages_lead_into_the_private_chat_and_into_a_new_group(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.say("/newgame")
        await ana.key("How to play").click()
        await ana.page.click("#start")
        await ana.key("Add to group").click()
        await ana.page.fill("#group-name", "Family")
        await ana.page.press("#group-name", "Enter")
        await ana.see("document.getElementById('chat-title').textContent === 'Family'")
        await ana.page.wait_for_selector("[data-message]:has-text('/newgame opens a lobby')")
        await ana.page.click("#back")
        titles = await ana.page.locator(".chat-row b").all_inner_texts()
        assert sorted(titles) == ["Card Night", "Family", "Setgram"]


async def test_one_can_be_somebody_else_and_somebody_new(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.page.click("#chat [data-open-people]")
        await ana.page.click(".person:has-text('Dan')")
        await ana.page.wait_for_selector("#chat [data-open-people]:has-text('Dan')")
        await ana.page.click("#chat [data-open-people]")
        await ana.page.fill("#add-name", "Eva")
        await ana.page.press("#add-name", "Enter")
        await ana.page.wait_for_selector("#chat [data-open-people]:has-text('Eva')")
        await ana.say("hello")
        await ana.page.wait_for_selector(".mine:has-text('hello')")


async def test_a_page_goes_on_by_itself_after_the_playground_was_killed_and_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    state = tmp_path / "play.sqlite"
    async with AsyncExitStack() as stack:
        async with running(state) as first:
            ana = await stack.enter_async_context(phone(browser, first.address))
            await begin_demo(ana)
            number = await ana.table.get_attribute("data-message")
            await ana.key("6").focus()
            await asyncio.sleep(0.6)
            await first.end(signal.SIGKILL)
        await ana.page.wait_for_selector("#offline:not([hidden])")
        await stack.enter_async_context(running(state, "--port", first.address.rsplit(":", 1)[1]))
        await ana.page.wait_for_selector("#offline", state="hidden")
        await ana.page.wait_for_selector(f"#message-{number} .key")
        assert await ana.page.evaluate("document.activeElement.dataset.text") == "6"
        await ana.key("5").click()
        await ana.page.wait_for_selector("#toast.open:has-text('5 ✓')")
