"""Time as the server sees it: a seam, so that a test or a simulation can bring its own."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Where time comes from and how it is waited for."""

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""

    async def sleep(self, seconds: float) -> None:
        """Come back `seconds` later."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Come back `seconds` later."""
        await asyncio.sleep(seconds)


async def wait_for(clock: Clock, event: asyncio.Event, seconds: float) -> bool:
    """Wait until `event` is set, `seconds` at most; whether it is set."""
    tasks = {asyncio.ensure_future(event.wait()), asyncio.ensure_future(clock.sleep(max(0.0, seconds)))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return event.is_set()
