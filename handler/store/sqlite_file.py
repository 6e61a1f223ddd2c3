"""One SQLite file, shared by any number of processes, threads and event loops."""

from __future__ import annotations

import asyncio
import sqlite3
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from handler.errors import StoreFailure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that a write waits for another process's before it fails."""

TABLES = """
CREATE TABLE IF NOT EXISTS item (
    pk TEXT NOT NULL, sk TEXT NOT NULL, form INTEGER NOT NULL, version INTEGER, body TEXT, answered TEXT,
    holder TEXT, held_until INTEGER, taps TEXT, seen TEXT, shown TEXT, cleared_at INTEGER, last_tap INTEGER,
    expires INTEGER, menu TEXT, noted_at INTEGER, PRIMARY KEY (pk, sk)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wake (
    id INTEGER PRIMARY KEY, body TEXT NOT NULL, due INTEGER NOT NULL, hidden_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS wake_due ON wake (due);
"""


LATER = {"menu": "TEXT", "shown": "TEXT", "noted_at": "INTEGER"}
"""Columns of `item` that a file made by an earlier version lacks."""


class SqliteFile:
    """A connection to the file in a thread of its own: one transaction at a time, the event loop never waits.

    The file is opened at the first use.
    """

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        self.path = path
        self._patience = patience
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sqlite")
        self._connections: list[sqlite3.Connection] = []
        self._drop = weakref.finalize(self, _drop, self._thread, self._connections)

    def close(self) -> None:
        """Give the file back once what is under way is done."""
        self._thread.shutdown()
        self._drop()

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` finds, all in one state of the file."""
        return await self._run("BEGIN", work)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` alone among all writers: whole, or not at all if it raises."""
        return await self._run("BEGIN IMMEDIATE", work)

    async def _run(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, begin, work)
        except sqlite3.Error as error:
            raise StoreFailure(f"SQLite file {self.path}: {error}") from error

    def _transact(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        if not self._connections:
            self._connections.append(_open(self.path, self._patience))
        connection = self._connections[0]
        connection.execute(begin)
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result


def _open(path: str | Path, patience: float) -> sqlite3.Connection:
    """A connection to the file, with its tables made."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        _journal_ahead(connection, patience)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted must not be found in the file
        connection.executescript(f"BEGIN IMMEDIATE; {TABLES}")
        _add_later_columns(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _add_later_columns(connection: sqlite3.Connection) -> None:
    there = {name for _, name, *_ in connection.execute("PRAGMA table_info(item)")}
    for name, kind in LATER.items():
        if name not in there:
            connection.execute(f"ALTER TABLE item ADD COLUMN {name} {kind}")


def _journal_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switch the file to a write-ahead log. SQLite waits for no lock here, so several first openers must."""
    give_up = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


def _drop(thread: ThreadPoolExecutor, connections: list[sqlite3.Connection]) -> None:
    """Close the connection of a file that nobody uses any more; work under way would have kept it in use."""
    thread.shutdown(wait=False)
    for connection in connections:
        connection.close()
    connections.clear()
