"""Waiting for a call no longer than so."""

from __future__ import annotations

import asyncio

import pytest

from handler.patience import within


def test_what_comes_in_time_is_handed_on() -> None:
    assert asyncio.run(within(5, asyncio.sleep(0, "here"))) == "here"


def test_what_does_not_come_is_given_up() -> None:
    async def waiting() -> None:
        await within(0.001, asyncio.Event().wait())

    with pytest.raises(TimeoutError):
        asyncio.run(waiting())


def test_whoever_waits_can_be_cancelled_even_as_the_call_ends() -> None:
    async def cancelled() -> None:
        done = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(within(5, done))
        await asyncio.sleep(0)
        done.set_result(None)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(cancelled())
