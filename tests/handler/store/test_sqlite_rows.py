"""Rows of the file: what is deleted is not found in the file either."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from handler.choices import Preferences
from handler.store import sqlite_rows as rows
from handler.store.sqlite_file import SqliteFile
from tests.handler.store.samples import ANA

if TYPE_CHECKING:
    from pathlib import Path

    from handler.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


async def test_what_begins_so_is_found_by_name_signs_of_patterns_being_none(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "rows.sqlite")
    for name in ("a%", "ab", "b", "A%"):
        values = rows.whole("p", name, {"body": name, "form": 1})
        await file.write(lambda there, values=values: there.execute(rows.PUT, values))
    found = {
        begin: await file.read(lambda there, begin=begin: rows.beginning(there, "p", begin)) for begin in ("a%", "")
    }
    assert [item["sk"] for item in found["a%"]] == ["a%"]
    assert {item["sk"] for item in found[""]} == {"a%", "ab", "b", "A%"}
    await file.write(lambda there: rows.erase(there, "p", ["a%", "gone", "b"]))
    left = await file.read(lambda there: rows.beginning(there, "p"))
    assert {item["sk"] for item in left} == {"ab", "A%"}
    file.close()


async def test_nothing_of_what_was_deleted_is_left_in_the_file(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    await sqlite_store.save_preferences(ANA, Preferences("secret-language"))
    await sqlite_store.seats_of(ANA)
    await sqlite_store.erase_person(ANA)
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    written = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"secret-language" not in written
    assert str(ANA).encode() not in written
