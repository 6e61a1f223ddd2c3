"""The SQLite store beyond the contract: it outlives its process, and forgets what has expired."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from engine.game import Millis
from handler.ports import Budget, Version
from handler.store.sqlite import PURGE_EVERY, SqliteStore
from tests.handler.store.samples import ANA, GAME, a_tap, stored

if TYPE_CHECKING:
    from pathlib import Path

    from handler.ports import GameKey
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio


async def test_a_game_outlives_the_process_that_stored_it(tmp_path: Path, key: GameKey) -> None:
    first = SqliteStore(tmp_path / "games.sqlite")
    await first.save(key, stored(1), Version(0))
    await first.add_tap(key, GAME, ANA, a_tap(1))
    first.close()
    second = SqliteStore(tmp_path / "games.sqlite")
    loaded = await second.load(key, ANA, GAME)
    second.close()
    assert (loaded.stored, loaded.picks.taps) == (stored(1), (a_tap(1),))


async def test_what_has_expired_is_purged_now_and_then(
    sqlite_store: SqliteStore, tmp_path: Path, key: GameKey, clock: Clock
) -> None:
    await sqlite_store.save(key, stored(1), Version(0), expires=Millis(clock() + 1000))
    await sqlite_store.save_budget(key.chat, Budget(version=Version(1)), Version(0))
    clock.turn(seconds=60)
    for _ in range(PURGE_EVERY):
        await sqlite_store.take_lease(key, "me", Millis(0), Millis(1))
    with sqlite3.connect(tmp_path / "games.sqlite") as file:
        assert file.execute("SELECT sk FROM item ORDER BY sk").fetchall() == [("budget",), ("view",)]
    file.close()
