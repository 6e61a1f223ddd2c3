"""The way to the outside: every call of the service goes through here, where the world delays, fails or kills it."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handler.errors import Flood, StoreFailure, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from random import Random

FLOODED = 3
"""Seconds that Telegram asks to wait for, where it floods before its time."""


@dataclass(eq=False)
class Process:
    """One invocation of the Lambda: what it handles, the calls it has made, and whether it has died."""

    update: int = 0
    press: Any = None
    calls: list[str] = field(default_factory=list)
    died: asyncio.Event = field(default_factory=asyncio.Event)


PROCESS: ContextVar[Process] = ContextVar("process")

FAULTS = ("before", "after", "slow", "frozen", "dies before", "dies after", "flood")


@dataclass
class Outside:
    """Carries calls to where they lead. `fault` says what meets each of them."""

    rng: Random
    fault: Callable[[Process, str], str | None]
    story: list[str]
    now: Callable[[], int]

    async def call(self, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        process = PROCESS.get()
        process.calls.append(name)
        fault = self.fault(process, name)
        if fault:
            self.story.append(f"{self.now()} fault: {fault} at {name}")
        store = name.startswith("store.")
        delay = self.rng.uniform(0.002, 0.015) if store else self.rng.uniform(0.04, 0.3)
        if fault == "slow":
            delay = self.rng.uniform(0.5, 2) if store else self.rng.uniform(2, 8)
        if fault == "dies before":
            await self._die(process)
        if fault == "before":
            await asyncio.sleep(delay)
            raise self._failed(name)
        if fault == "flood":
            await asyncio.sleep(delay)
            raise Flood(FLOODED)
        if fault == "frozen":
            await asyncio.sleep(self.rng.uniform(3, 9))
        # What has left arrives, whatever becomes of the one who sent it.
        sent = asyncio.ensure_future(self._sent(delay, work))
        sent.add_done_callback(lambda done: done.cancelled() or done.exception())
        result = await asyncio.shield(sent)
        if fault == "dies after":
            await self._die(process)
        if fault == "after":
            raise self._failed(name)
        return result

    @staticmethod
    async def _sent(delay: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        await asyncio.sleep(delay / 2)
        result = await work()
        await asyncio.sleep(delay / 2)
        return result

    @staticmethod
    def _failed(name: str) -> Exception:
        return StoreFailure(f"{name}: no answer") if name.startswith("store.") else Unknown("TimedOut")

    @staticmethod
    async def _die(process: Process) -> None:
        process.died.set()
        await asyncio.get_running_loop().create_future()


class Port:
    """Anything that is called from outside the world, by way of `Outside`."""

    def __init__(self, name: str, inner: Any, outside: Outside) -> None:
        self._name, self._inner, self._outside = name, inner, outside

    def __getattr__(self, method: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        call, name = getattr(self._inner, method), f"{self._name}.{method}"

        def called(*args: Any, **kwargs: Any) -> Coroutine[Any, Any, Any]:
            return self._outside.call(name, lambda: call(*args, **kwargs))

        return called
