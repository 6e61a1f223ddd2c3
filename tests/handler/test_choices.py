"""A chat's settings changed by several people at once: no change is lost, and none is made twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.value import replace
from handler.choices import ChatSettings, WhoStarts, change_settings
from handler.errors import Conflict
from handler.ports import ChatId, GameKey, Version
from handler.store.sqlite import SqliteStore
from tests.builders import NOON
from tests.fakes import CountingStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACE = GameKey(ChatId(-1001), 5)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CountingStore]:
    inner = SqliteStore(tmp_path / "games.sqlite", lambda: NOON)
    yield CountingStore(inner)
    inner.close()


def longer(settings: ChatSettings) -> ChatSettings:
    return replace(settings, gap_minutes=settings.gap_minutes + 5)


def test_a_change_is_stored_and_told(store: CountingStore) -> None:
    changed = asyncio.run(change_settings(store, PLACE, lambda old: replace(old, who_starts=WhoStarts.ADMINS)))  # type: ignore[arg-type]
    assert changed == ChatSettings(who_starts=WhoStarts.ADMINS, version=Version(1))
    assert asyncio.run(store.inner.load(PLACE)).settings == changed
    assert store.calls == {"load": 1, "save_settings": 1}


def test_changes_at_once_are_all_made(store: CountingStore) -> None:
    async def both() -> None:
        await asyncio.gather(*(change_settings(store, PLACE, longer) for _ in range(3)))  # type: ignore[arg-type]

    asyncio.run(both())
    assert asyncio.run(store.inner.load(PLACE)).settings.gap_minutes == 15


def test_where_too_many_write_at_once_nothing_is_changed(store: CountingStore) -> None:
    store.failing["save_settings"] = Conflict("another")
    assert asyncio.run(change_settings(store, PLACE, longer)) is None  # type: ignore[arg-type]
    assert store.calls["save_settings"] == 3
