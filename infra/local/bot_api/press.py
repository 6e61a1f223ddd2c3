"""A press on a button, from the presser's side."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from infra.local.bot_api.clock import wait_for

if TYPE_CHECKING:
    from collections.abc import Generator

    from infra.local.bot_api.clock import Clock
    from infra.local.bot_api.query import Answer


class Press:
    """The handle of one press. Await it: the answer, or None if none came while the app waited."""

    def __init__(self, query: str, clock: Clock, until: float) -> None:
        self.query = query
        self.answer: Answer | None = None
        self._clock = clock
        self._until = until
        self._answered = asyncio.Event()

    def settle(self, answer: Answer) -> None:
        """The answer is there."""
        self.answer = answer
        self._answered.set()

    def __await__(self) -> Generator[None, None, Answer | None]:
        return self._wait().__await__()

    async def _wait(self) -> Answer | None:
        if self.answer is None:
            await wait_for(self._clock, self._answered, self._until - self._clock.now())
        return self.answer
