"""The playground's memory: all of the local Telegram in the SQLite file that also holds the games."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from handler.store.sqlite_file import SqliteFile
from infra.local.bot_api.snapshot import written

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from infra.local.bot_api import World
    from infra.local.bot_api.message import Message
    from infra.local.bot_api.state import State

SAVE_EVERY = 0.2
"""Seconds between two looks at whether there is something new to write: at most so much is lost by a kill."""

TABLES = """
CREATE TABLE IF NOT EXISTS playground (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS playground_photo (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS playground_message (
    chat INTEGER NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (chat, id)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Identity:
    """The bot's token and the webhook's secret: made at random, once for each file."""

    token: str
    secret: str


@dataclass(slots=True)
class Notes:
    """What the playground knows beside Telegram: the first group, and the robots with their speed."""

    group: int = 0
    robots: dict[str, str] = field(default_factory=dict)


class Keeper:
    """Reads everything once, and writes what is new from then on.

    Messages and pictures never change, they are only replaced; so each is written once, and the rest, which is little,
    whenever anything changed.
    """

    def __init__(self, path: Path) -> None:
        self._file = SqliteFile(path)
        self._photos: set[str] = set()
        self._messages: dict[tuple[int, int], Message] = {}
        self._written: tuple[int, str] | None = None

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    async def open(self) -> tuple[Identity, Notes, dict[str, Any] | None]:
        """The identity, made if there is none; the notes; the world's snapshot, None in a new file."""
        identity, notes, snapshot = await self._file.write(_opened)
        if snapshot is not None:
            self._photos = set(snapshot["photos"])
        return identity, notes, snapshot

    async def run(self, world: World, notes: Notes) -> None:
        """Write whatever is new, soon after it happened, until cancelled."""
        while True:
            await self.save(world, notes)
            await asyncio.sleep(SAVE_EVERY)

    async def save(self, world: World, notes: Notes) -> None:
        """Write what is new, if anything is. Of the pictures those are kept that a message shows."""
        noted = json.dumps(asdict(notes))
        if (world.changes, noted) == self._written:
            return
        seen, messages = (world.changes, noted), _messages(world.state)
        shown = {message.photo for message in messages.values() if message.photo and not message.deleted}
        changed = {key: message for key, message in messages.items() if self._messages.get(key) is not message}
        news = _News(
            [("world", _text(_without_messages(world.state))), ("notes", noted)],
            [(chat, number, _text(message)) for (chat, number), message in changed.items()],
            [(name, _text(world.state.photos[name])) for name in shown - self._photos],
            [(name,) for name in self._photos - shown],
        )
        await self._file.write(news.write)
        self._photos, self._messages, self._written = shown, messages, seen


@dataclass(frozen=True, slots=True)
class _News:
    """Rows to write, and pictures to forget."""

    parts: list[tuple[str, str]]
    messages: list[tuple[int, int, str]]
    photos: list[tuple[str, str]]
    gone: list[tuple[str]]

    def write(self, file: Connection) -> None:
        file.executemany("REPLACE INTO playground VALUES (?, ?)", self.parts)
        file.executemany("REPLACE INTO playground_message VALUES (?, ?, ?)", self.messages)
        file.executemany("REPLACE INTO playground_photo VALUES (?, ?)", self.photos)
        file.executemany("DELETE FROM playground_photo WHERE name = ?", self.gone)


def _text(value: object) -> str:
    return json.dumps(written(value), separators=(",", ":"))


def _messages(state: State) -> dict[tuple[int, int], Message]:
    chats = state.chats.values()
    return {(chat.id, message.id): message for chat in chats for message in chat.messages.values()}


def _without_messages(state: State) -> State:
    chats = {number: replace(chat, messages={}) for number, chat in state.chats.items()}
    return replace(state, chats=chats, photos={})


def _opened(file: Connection) -> tuple[Identity, Notes, dict[str, Any] | None]:
    for statement in TABLES.split(";"):
        file.execute(statement)
    parts = _parts(file, "playground")
    if "identity" not in parts:
        token = f"{7_000_000_000 + secrets.randbelow(900_000_000)}:{secrets.token_urlsafe(26)}"
        parts["identity"] = {"token": token, "secret": secrets.token_urlsafe(24)}
        file.execute("INSERT INTO playground VALUES ('identity', ?)", (json.dumps(parts["identity"]),))
    world: dict[str, Any] | None = parts.get("world")
    if world is not None:
        world["photos"] = _parts(file, "playground_photo")
        for chat, number, body in file.execute("SELECT chat, id, body FROM playground_message ORDER BY chat, id"):
            world["chats"][str(chat)]["messages"][str(number)] = json.loads(body)
    return Identity(**parts["identity"]), Notes(**parts.get("notes", {})), world


def _parts(file: Connection, table: str) -> dict[str, Any]:
    rows = file.execute(f"SELECT name, body FROM {table}")  # noqa: S608 - one of our two tables # nosec B608
    return {name: json.loads(body) for name, body in rows}
