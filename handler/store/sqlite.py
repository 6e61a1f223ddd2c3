"""The store of one machine: an SQLite file."""

from __future__ import annotations

import json
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

from engine.game import Millis
from handler.chat_list import ChatList
from handler.errors import Conflict
from handler.ports import Budget, Notes, Picks, Tap, Version, View
from handler.store import items
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
from handler.store.item import FORM, expiry, gone
from handler.store.sqlite_file import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from sqlite3 import Connection

    from engine.game import GameId, PlayerId, Revision
    from handler.choices import ChatSettings, Preferences
    from handler.ports import ChatId, GameKey, Loaded, Stored
    from handler.store.item import Item

    Values = dict[str, Any]

T = TypeVar("T")

PURGE_EVERY = 500
"""Writes of one process between two purges of what is past its expiry."""

READ = """
SELECT sk, form, version, body, answered, holder, held_until, taps, seen, shown, cleared_at, last_tap, expires, menu,
    noted_at
FROM (VALUES {}) AS wanted CROSS JOIN item ON pk = column1 AND sk = column2
"""
"""Each wanted pair of keys is looked up: `CROSS` keeps SQLite from walking all items instead."""

PUT = """
REPLACE INTO item (pk, sk, form, version, body, answered, expires, menu)
VALUES (:pk, :sk, :form, :version, :body, :answered, :expires, :menu)
"""

TAP = """
INSERT INTO item (pk, sk, form, taps, last_tap, expires) VALUES (:pk, :sk, :form, json_array(:tap), :at, :expires)
ON CONFLICT DO UPDATE SET taps = json_insert(coalesce(taps, '[]'), '$[#]', :tap), last_tap = :at, expires = :expires
"""

NOTE = """
INSERT INTO item (pk, sk, form, seen, shown, cleared_at, last_tap, noted_at, expires)
VALUES (:pk, :sk, :form, :seen, :shown, :cleared_at, :at, :at, :expires)
ON CONFLICT DO UPDATE SET seen = coalesce(:seen, seen), shown = coalesce(:shown, shown),
    cleared_at = coalesce(:cleared_at, cleared_at), last_tap = :at, noted_at = :at,
    expires = :expires
"""

COMPACT = """
UPDATE item SET taps = :taps WHERE pk = :pk AND sk = :sk AND json_array_length(taps) = :count AND expires > :second
"""

BEGINNING = """
SELECT sk, last_tap, expires FROM item WHERE pk = ? AND substr(sk, 1, length(?)) = ?
"""

LEASE = """
INSERT INTO item (pk, sk, form, holder, held_until) VALUES (:pk, :sk, :form, :owner, :until)
ON CONFLICT DO UPDATE SET holder = :owner, held_until = :until
    WHERE holder IS NULL OR held_until <= :now OR holder = :owner
"""

PUT_VIEW = """
UPDATE item SET form = :form, body = :body, holder = :holder, held_until = :held_until
WHERE pk = :pk AND sk = :sk AND holder = :by
"""

DROP_GONE = "DELETE FROM item WHERE pk = :pk AND sk = :sk AND expires <= :second"

