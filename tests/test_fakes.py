"""The fakes keep their ports' contracts, or say what was asked of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from handler.errors import StoreFailure
from handler.ports import ChatId, GameKey, Version
from handler.store.sqlite import SqliteStore
from tests.fakes import CountingStore
from tests.handler.store.samples import ANA, GAME, a_tap, stored

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACE = GameKey(ChatId(-1))


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[CountingStore]:
    inner = SqliteStore(tmp_path / "games.sqlite")
    yield CountingStore(inner)
    inner.close()


def test_calls_are_counted_and_handed_on(counting: CountingStore) -> None:
    async def play() -> None:
        await counting.save(PLACE, stored(1), Version(0))
        await counting.add_tap(PLACE, GAME, ANA, a_tap(1))
        await counting.add_tap(PLACE, GAME, ANA, a_tap(2))
        assert (await counting.load(PLACE, player=ANA, game=GAME)).stored == stored(1)

    asyncio.run(play())
    assert counting.calls == {"save": 1, "add_tap": 2, "load": 1}
    assert counting.log == ["save", "add_tap", "add_tap", "load"]
    counting.reset()
    assert not counting.calls
    assert not counting.log


def test_a_call_can_be_made_to_fail(counting: CountingStore) -> None:
    counting.failing["load"] = StoreFailure("down")
    with pytest.raises(StoreFailure, match="down"):
        asyncio.run(counting.load(PLACE))
    assert counting.calls == {"load": 1}


def test_a_method_that_no_store_has_is_an_error(counting: CountingStore) -> None:
    with pytest.raises(AttributeError, match="laod"):
        counting.laod(PLACE)
