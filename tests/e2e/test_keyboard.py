"""The page without a pointer and without eyes: where the focus is, and what a screen reader is given to tell."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.phone import phone
from tests.e2e.test_browser import begin_demo

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from tests.e2e.phone import Phone
    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio


def numbers(last: int) -> list[list[str]]:
    return [[str(number + place) for place in range(3)] for number in range(1, last, 3)]


SHAPES = (
    [*numbers(12), ["SET!", "Join", "My picks"]],
    [*numbers(15), ["SET!", "Join", "My picks"]],
    [*numbers(15), ["SET!", "My picks"], ["Deal 1/2"]],
    [*numbers(12), ["Join", "SET!", "My picks"]],
    [*numbers(9), ["SET!"], ["Join", "My picks"]],
    [["SET!", "Join"]],
)
"""Keyboards that follow one another, each of another shape."""

CHANGE = """async ([before, after, focused]) => {
    const {showKeys} = await import('/page/keyboard.js');
    const keys = document.createElement('div');
    const rows = texts => texts.map(row => row.map(text => ({text, callback_data: text})));
    const byText = () => new Map([...keys.querySelectorAll('.key')].map(key => [key.dataset.text, key]));
    document.getElementById('messages').append(keys);
    showKeys(keys, rows(before), 1, () => {});
    const old = byText();
    old.get(focused).focus();
    showKeys(keys, rows(after), 1, () => {});
    const found = {
        texts: [...keys.children].map(row => [...row.children].map(key => key.innerText)),
        remade: [...byText()].filter(([text, key]) => old.has(text) && old.get(text) !== key).map(([text]) => text),
        focused: document.activeElement.dataset.text ?? document.activeElement.tagName,
    };
    keys.remove();
    return found;
}"""

TOLD = """part => {
    const quiet = node => (node.closest ? node : node.parentElement)?.closest('[aria-live=off], [aria-hidden=true]');
    window.told = [];
    window.remade = 0;
    new MutationObserver(records => {
        for (const {target, addedNodes} of records) {
            window.remade += [...addedNodes].filter(node => node.tagName === 'IMG').length;
            if (!quiet(target)) window.told.push(...[...addedNodes].filter(node => !quiet(node)));
        }
    }).observe(part, {childList: true, subtree: true});
}"""

LINES = "text => text.textContent.split('\\n').map(line => line.trim()).filter(Boolean)"
TOLD_LINES = "window.told.flatMap(node => node.textContent.split('\\n')).map(line => line.trim()).filter(Boolean)"
FOCUS = "document.activeElement.id || document.activeElement.className"


async def test_a_key_whose_text_stays_keeps_element_and_focus_in_a_keyboard_of_any_other_shape(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        for before, after in (*pairwise(SHAPES), *pairwise(SHAPES[::-1])):
            texts = {text for row in after for text in row}
            for focused in ("1", "12", "15", "SET!", "Join"):
                if not any(focused in row for row in before):
                    continue
                found: dict[str, Any] = await ana.page.evaluate(CHANGE, [before, after, focused])
                assert found["texts"] == after
                assert found["remade"] == []
                assert found["focused"] == focused if focused in texts else found["focused"] in texts


async def test_a_menu_is_walked_through_without_losing_the_focus(browser: Browser, playground: Playground) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.say("/newgame")
        for label, then in (("More", "Back"), ("Back", "Start")):
            await ana.key(label).focus()
            await ana.page.keyboard.press("Enter")
            await ana.key(then).wait_for()
            assert await ana.page.evaluate(FOCUS) == "key"


async def test_of_an_edited_table_only_the_lines_that_changed_are_told(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await begin_demo(ana)
        await ana.table.evaluate(TOLD)
        before = await ana.caption.evaluate(LINES)
        await ana.table.locator(".key[data-text='SET!']").focus()
        while not (await ana.take_a_set()).startswith("SET!"):
            pass
        await ana.page.wait_for_selector(".wide .text:has-text('Ana 1')")
        after, told = await ana.caption.evaluate(LINES), await ana.page.evaluate(TOLD_LINES)
        assert set(after) - set(before) <= set(told)
        assert set(told).isdisjoint(before)
        assert await ana.page.evaluate("window.remade") == 0


async def commands_by_keys(ana: Phone) -> None:
    """With the list open: the keys choose in it and close it."""
    commands = await ana.page.locator(".command b").all_inner_texts()
    for key, place in (("ArrowUp", -1), ("ArrowDown", 0), ("ArrowDown", 1)):
        await ana.page.keyboard.press(key)
        assert await ana.page.inner_text(".command[aria-selected=true] b") == commands[place]
        active = await ana.page.get_attribute("#text", "aria-activedescendant")
        assert await ana.page.get_attribute(".command[aria-selected=true]", "id") == active
        assert await ana.page.evaluate(FOCUS) == "text"
    await ana.page.keyboard.press("Escape")
    assert not await ana.page.is_visible("#commands")


async def test_the_list_of_commands_obeys_the_keys_wherever_it_was_opened_from(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.page.focus("#open-commands")
        await ana.page.keyboard.press("Enter")
        assert await ana.page.evaluate(FOCUS) == "text"
        await commands_by_keys(ana)
        await ana.page.tap("#open-commands")  # by a finger: its keyboard would cover half of the chat
        assert await ana.page.evaluate(FOCUS) != "text"
        await commands_by_keys(ana)
        await ana.page.fill("#text", "/ne")
        await ana.page.keyboard.press("ArrowDown")
        await ana.page.keyboard.press("Enter")
        await ana.page.wait_for_selector(".mine:has-text('/newgame')")
        assert await ana.page.evaluate(FOCUS) == "text"


async def test_messages_are_a_list_in_a_log_that_is_busy_while_it_is_filled_and_names_persian(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        for text in ("سلام", "hello"):
            await ana.say(text)
            await ana.page.wait_for_selector(f".mine:has-text('{text}')")
        items = ana.page.get_by_role("log", name="Messages").get_by_role("list").get_by_role("listitem")
        assert await items.count() == await ana.page.locator("#messages > li").count() > 2
        assert await ana.page.locator(".mine .text").evaluate_all("all => all.map(text => text.lang)") == ["fa", ""]
        await ana.page.click("#back")
        busy = "document.getElementById('scroller').getAttribute('aria-busy')"
        opened = f"() => {{ document.querySelector('.chat-row').click(); return {busy}; }}"
        assert await ana.page.evaluate(opened) == "true"
        await ana.see(f"{busy} === null")


async def test_only_the_newest_messages_stop_the_tab_key_to_be_answered(
    browser: Browser, playground: Playground
) -> None:
    async with phone(browser, playground.address) as ana:
        for number in range(6):
            await ana.say(f"hello {number}")
            await ana.page.wait_for_selector(f".mine:has-text('hello {number}')")
        stops = await ana.page.locator(".answer").evaluate_all("all => all.map(button => button.tabIndex)")
        assert len(stops) >= 6
        assert stops == [-1] * (len(stops) - 3) + [0] * 3
