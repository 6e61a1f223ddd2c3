from __future__ import annotations

import asyncio

import pytest

from infra.local.bot_api.clock import SystemClock, wait_for
from tests.infra.bot_api.stage import ManualClock, settled

pytestmark = pytest.mark.anyio


async def test_waiting_ends_with_the_event() -> None:
    clock, event = ManualClock(), asyncio.Event()
    waiting = asyncio.ensure_future(wait_for(clock, event, 10))
    await settled()
    assert not waiting.done()
    event.set()
    assert await waiting is True


async def test_waiting_ends_with_the_time() -> None:
    clock, event = ManualClock(), asyncio.Event()
    waiting = asyncio.ensure_future(wait_for(clock, event, 10))
    await settled()
    clock.advance(9)
    await settled()
    assert not waiting.done()
    clock.advance(1)
    assert await waiting is False


async def test_waiting_for_less_than_no_time_only_looks() -> None:
    assert await wait_for(SystemClock(), asyncio.Event(), -1) is False


async def test_the_systems_clock_moves_while_one_sleeps() -> None:
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(0.002)
    assert clock.now() > before
