"""The store of one machine: an SQLite file."""

from __future__ import annotations

import json
import secrets
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from engine.game import Millis
from handler.chat_list import ChatList
from handler.errors import Conflict
from handler.ports import Budget, Notes, Picks, Tap, Version, View
from handler.store import items
from handler.store import sqlite_rows as rows
from handler.store.chosen import (
    BOT,
    CHATS,
    PREFERENCES,
    SETTINGS,
    chat_list_item,
    chat_list_of,
    preferences_item,
    settings_item,
)
from handler.store.item import expiry, gone
from handler.store.sqlite_file import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from sqlite3 import Connection

    from engine.game import Game, GameId, PlayerId, Revision
    from handler.choices import ChatSettings, Preferences
    from handler.ports import ChatId, GameKey, Loaded, Stored
    from handler.store.item import Item
    from handler.store.sqlite_rows import Values

T = TypeVar("T")

PURGE_EVERY = 500
"""Writes of one process between two purges of what is past its expiry."""


class SqliteStore:
    """Keeps the contract of `handler.ports.Store` in one file, for any number of processes of one machine."""

    def __init__(self, path: str | Path, clock: Callable[[], Millis] = items.wall_clock) -> None:
        self._file = SqliteFile(path)
        self._clock = clock
        self._writes = count()

    def close(self) -> None:
        """Give the file back; the store is of no use afterwards."""
        self._file.close()

    async def load(self, key: GameKey, player: PlayerId | None = None, game: GameId | None = None) -> Loaded:
        names = items.read_names(key, player, game)
        return items.loaded_of(await self._file.read(lambda file: rows.read(file, names)), self._clock())

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        await self._put(items.place(key), items.GAME, items.game_item(stored, expires), expected)

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        values = self._picks(key, game, player) | {"tap": items.tap_text(tap), "at": tap.at}
        return items.picks_of(await self._write(lambda file: rows.touch(file, rows.TAP, values)))

    async def note_picks(
        self,
        key: GameKey,
        game: GameId,
        player: PlayerId,
        at: Millis,
        *,
        seen: tuple[Revision, Millis] | None = None,
        shown: tuple[int, Millis] | None = None,
        cleared_at: Millis | None = None,
    ) -> None:
        noted = {
            "seen": seen and items.pair_text(seen),
            "shown": shown and items.pair_text(shown),
            "cleared_at": cleared_at,
        }
        values = self._picks(key, game, player) | noted | {"at": at}
        await self._write(lambda file: rows.touch(file, rows.NOTE, values))

    async def compact_picks(
        self, key: GameKey, game: GameId, player: PlayerId, taps: tuple[Tap, ...], count: int
    ) -> None:
        texts = json.dumps([items.tap_text(tap) for tap in taps])
        values = self._picks(key, game, player) | {"taps": texts, "count": count}
        await self._write(lambda file: file.execute(rows.COMPACT, values))

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        found = await self._file.read(lambda file: rows.beginning(file, items.place(key), items.picks_name(game)))
        return items.last_taps_of(found, self._clock())

    async def take_lease(self, key: GameKey, owner: str, now: Millis, until: Millis) -> View | None:
        values = rows.keyed(items.place(key), items.VIEW) | {"owner": owner, "now": now, "until": until}
        return await self._write(lambda file: rows.lease(file, values))

    async def put_view(self, key: GameKey, view: View, owner: str) -> bool:
        values = {**rows.keyed(items.place(key), items.VIEW), **items.view_item(view), "by": owner}
        return await self._write(lambda file: file.execute(rows.PUT_VIEW, values).rowcount == 1)

    async def load_budget(self, chat: ChatId) -> Budget:
        item = await self._read_one(str(chat), items.BUDGET)
        return Budget() if item is None else items.budget_of(item)

    async def save_budget(self, chat: ChatId, budget: Budget, expected: Version) -> None:
        kept_until = Millis(self._clock() + items.BUDGET_KEPT)
        await self._put(str(chat), items.BUDGET, items.budget_item(budget, kept_until), expected)

    async def load_notes(self, chat: ChatId) -> Notes:
        item = await self._read_one(str(chat), items.NOTES)
        return Notes() if item is None else items.notes_of(item)

    async def save_notes(self, chat: ChatId, notes: Notes, expected: Version) -> None:
        await self._put(str(chat), items.NOTES, items.notes_item(notes), expected)

    async def save_settings(self, chat: ChatId, settings: ChatSettings, expected: Version) -> None:
        await self._put(str(chat), SETTINGS, settings_item(settings), expected)

    async def save_preferences(self, person: PlayerId, preferences: Preferences) -> None:
        values = rows.whole(str(person), PREFERENCES, preferences_item(preferences))
        await self._write(lambda file: file.execute(rows.PUT, values))

    async def load_chat_list(self) -> ChatList:
        item = await self._read_one(BOT, CHATS)
        return ChatList() if item is None else chat_list_of(item)

    async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
        await self._put(BOT, CHATS, chat_list_item(chats), expected)

    async def _read_one(self, pk: str, name: str) -> Item | None:
        item = (await self._file.read(lambda file: rows.read(file, ((pk, name),)))).get(name)
        return None if item is None or gone(item, self._clock()) else item

    async def _put(self, pk: str, sk: str, item: Item, expected: Version) -> None:
        """Store an item that has a version, if the version there is `expected`."""
        values = rows.whole(pk, sk, item)
        if not await self._write(lambda file: rows.put_if(file, values, expected, self._clock())):
            raise Conflict(f"{pk} {sk}: another version than {expected} is stored")

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Write, and now and then purge before it."""
        if next(self._writes) % PURGE_EVERY == 0:
            await self._file.write(lambda file: file.execute(rows.PURGE, {"second": self._second()}))
        return await self._file.write(work)

    def _picks(self, key: GameKey, game: GameId, player: PlayerId) -> Values:
        expires = expiry(Millis(self._clock() + items.PICKS_KEPT))
        return rows.keyed(items.place(key), items.picks_name(game, player)) | {
            "second": self._second(),
            "expires": expires,
        }

    def _second(self) -> int:
        return self._clock() // 1000

    async def save_last_game(self, key: GameKey, game: Game, until: Millis) -> None:
        values = rows.whole(items.place(key), items.LAST, items.last_game_item(game, until))
        await self._write(lambda file: file.execute(rows.PUT, values))

    async def load_last_game(self, key: GameKey) -> Game | None:
        item = await self._read_one(items.place(key), items.LAST)
        return None if item is None else items.last_game_of(item)

    async def note_seat(self, person: PlayerId, key: GameKey, until: Millis) -> None:
        values = rows.whole(str(person), items.seat_name(key), items.seat_item(secrets.token_urlsafe(6), until))
        await self._write(lambda file: file.execute(rows.PUT, values))

    async def seats_of(self, person: PlayerId) -> Mapping[GameKey, str]:
        return items.seats_of(await self._file.read(lambda file: rows.beginning(file, str(person), items.SEAT)))

    async def drop_seat(self, person: PlayerId, key: GameKey, mark: str) -> None:
        await self._write(lambda file: file.execute(rows.ERASE_SAME, (str(person), items.seat_name(key), mark)))

    async def erase_person(self, person: PlayerId) -> None:
        await self._write(lambda file: rows.erase(file, str(person), items.PERSONAL))

    async def erase_place(self, key: GameKey) -> None:
        await self._erase(key, "", "")

    async def erase_picks(self, key: GameKey, person: PlayerId) -> None:
        await self._erase(key, items.PICKS, f"#{person}")

    async def _erase(self, key: GameKey, begin: str, end: str) -> None:
        """Delete what is kept at a place under names that begin and end so."""

        def erase(file: Connection) -> None:
            names = [str(item["sk"]) for item in rows.beginning(file, items.place(key), begin)]
            rows.erase(file, items.place(key), [name for name in names if name.endswith(end)])

        await self._write(erase)
