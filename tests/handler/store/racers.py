"""What a process does in a race: it is started anew, opens the store itself, and waits for the others each round."""

from __future__ import annotations

import asyncio
import multiprocessing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.game import Millis
from handler.errors import Conflict
from handler.ports import Version
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from tests.dynamodb_local import connect
from tests.handler.store.samples import ANA, GAME, a_tap, stored

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

    from handler.ports import GameKey

RACERS, ROUNDS, TAPS = 8, 25, 25
TOGETHER_SECONDS = 60


@dataclass
class Finish:
    """What one racer has to tell: the rounds whose write or lease was its own."""

    racer: int
    saved: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)


def race(address: str, table: str, key: GameKey) -> list[Finish]:
    """Let all racers run against one store at once; what each has to tell."""
    spawn = multiprocessing.get_context("spawn")
    barrier, finishes = spawn.Barrier(RACERS), spawn.SimpleQueue()
    processes = [
        spawn.Process(target=_run, args=(address, table, key, racer, barrier, finishes)) for racer in range(RACERS)
    ]
    for process in processes:
        process.start()
    try:
        for process in processes:
            process.join(TOGETHER_SECONDS)
            if process.exitcode != 0:
                raise RuntimeError(f"a racer ended with {process.exitcode}")
    finally:
        for process in processes:
            process.kill()
            process.join()
    return [finishes.get() for _ in range(RACERS)]


def open_store(address: str, table: str) -> SqliteStore | DynamoStore:
    """The store at an endpoint, or else in a file."""
    return DynamoStore(connect(address), table) if address.startswith("http") else SqliteStore(address)


def _run(
    address: str,
    table: str,
    key: GameKey,
    racer: int,
    barrier: Barrier,
    finishes: multiprocessing.SimpleQueue[Finish],
) -> None:
    finishes.put(asyncio.run(_Racer(open_store(address, table), key, racer, barrier).run()))


class _Racer:
    def __init__(self, store: SqliteStore | DynamoStore, key: GameKey, racer: int, barrier: Barrier) -> None:
        self.store, self.key, self.racer, self.barrier = store, key, racer, barrier

    async def run(self) -> Finish:
        finish = Finish(self.racer)
        for number in range(ROUNDS):
            self.barrier.wait(TOGETHER_SECONDS)
            if await self.saves(number):
                finish.saved.append(number)
            self.barrier.wait(TOGETHER_SECONDS)
            if await self.store.take_lease(
                self.key, f"racer {self.racer}", Millis(10 * number), Millis(10 * number + 10)
            ):
                finish.held.append(number)
        for number in range(TAPS):
            await self.store.add_tap(self.key, GAME, ANA, a_tap(TAPS * self.racer + number))
            if self.racer == 0:
                await self.compacts()
        return finish

    async def saves(self, number: int) -> bool:
        try:
            await self.store.save(self.key, stored(number + 1, name=f"racer {self.racer}"), Version(number))
        except Conflict:
            return False
        return True

    async def compacts(self) -> None:
        """Put all taps in place of themselves: nobody's tap may be lost by that."""
        picks = (await self.store.load(self.key, ANA, GAME)).picks
        await self.store.compact_picks(self.key, GAME, ANA, picks.taps, len(picks.taps))
