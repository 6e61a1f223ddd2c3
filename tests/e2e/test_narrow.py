"""What is cut where there is little room, in a real browser: no button, and of a line never its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from handler.languages import languages, words_of
from tests.e2e.phone import phone
from tests.e2e.test_browser import begin_demo
from tests.e2e.test_menus import CUT, choose

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
PERSIAN = "نخستین " + "واژهٔ این پیام باید همیشه دیده شود " * 3
ENGLISH = "First " + "of all words of this message this one has to be seen " * 3

BEGINNINGS = """first => [...document.querySelectorAll('.cut')]
    .filter(line => line.textContent.includes(first) && line.getClientRects().length)
    .map(line => {
        const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = document.createRange();
        const node = nodes.nextNode(), at = node.data.indexOf(first), box = line.getBoundingClientRect();
        range.setStart(node, at);
        range.setEnd(node, at + first.length);
        const word = range.getBoundingClientRect();
        return [line.scrollWidth > line.clientWidth, word.left >= box.left - 1 && word.right <= box.right + 1];
    })"""
"""Of each visible line with this word, whether it is cut, and whether the word is in view."""


@pytest.mark.parametrize("person", ["Ben", "سارا"])
@pytest.mark.parametrize("text", [PERSIAN, ENGLISH], ids=["persian", "english"])
async def test_a_line_that_is_cut_begins_with_its_first_word(
    browser: Browser, playground: Playground, person: str, text: str
) -> None:
    first = text.split()[0]
    async with phone(browser, playground.address, **NARROW) as ana:
        await ana.become(person)
        await ana.say(text)
        await ana.page.dblclick(".mine .bubble")
        assert await ana.page.evaluate(BEGINNINGS, first) == [[True, True]]
        await ana.say("!")
        await ana.page.wait_for_selector(".mine .quote")
        assert await ana.page.evaluate(BEGINNINGS, first) == [[True, True]]
        await ana.say(text)
        await ana.page.wait_for_selector(f".mine:nth-last-child(1):has-text('{first}')")
        await ana.page.click("#back")
        assert await ana.page.evaluate(BEGINNINGS, first) == [[True, True]]


async def test_no_button_of_a_table_is_cut_on_the_narrowest_phone_in_any_language(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address, **NARROW) as ana:
        await begin_demo(ana)
        await ana.say("/settings")
        for code in languages():
            words = words_of(code)
            await choose(ana, words.own_name)
            await ana.key(f"✓ {words.own_name}").wait_for()
            await ana.table.locator(".key", has_text=words("My picks")).wait_for()
            assert await ana.page.evaluate(CUT) == []
