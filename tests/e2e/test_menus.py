"""What is chosen before a game, and the rules as they are taught, in a real browser on a phone, by taps alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handler.languages import languages, words_of
from tests.e2e.phone import Phone, phone, seen

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio

CUT = (
    "[...document.querySelectorAll('.key')].filter(key => key.scrollWidth > key.clientWidth).map(key => key.innerText)"
)
"""The buttons whose label does not fit."""

PRESETS = {
    "Easy": ("Classic · Deck: easy start", "wrong 0"),
    "Kids": ("Ana waits 5 s", "Family", "SET! first, then pick three"),
    "Usual": ("Race", "Pick three cards, press SET!"),
}


async def lobby(ana: Phone) -> None:
    """A lobby in which Ana sits."""
    await ana.say("/newgame")
    await ana.key("Join").wait_for()


async def choose(ana: Phone, *labels: str) -> None:
    """Press one button after another, each as soon as it is there."""
    for label in labels:
        await ana.key(label).wait_for()
        await ana.tap(label)


async def told(ana: Phone, text: str) -> None:
    """Wait for a message with this text."""
    await ana.page.locator("[data-message]", has_text=text).last.wait_for()


async def test_a_preset_is_one_tap_and_says_what_is_played(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana:
        await lobby(ana)
        for name, texts in PRESETS.items():
            await choose(ana, name)
            await ana.key(f"✓ {name}").wait_for()
            for text in texts:
                await told(ana, text)
        assert "Children: family rules, the starter waits" in await ana.toasts()


async def test_behind_more_each_choice_is_one_tap_and_stays_for_the_next_game(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await lobby(ana)
        await choose(ana, "More", "Call first", "for all eyes", "Deck: all cards", "Marks: no", "Rounds: one", "Back")
        await told(ana, "Call first · Colours: for all eyes · Deck: easy start · Marks: yes · Rounds: match")
        async with phone(browser, playground.address) as dan:
            await dan.become("Dan")
            await choose(dan, "Join")
            await told(ana, "② Dan")
            await choose(ana, "Start")
            await ana.table.locator(".key").first.wait_for()
        await ana.say("/stop")
        await choose(ana, "Yes, end it", "Play again")
        await told(ana, "Call first · Colours: for all eyes · Deck: easy start · Marks: yes · Rounds: match")


async def test_no_button_of_a_menu_is_cut_on_a_phone_in_any_language(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.say("/settings")
        assert len(languages()) == 4
        for code in languages():
            words = words_of(code)
            await choose(ana, words.own_name)
            await ana.key(f"✓ {words.own_name}").wait_for()
            assert await ana.page.evaluate(CUT) == []
            await choose(ana, words("Rules and look of the next game"))
            for label in (words("Race"), words("for all eyes"), words("Classic"), words("Call first"), words("Family")):
                await choose(ana, label)
                await ana.page.locator(".key[data-text^='✓']", has_text=label).wait_for()
                assert await ana.page.evaluate(CUT) == []
            await choose(ana, words("original"), words("Back"))
            await ana.key(f"✓ {words.own_name}").wait_for()


async def test_admins_settle_who_opens_games(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana, phone(browser, playground.address) as ben:
        await ana.say("/settings")
        await choose(ana, "Everyone may open games")
        await ana.key("Only admins open games").wait_for()
        await choose(ana, "Between games: 0 min")
        await ana.key("Between games: 5 min").wait_for()
        await ben.become("Ben")
        await choose(ben, "Only admins open games")
        assert "Only admins change the settings" in await ben.toasts()
        await ben.say("/newgame")
        await told(ben, "Only admins open games here")
        await choose(ana, "Only admins open games")
        await ana.key("Everyone may open games").wait_for()


async def test_the_rules_are_told_with_a_drawn_set_and_three_drawn_cards_that_are_none(
    browser: Browser, playground: Playground, shots: Path
) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.say("/rules")
        await told(ana, "A set: 1 2 3")
        assert "No set: 4 5 6" in await ana.caption.inner_text()
        assert "✗ colour: red twice, purple once" in await ana.caption.inner_text()
        await ana.see(
            "[...document.querySelectorAll('.wide img')].every(each => each.complete && each.naturalWidth > 0)"
        )
        picture = await seen(ana, shots / "playground-rules.png")
        box = await ana.table.locator("img").bounding_box()
        assert box is not None
        two_rows = box["width"] / box["height"]
        assert 2 < two_rows < 2.6
        middles = [
            (box["x"] + box["width"] * (2 * column + 1) / 6, box["y"] + box["height"] / 4) for column in range(3)
        ]
        assert len({picture.getpixel((round(2 * x), round(2 * y))) for x, y in middles}) == 3
