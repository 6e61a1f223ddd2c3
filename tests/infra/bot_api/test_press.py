from __future__ import annotations

import asyncio

import pytest

from infra.local.bot_api.press import Press
from infra.local.bot_api.query import Answer
from tests.infra.bot_api.stage import START, ManualClock, settled

pytestmark = pytest.mark.anyio


async def result(press: Press) -> Answer | None:
    return await press


async def test_a_press_waits_for_its_answer() -> None:
    press = Press("1", ManualClock(), START + 15)
    waiting = asyncio.ensure_future(result(press))
    await settled()
    assert not waiting.done()
    press.settle(Answer("7 ✓"))
    assert await waiting == Answer("7 ✓")


async def test_a_press_that_is_answered_already_does_not_wait() -> None:
    press = Press("1", ManualClock(), START + 15)
    press.settle(Answer("7 ✓"))
    assert await press == Answer("7 ✓")


async def test_a_press_gives_up_when_its_time_is_over() -> None:
    clock = ManualClock()
    press = Press("1", clock, START + 15)
    waiting = asyncio.ensure_future(result(press))
    await settled()
    clock.advance(15)
    assert await waiting is None
