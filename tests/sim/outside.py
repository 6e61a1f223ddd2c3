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
    """One invocation of the Lambda: what it handles, the calls it has made, and whether it has died.

    `faults` has the calls that met one; `open` the numbers of those it still waits for; `heard` what had come from
    players of games when it asked for their taps.
    """

    update: int = 0
    press: Any = None
    calls: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    heard: dict[Any, int] = field(default_factory=dict)
    died: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[Any] | None = None


PROCESS: ContextVar[Process] = ContextVar("process")
CALL: ContextVar[int] = ContextVar("call", default=0)
"""The number of the call that is being carried out, within its process."""

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
        number = len(process.calls)
        process.open.add(number)
        try:
            CALL.set(number)
            return await self._call(process, name, work)
        finally:
            process.open.discard(number)

    async def _call(self, process: Process, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        fault = self.fault(process, name)
        if fault:
            process.faults.append(name)
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
        result = await (_sent(delay, work) if name.startswith("telegram.") else _landing(delay, work))
        if fault == "dies after":
            await self._die(process)
        if fault == "after":
            raise self._failed(name)
        return result

    @staticmethod
    def _failed(name: str) -> Exception:
        return StoreFailure(f"{name}: no answer") if name.startswith("store.") else Unknown("TimedOut")

    @staticmethod
    async def _die(process: Process) -> None:
        process.died.set()
        if process.task is not None:
            asyncio.get_running_loop().call_soon(process.task.cancel)  # what it began beside this has left by then
        await asyncio.get_running_loop().create_future()


async def _sent(delay: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """A call that may take its time where it arrives."""

    async def carried() -> Any:
        await asyncio.sleep(delay / 2)
        result = await work()
        await asyncio.sleep(delay / 2)
        return result

    sent = asyncio.ensure_future(carried())
    sent.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(sent)


def _landing(delay: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.Future[Any]:
    """A call that is one step where it arrives: what comes of it, later. Cheaper than a task."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()

    def arrive() -> None:
        try:
            work().send(None)
        except StopIteration as done:
            loop.call_later(delay / 2, _told, answer, done.value, None)
        except Exception as error:
            loop.call_later(delay / 2, _told, answer, None, error)
        else:
            raise AssertionError("a call that is one step has waited for something")

    loop.call_later(delay / 2, arrive)
    return answer


def _told(answer: asyncio.Future[Any], value: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(value)
    else:
        answer.set_exception(error)


class Port:
    """Anything that is called from outside the world, by way of `Outside`."""

    def __init__(self, name: str, inner: Any, outside: Outside) -> None:
        self._name, self._inner, self._outside = name, inner, outside

    def __getattr__(self, method: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        call, name = getattr(self._inner, method), f"{self._name}.{method}"

        def called(*args: Any, **kwargs: Any) -> Coroutine[Any, Any, Any]:
            return self._outside.call(name, lambda: call(*args, **kwargs))

        return called
