"""The timers' queue of one machine: wakes that are due go to the handler, as SQS brings them to the Lambda."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from handler.errors import StoreFailure
from handler.timers import wake_event
from infra.local.handlers.events import EVENT_PATH
from infra.local.handlers.pool import Lost

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Millis
    from handler.sqlite_timers import SqliteTimers
    from handler.timers import Wake
    from infra.local.handlers.pool import HandlerPool

LOOK_EVERY = 0.25
"""Seconds between two looks for what is due."""


async def bring_wakes(timers: SqliteTimers, pool: HandlerPool, clock: Callable[[], Millis]) -> None:
    """Bring every wake that is due to a handler process, until cancelled. One that fails comes again later."""
    async with asyncio.TaskGroup() as group:
        while True:
            for wake in await _due(timers, clock()):
                group.create_task(_bring(timers, pool, wake))
            await asyncio.sleep(LOOK_EVERY)


async def _due(timers: SqliteTimers, now: Millis) -> list[Wake]:
    try:
        return await timers.due(now)
    except StoreFailure:  # the file is busy: the next look finds them
        return []


async def _bring(timers: SqliteTimers, pool: HandlerPool, wake: Wake) -> None:
    """Bring one wake, and forget it unless it failed."""
    try:
        answer = await pool.post(EVENT_PATH, {}, json.dumps(wake_event([wake])).encode())
        if not json.loads(answer.body)["batchItemFailures"]:
            await timers.done([wake])
    except (Lost, StoreFailure, ValueError, KeyError):
        return