PURGE = "DELETE FROM item WHERE expires <= :second"


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
        return items.loaded_of(await self._file.read(lambda file: _read(file, names)), self._clock())

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        await self._put(items.place(key), items.GAME, items.game_item(stored, expires), expected)

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        values = self._picks(key, game, player) | {"tap": items.tap_text(tap), "at": tap.at}
        return items.picks_of(await self._write(lambda file: _touch(file, TAP, values)))

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
        await self._write(lambda file: _touch(file, NOTE, values))

    async def compact_picks(
        self, key: GameKey, game: GameId, player: PlayerId, taps: tuple[Tap, ...], count: int
    ) -> None:
        texts = json.dumps([items.tap_text(tap) for tap in taps])
        values = self._picks(key, game, player) | {"taps": texts, "count": count}
        await self._write(lambda file: file.execute(COMPACT, values))

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        found = await self._file.read(lambda file: _beginning(file, items.place(key), items.picks_name(game)))
        return items.last_taps_of(found, self._clock())

    async def take_lease(self, key: GameKey, owner: str, now: Millis, until: Millis) -> View | None:
        values = _keyed(items.place(key), items.VIEW) | {"owner": owner, "now": now, "until": until}
        item = await self._write(lambda file: _lease(file, values))
        return None if item is None else items.view_of(item)

    async def put_view(self, key: GameKey, view: View, owner: str) -> bool:
        values = {**_keyed(items.place(key), items.VIEW), **items.view_item(view), "by": owner}
        return await self._write(lambda file: file.execute(PUT_VIEW, values).rowcount == 1)

    async def load_budget(self, chat: ChatId) -> Budget:
        item = await self._read_chat(chat, items.BUDGET)
        return Budget() if item is None else items.budget_of(item)

    async def save_budget(self, chat: ChatId, budget: Budget, expected: Version) -> None:
        kept_until = Millis(self._clock() + items.BUDGET_KEPT)
        await self._put(str(chat), items.BUDGET, items.budget_item(budget, kept_until), expected)

    async def load_notes(self, chat: ChatId) -> Notes:
        item = await self._read_chat(chat, items.NOTES)
        return Notes() if item is None else items.notes_of(item)

    async def save_notes(self, chat: ChatId, notes: Notes, expected: Version) -> None:
        await self._put(str(chat), items.NOTES, items.notes_item(notes), expected)

    async def save_settings(self, chat: ChatId, settings: ChatSettings, expected: Version) -> None:
        await self._put(str(chat), SETTINGS, settings_item(settings), expected)

    async def save_preferences(self, person: PlayerId, preferences: Preferences) -> None:
        values = _whole(str(person), PREFERENCES, preferences_item(preferences))
        await self._write(lambda file: file.execute(PUT, values))

    async def load_chat_list(self) -> ChatList:
        item = (await self._file.read(lambda file: _read(file, ((BOT, CHATS),)))).get(CHATS)
        return ChatList() if item is None else chat_list_of(item)

    async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
        await self._put(BOT, CHATS, chat_list_item(chats), expected)

    async def _read_chat(self, chat: ChatId, name: str) -> Item | None:
        item = (await self._file.read(lambda file: _read(file, ((str(chat), name),)))).get(name)
        return None if item is None or gone(item, self._clock()) else item

    async def _put(self, pk: str, sk: str, item: Item, expected: Version) -> None:
        """Store an item that has a version, if the version there is `expected`."""
        values = _whole(pk, sk, item)
        if not await self._write(lambda file: _put_if(file, values, expected, self._clock())):
            raise Conflict(f"{pk} {sk}: another version than {expected} is stored")

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Write, and now and then purge before it."""
        if next(self._writes) % PURGE_EVERY == 0:
            await self._file.write(lambda file: file.execute(PURGE, {"second": self._second()}))
        return await self._file.write(work)

    def _picks(self, key: GameKey, game: GameId, player: PlayerId) -> Values:
        expires = expiry(Millis(self._clock() + items.PICKS_KEPT))
        return _keyed(items.place(key), items.picks_name(game, player)) | {"second": self._second(), "expires": expires}

    def _second(self) -> int:
        return self._clock() // 1000


def _keyed(pk: str, sk: str) -> Values:
    return {"pk": pk, "sk": sk, "form": FORM}


def _whole(pk: str, sk: str, item: Item) -> Values:
    """What `PUT` puts: what an item does not have is put as nothing."""
    return {"version": None, "answered": None, "expires": None, "menu": None, **_keyed(pk, sk), **item}


def _read(file: Connection, names: Iterable[tuple[str, str]]) -> dict[str, Item]:
    """Items of partitions and names, the latter all different: by name, in one query."""
    wanted = tuple(chain.from_iterable(names))
    rows = file.execute(READ.format(", ".join(["(?, ?)"] * (len(wanted) // 2))), wanted)
    columns = [column[0] for column in rows.description]
    return {row[0]: _item(dict(zip(columns, row, strict=True))) for row in rows}


def _beginning(file: Connection, pk: str, begin: str) -> list[Item]:
    """The last taps of all items of a partition whose names begin so."""
    rows = file.execute(BEGINNING, (pk, begin, begin))
    return [{"sk": sk, "last_tap": at, "expires": expires} for sk, at, expires in rows]


def _item(row: Values) -> Item:
    taps = row["taps"]
    return {**row, "taps": json.loads(taps) if isinstance(taps, str) else None}


def _touch(file: Connection, sql: str, values: Values) -> Item:
    """Write to picks, made anew if they are gone; what is kept then."""
    file.execute(DROP_GONE, values)
    file.execute(sql, values)
    return _read(file, ((values["pk"], values["sk"]),))[str(values["sk"])]


def _put_if(file: Connection, values: Values, expected: Version, now: Millis) -> bool:
    """Store an item if its version is still the expected one; whether it was."""
    pk, sk = str(values["pk"]), str(values["sk"])
    there = _read(file, ((pk, sk),)).get(sk)
    if (0 if there is None or gone(there, now) else there["version"]) != expected:
        return False
    file.execute(PUT, values)
    return True


def _lease(file: Connection, values: Values) -> Item | None:
    """The view with its lease taken, or None where another holds it."""
    if file.execute(LEASE, values).rowcount == 0:
        return None
    return _read(file, ((values["pk"], items.VIEW),))[items.VIEW]
