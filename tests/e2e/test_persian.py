"""A group whose language is read from the right, in a real browser, by taps alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Phase
from engine.value import replace
from handler.languages import words_of
from tests.e2e.phone import Phone, phone, seen
from tests.e2e.stored import behind, group_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from engine.game import Game
    from tests.e2e.stored import Behind
    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio

FA, PL = words_of("fa"), words_of("pl")
GROUP = "خانواده"
LONG = 60
"""Seconds."""


async def persian_group(sara: Phone) -> None:
    """Sara brings the bot into a group of her own: it speaks her language there."""
    await sara.become("سارا")
    assert await sara.page.evaluate("[document.documentElement.lang, document.dir]") == ["fa", "rtl"]
    await sara.open_private()
    await sara.key(FA("Add to group")).click()
    await sara.page.fill("#group-name", GROUP)
    await sara.page.press("#group-name", "Enter")
    await sara.see(f"document.getElementById('chat-title').textContent === '{GROUP}'")
    await sara.say("/newgame")
    await sara.key(FA("Join")).wait_for()


async def choose_call_and_the_easy_deck(sara: Phone, shots: Path) -> None:
    deck = FA("{choice}: {option}", choice=FA("Deck"), option=FA("all cards"))
    for label in (FA("More"), FA("Call first"), deck):
        await sara.key(label).wait_for()
        await sara.tap(label)
    await sara.key(f"✓ {FA('Call first')}").wait_for()
    await seen(sara, shots / "playground-menu.png")
    await sara.tap(FA("Back"))
    await sara.key(FA("Start")).wait_for()


async def numbers_lie_as_the_cards_do(sara: Phone) -> None:
    """In the picture the first card lies on the left in every language."""
    await sara.still()
    first, second, fourth = [await sara.key(number).bounding_box() for number in ("1", "2", "4")]
    assert first is not None
    assert second is not None
    assert fourth is not None
    assert first["x"] == fourth["x"] < second["x"]


async def take(caller: Phone, slots: tuple[str, ...], shot: Path | None) -> str:
    """SET!, then three cards; what the verdict says, empty where the call was refused."""
    await caller.tap("SET!")
    await caller.tap(slots[0])
    if shot is not None:  # how a table looks in control of which somebody is, who has just picked a card
        await caller.page.wait_for_selector(".wide .text:has-text('⏱')")
        await seen(caller, shot)
    for slot in slots[1:]:
        await caller.tap(slot)
    return await caller.close_alert()


async def played(sara: Phone, dan: Phone, table: Behind, shots: Path) -> list[str]:
    """Sara and Dan call in turn, and where no set lies there they agree on it; the verdicts."""
    verdicts: list[str] = []
    while (game := await table.game()).phase is Phase.PLAYING:
        for player in (sara, dan):
            await player.shows(game, FA)
        slots, caller = await table.a_set(), (sara, dan)[len(verdicts) % 2]
        if slots:
            shot = shots / "playground-persian.png" if len(verdicts) == 2 else None
            verdict = await take(caller, slots, shot)
            verdicts += [verdict] * bool(verdict)
            continue
        for player in (sara, dan):
            if await player.person() not in (await table.game()).votes:
                await player.press(player.page.locator(".key[data-text^='🚫']").last)
    return verdicts


def unhurried(game: Game) -> Game:
    """The game with calls that do not run out on a machine that is busy with much else."""
    return replace(game, rules=replace(game.rules, call_seconds=LONG))


@pytest.mark.timeout(500)
async def test_a_persian_group_plays_a_game_of_calls_to_its_end(
    browser: Browser, playground: Playground, tmp_path: Path, shots: Path
) -> None:
    async with phone(browser, playground.address) as sara:
        await persian_group(sara)
        chat = await group_of(playground, await sara.person(), GROUP)
        await choose_call_and_the_easy_deck(sara, shots)
        async with phone(browser, playground.address) as dan:
            await dan.become("Dan")
            await dan.page.click("#back")
            await dan.page.click(f".chat-row:has(b:text-is('{GROUP}'))")
            await dan.tap(FA("Join"))
            await sara.tap(FA("Start"))
            await sara.table.locator(".key").first.wait_for()
            await numbers_lie_as_the_cards_do(sara)
            with behind(tmp_path / "play.sqlite", chat) as table:
                await table.change(unhurried)
                verdicts = await played(sara, dan, table, shots)
            told, polish = await sara.toasts(), await dan.toasts()
        assert len(verdicts) >= 5
        assert FA("Go! SET! first, then pick three") in told
        assert FA("You have called: pick three in {n} s", n=LONG) in told
        assert PL("You have called: pick three in {n} s", n=LONG) in polish
        end = sara.page.locator("[data-message]:has-text('🏁')")
        await end.wait_for()
        assert "سارا" in await end.inner_text()
        assert FA("Game over") in await sara.caption.inner_text()
        assert await sara.table.locator(".key").count() == 0
