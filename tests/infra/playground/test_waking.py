from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.game import Millis
from handler.ports import ChatId, GameKey, Version
from handler.sqlite_timers import SqliteTimers
from handler.timers import parse_wakes
from infra.local.handlers.events import EVENT_PATH
from infra.local.handlers.pool import Answer, Lost
from infra.local.playground.waking import bring_wakes
from tests.infra.playground.bot import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from handler.timers import Wake
    from infra.local.handlers.pool import HandlerPool

pytestmark = pytest.mark.anyio

PLACE = GameKey(ChatId(-5))


class FakePool:
    """Keeps the wakes that are brought; `answers` are given in turn, then each is handled."""

    def __init__(self, *answers: Answer | Lost) -> None:
        self.wakes: list[Wake] = []
        self.answers = list(answers)

    async def post(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        assert (path, headers) == (EVENT_PATH, {})
        self.wakes += parse_wakes(json.loads(body))[0]
        answer = self.answers.pop(0) if self.answers else failing()
        if isinstance(answer, Lost):
            raise answer
        return answer


def failing(*ids: str) -> Answer:
    body: dict[str, Any] = {"batchItemFailures": [{"itemIdentifier": identifier} for identifier in ids]}
    return Answer(200, {}, json.dumps(body).encode())


class Bench:
    """Timers with a clock set by hand."""

    def __init__(self, timers: SqliteTimers) -> None:
        self.timers = timers
        self.now = Millis(1_000_000)

    async def wake(self, after: int) -> None:
        await self.timers.wake(PLACE, Version(3), Millis(self.now + after), self.now)

    @asynccontextmanager
    async def bringing(self, pool: FakePool) -> AsyncIterator[None]:
        task = asyncio.create_task(bring_wakes(self.timers, cast("HandlerPool", pool), lambda: self.now))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def bench_in(folder: Path) -> AsyncIterator[Bench]:
    with closing(SqliteTimers(folder / "timers.sqlite")) as timers:
        yield Bench(timers)


async def test_a_wake_comes_when_it_is_due_and_not_before(tmp_path: Path) -> None:
    pool = FakePool()
    async with bench_in(tmp_path) as bench, bench.bringing(pool):
        await bench.wake(5_000)
        await asyncio.sleep(0.4)
        assert pool.wakes == []
        bench.now = Millis(bench.now + 5_000)
        await until(lambda: pool.wakes)
        assert pool.wakes[0].key == PLACE
        assert pool.wakes[0].version == 3


async def test_a_wake_that_was_handled_never_comes_again(tmp_path: Path) -> None:
    pool = FakePool()
    async with bench_in(tmp_path) as bench, bench.bringing(pool):
        await bench.wake(0)
        await until(lambda: pool.wakes)
        await asyncio.sleep(0.05)
        bench.now = Millis(bench.now + 3_600_000)
        await asyncio.sleep(0.4)
        assert len(pool.wakes) == 1


@pytest.mark.parametrize("answer", [failing("1"), Lost("gone"), Answer(500, {}, b"no JSON")])
async def test_a_wake_that_failed_comes_again(tmp_path: Path, answer: Answer | Lost) -> None:
    pool = FakePool(answer)
    async with bench_in(tmp_path) as bench, bench.bringing(pool):
        await bench.wake(0)
        await until(lambda: pool.wakes)
        bench.now = Millis(bench.now + 3_600_000)
        await until(lambda: len(pool.wakes) == 2)
