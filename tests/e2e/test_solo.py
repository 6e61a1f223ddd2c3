"""One player against the deck, in the private chat, in a real browser, by taps alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Phase
from engine.value import replace
from tests.e2e.phone import Phone, phone, seen
from tests.e2e.stored import behind

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio


async def dealt(ana: Phone) -> None:
    """A game for Ana alone, whose third pick claims."""
    await ana.say("/solo")
    await ana.key("No set").wait_for()


async def ended(ana: Phone, shot: Path) -> str:
    """What is told at the end, when the table has no buttons any more."""
    told = ana.page.locator("[data-message]:has-text('🏁')")
    await told.wait_for()
    await ana.see("![...document.querySelectorAll('.wide .key')].length")
    await ana.see("document.querySelector('.wide img').complete")
    await seen(ana, shot)
    return await told.inner_text()


async def test_a_solo_game_is_won_by_taking_every_set(
    browser: Browser, playground: Playground, tmp_path: Path, shots: Path
) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.open_private()
        await ana.say("/settings")
        await ana.tap("Deck: all cards")
        await ana.key("Deck: easy start").wait_for()
        await dealt(ana)
        verdicts = []
        with behind(tmp_path / "play.sqlite", await ana.person()) as solo:
            while (game := await solo.game()).phase is Phase.PLAYING and (slots := await solo.a_set()):
                await ana.shows(game)
                for slot in slots:
                    await ana.tap(slot)
                verdicts.append(await ana.close_alert())
            if game.phase is Phase.PLAYING:
                await ana.shows(game)
                await ana.tap("No set")
        assert all(verdict.startswith("SET! You have") for verdict in verdicts)
        assert len(verdicts) >= 5
        assert "Won: no penalty is left." in await ended(ana, shots / "playground-solo.png")


async def test_a_solo_game_is_lost_by_a_penalty_that_is_left(
    browser: Browser, playground: Playground, tmp_path: Path, shots: Path
) -> None:
    async with phone(browser, playground.address) as ana:
        await ana.open_private()
        await dealt(ana)
        with behind(tmp_path / "play.sqlite", await ana.person()) as solo:
            await solo.change(lambda game: replace(game, deck=game.deck[:3]))  # a long game, cut short
        await ana.tap("No set")
        await ana.key("15").wait_for()
        await ana.tap("No set")
        told = await ended(ana, shots / "playground-solo-lost.png")
        assert "Lost: 1 penalty is left." in told
        assert any("hree more cards, one penalty" in toast for toast in await ana.toasts())
