"""The playground's memory: all of the local Telegram in the SQLite file that also holds the games."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from handler.store.sqlite_file import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from sqlite3 import Connection

    from infra.local.bot_api import World

SAVE_EVERY = 0.2
"""Seconds between two looks at whether there is something new to write: at most so much is lost by a kill."""

TABLES = """
CREATE TABLE IF NOT EXISTS playground (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS playground_photo (name TEXT PRIMARY KEY, body TEXT NOT NULL);
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
    """Reads everything once, and writes what is new from then on."""

    def __init__(self, path: Path) -> None:
        self._file = SqliteFile(path)
        self._photos: set[str] = set()
        self._written: tuple[int, str] | None = None

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    async def open(self) -> tuple[Identity, Notes, dict[str, Any] | None]:
        """The identity, made if there is none; the notes; the world's snapshot, None in a new file."""
        identity, notes, snapshot, photos = await self._file.write(_opened)
        if snapshot is not None:
            snapshot["photos"] = photos
            self._photos = set(photos)
        return identity, notes, snapshot

    async def run(self, world: World, notes: Notes) -> None:
        """Write whatever is new, soon after it happened, until cancelled."""
        while True:
            await self.save(world, notes)
            await asyncio.sleep(SAVE_EVERY)

    async def save(self, world: World, notes: Notes) -> None:
        """Write what is new, if anything is. Of the pictures only those that a message shows are kept."""
        noted = json.dumps(asdict(notes))
        if (world.changes, noted) == self._written:
            return
        seen, shown = (world.changes, noted), _shown(world)
        new = shown - self._photos
        snapshot = world.snapshot(without_photos=world.state.photos.keys() - new)
        photos = snapshot.pop("photos")
        rows = [("world", json.dumps(snapshot)), ("notes", noted)]
        await self._file.write(_writing(rows, photos, self._photos - shown))
        self._photos, self._written = shown, seen


def _opened(file: Connection) -> tuple[Identity, Notes, dict[str, Any] | None, dict[str, Any]]:
    for statement in TABLES.split(";"):
        file.execute(statement)
    rows = {name: json.loads(body) for name, body in file.execute("SELECT name, body FROM playground")}
    if "identity" not in rows:
        token = f"{7_000_000_000 + secrets.randbelow(900_000_000)}:{secrets.token_urlsafe(26)}"
        rows["identity"] = {"token": token, "secret": secrets.token_urlsafe(24)}
        file.execute("INSERT INTO playground VALUES ('identity', ?)", (json.dumps(rows["identity"]),))
    photos = {name: json.loads(body) for name, body in file.execute("SELECT name, body FROM playground_photo")}
    return Identity(**rows["identity"]), Notes(**rows.get("notes", {})), rows.get("world"), photos


def _writing(rows: list[tuple[str, str]], photos: dict[str, Any], gone: set[str]) -> Callable[[Connection], None]:
    def write(file: Connection) -> None:
        file.executemany("REPLACE INTO playground VALUES (?, ?)", rows)
        new = [(name, json.dumps(photo)) for name, photo in photos.items()]
        file.executemany("REPLACE INTO playground_photo VALUES (?, ?)", new)
        file.executemany("DELETE FROM playground_photo WHERE name = ?", [(name,) for name in gone])

    return write


def _shown(world: World) -> set[str]:
    """The pictures that some message shows."""
    messages = [message for chat in world.state.chats.values() for message in chat.messages.values()]
    return {message.photo for message in messages if message.photo is not None and not message.deleted}
