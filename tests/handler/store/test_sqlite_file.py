"""One SQLite file for several connections: whole transactions, patience, and errors that name the file."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from handler.errors import StoreFailure
from handler.store.sqlite_file import TABLES, SqliteFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INSERT = "INSERT INTO wake (body, due) VALUES ('x', 1)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def file(path: Path) -> Iterator[SqliteFile]:
    file = SqliteFile(path, patience=0.05)
    yield file
    file.close()


def count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM wake").fetchone()[0])


def test_nothing_is_opened_before_the_first_use(file: SqliteFile, path: Path) -> None:
    assert not path.exists()
    assert asyncio.run(file.read(count)) == 0
    assert path.exists()


def test_a_file_is_written_ahead_and_shared_by_event_loops(file: SqliteFile) -> None:
    asyncio.run(file.write(lambda connection: connection.execute(INSERT)))
    assert asyncio.run(file.read(count)) == 1
    mode = asyncio.run(file.read(lambda connection: connection.execute("PRAGMA journal_mode").fetchone()))
    assert mode == ("wal",)


def test_a_write_that_raises_leaves_nothing_behind(file: SqliteFile) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute(INSERT)
        raise KeyError("half way")

    with pytest.raises(KeyError, match="half way"):
        asyncio.run(file.write(half))
    assert asyncio.run(file.read(count)) == 0


def test_an_error_that_made_sqlite_itself_roll_back_is_told_as_it_is(file: SqliteFile) -> None:
    def rolled_back(connection: sqlite3.Connection) -> None:
        connection.execute(INSERT)
        connection.execute("ROLLBACK")
        raise KeyError("disk full")

    with pytest.raises(KeyError, match="disk full"):
        asyncio.run(file.write(rolled_back))
    assert asyncio.run(file.read(count)) == 0


def test_what_one_connection_wrote_another_reads(file: SqliteFile, path: Path) -> None:
    other = SqliteFile(path)
    asyncio.run(file.write(lambda connection: connection.execute(INSERT)))
    assert asyncio.run(other.read(count)) == 1
    other.close()


def test_a_write_gives_up_on_a_lock_that_is_not_released(file: SqliteFile, path: Path) -> None:
    asyncio.run(file.read(count))
    hog = sqlite3.connect(path, isolation_level=None)
    hog.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailure, match=r"games\.sqlite: database is locked"):
        asyncio.run(file.write(lambda connection: connection.execute(INSERT)))
    assert asyncio.run(file.read(count)) == 0
    hog.close()
    asyncio.run(file.write(lambda connection: connection.execute(INSERT)))


@pytest.mark.parametrize("lock", ["EXCLUSIVE", "IMMEDIATE"])
def test_an_opener_waits_while_another_makes_the_file(file: SqliteFile, path: Path, lock: str) -> None:
    hog = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    hog.execute(f"BEGIN {lock}")

    async def open_while_held() -> int:
        reading = asyncio.ensure_future(SqliteFile(path, patience=5).read(count))
        await asyncio.sleep(0.05)
        assert not reading.done()
        hog.close()
        return await reading

    with pytest.raises(StoreFailure, match="locked"):
        asyncio.run(file.read(count))
    assert asyncio.run(open_while_held()) == 0


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreFailure, match=r"nowhere/games\.sqlite: unable to open"):
        asyncio.run(SqliteFile(tmp_path / "nowhere" / "games.sqlite").read(count))


def test_a_file_that_is_no_database_is_named(file: SqliteFile, path: Path) -> None:
    path.write_text("once upon a time " * 100)
    with pytest.raises(StoreFailure, match=r"games\.sqlite: file is not a database"):
        asyncio.run(file.read(count))


def test_a_file_that_is_no_longer_used_closes_itself(path: Path) -> None:
    ahead = path.with_name("games.sqlite-wal")
    file = SqliteFile(path)
    asyncio.run(file.write(lambda connection: connection.execute(INSERT)))
    assert ahead.exists()
    del file
    gc.collect()
    give_up = time.monotonic() + 30  # the file's thread may be the last to let go
    while ahead.exists() and time.monotonic() < give_up:
        time.sleep(0.01)
    assert not ahead.exists()


def test_a_file_of_an_earlier_version_gets_the_columns_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(TABLES.replace(" menu TEXT,", ""))
        old.execute("INSERT INTO item (pk, sk, form) VALUES ('-1/0', 'game', 1)")
        old.commit()
    file = SqliteFile(path)
    rows = asyncio.run(file.read(lambda opened: opened.execute("SELECT sk, menu FROM item").fetchall()))
    file.close()
    assert rows == [("game", None)]
