"""Wakes over SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Millis
from handler.ports import ChatId, GameKey, Version
from handler.sqlite_timers import CLAIMED_FOR, SqliteTimers
from handler.store.sqlite import SqliteStore
from handler.timers import Wake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

PLACE = GameKey(ChatId(-1_001_234_567_890), 17)
NOW = Millis(1_796_000_000_000)


def after(seconds: float) -> Millis:
    return Millis(NOW + int(1000 * seconds))


def bare(wakes: list[Wake]) -> list[tuple[Version, Millis]]:
    """Wakes without their ids."""
    return [(wake.version, wake.due) for wake in wakes]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def timers(path: Path) -> Iterator[SqliteTimers]:
    timers = SqliteTimers(path)
    yield timers
    timers.close()


async def test_wakes_come_when_they_are_due(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(2), after(20), NOW)
    await timers.wake(PLACE, Version(1), after(10), NOW)
    assert await timers.due(after(9.999)) == []
    assert bare(await timers.due(after(10))) == [(1, after(10))]
    assert bare(await timers.due(after(25))) == [(2, after(20))]


async def test_a_wake_that_is_due_is_one_of_its_place(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(2), NOW, NOW)
    [wake] = await timers.due(NOW)
    assert wake == Wake(PLACE, Version(2), NOW, wake.id)
    assert wake.id


async def test_a_wake_that_was_done_never_comes_again(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(1), NOW, NOW)
    await timers.done(await timers.due(NOW))
    assert await timers.due(after(86_400)) == []


async def test_a_wake_that_was_taken_but_not_done_comes_again(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(1), NOW, NOW)
    taken = await timers.due(NOW)
    assert await timers.due(Millis(NOW + CLAIMED_FOR - 1)) == []
    assert await timers.due(Millis(NOW + CLAIMED_FOR)) == taken


async def test_a_wake_asked_for_twice_comes_once(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(1), NOW, NOW)
    await timers.wake(PLACE, Version(1), NOW, NOW)
    await timers.wake(PLACE, Version(2), NOW, NOW)
    assert bare(await timers.due(NOW)) == [(1, NOW), (2, NOW)]


async def test_a_wake_asked_for_while_its_like_is_acted_on_is_kept(timers: SqliteTimers) -> None:
    await timers.wake(PLACE, Version(1), NOW, NOW)
    taken = await timers.due(NOW)
    await timers.wake(PLACE, Version(1), NOW, NOW)
    await timers.done(taken)
    assert bare(await timers.due(NOW)) == [(1, NOW)]


async def test_wakes_outlive_a_restart_in_the_file_of_the_store(path: Path, timers: SqliteTimers) -> None:
    store = SqliteStore(path)
    await store.load(PLACE)
    await timers.wake(PLACE, Version(1), NOW, NOW)
    store.close()
    timers.close()
    again = SqliteTimers(path)
    assert bare(await again.due(NOW)) == [(1, NOW)]
    again.close()


async def test_a_wake_is_handed_to_one_process_at_a_time(path: Path, timers: SqliteTimers) -> None:
    other = SqliteTimers(path)
    await timers.wake(PLACE, Version(1), NOW, NOW)
    assert len(await timers.due(NOW)) == 1
    assert await other.due(NOW) == []
    other.close()


async def test_a_wake_that_cannot_be_kept_is_logged_and_disturbs_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    timers = SqliteTimers(tmp_path / "nowhere" / "games.sqlite")
    await timers.wake(PLACE, Version(1), NOW, NOW)
    timers.close()
    [line] = caplog.messages
    assert "unable to open database file; this wake is lost" in line
