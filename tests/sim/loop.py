"""An event loop whose time is its own: it jumps to whatever is due next, and no thread or socket has a part in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Stuck(Exception):
    """Everybody waits for somebody else."""


class _Jumps:
    """Stands where a loop waits for sockets: it waits for nothing, and turns the clock instead."""

    def __init__(self) -> None:
        self.now = 0.0

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self.now += max(timeout, 0)
        return []

    def close(self) -> None:
        """Nothing is open."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is ready, then turns the clock. What asks for a thread is done at once, in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Jumps()

    def time(self) -> float:
        return self._selector.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        del executor
        done: asyncio.Future[Any] = self.create_future()
        done.set_result(func(*args))
        return done

    def _process_events(self, event_list: list[Any]) -> None:
        del event_list

    def _write_to_self(self) -> None:
        """Nobody else wakes this loop."""
