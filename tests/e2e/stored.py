"""The game behind a page, as the playground keeps it: for tests that need not find each set by eye."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.sets import find_sets
from engine.table import slot_of
from handler.ports import ChatId, GameKey, Stored, Version
from handler.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.game import Game
    from tests.infra.playground.running import Playground


@dataclass(frozen=True)
class Behind:
    """What is stored of one chat."""

    store: SqliteStore
    key: GameKey

    async def game(self) -> Game:
        """The game as it is now."""
        stored = (await self.store.load(self.key)).stored
        assert stored is not None
        return stored.game

    async def a_set(self) -> tuple[str, ...]:
        """The numbers of a set on the table; none where there is none."""
        table = (await self.game()).table
        return tuple(str(slot_of(table, card)) for cards in find_sets(table)[:1] for card in cards)

    async def change(self, change: Callable[[Game], Game]) -> None:
        """Put another game in its place."""
        stored = (await self.store.load(self.key)).stored
        assert stored is not None
        await self.store.save(
            self.key, Stored(change(stored.game), Version(stored.version + 1), stored.answered), stored.version
        )


@contextmanager
def behind(state: Path, chat: int) -> Iterator[Behind]:
    """What is stored of a chat of the playground on this file."""
    store = SqliteStore(state)
    try:
        yield Behind(store, GameKey(ChatId(chat)))
    finally:
        store.close()


async def group_of(playground: Playground, person: int, title: str) -> int:
    """The number of a person's group."""
    async with playground.window(person) as window:
        chats = (await window.news("hello"))["chats"]
    return next(int(chat["id"]) for chat in chats if chat.get("title") == title)
