"""How long a call is waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")


async def within(seconds: float, call: Awaitable[T]) -> T:
    """Wait for a call no longer than so, then give it up.

    Unlike `asyncio.wait_for`, which on Python 3.11 may swallow that the waiting itself was cancelled.

    Raises:
        TimeoutError: the time is over.
    """
    async with asyncio.timeout(seconds):
        return await call
