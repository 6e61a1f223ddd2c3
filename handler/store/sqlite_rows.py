"""Rows of an SQLite file as items: what is asked of the file, and how rows are read and written."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from handler.store import items
from handler.store.item import FORM, gone

if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from engine.game import Millis
    from handler.ports import Version, View
    from handler.store.item import Item

Values = dict[str, Any]

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
ON CONFLICT DO UPDATE SET taps = json_insert(coalesce(taps, '[]'), '$[#]', :tap),
    last_tap = max(coalesce(last_tap, 0), :at), expires = max(coalesce(expires, 0), :expires)
"""

NOTE = """
INSERT INTO item (pk, sk, form, seen, shown, cleared_at, last_tap, noted_at, expires)
VALUES (:pk, :sk, :form, :seen, :shown, :cleared_at, :at, :at, :expires)
ON CONFLICT DO UPDATE SET seen = coalesce(:seen, seen), shown = coalesce(:shown, shown),
    cleared_at = coalesce(:cleared_at, cleared_at), last_tap = max(coalesce(last_tap, 0), :at),
    noted_at = max(coalesce(noted_at, 0), :at), expires = max(coalesce(expires, 0), :expires)
"""

COMPACT = """
UPDATE item SET taps = :taps WHERE pk = :pk AND sk = :sk AND json_array_length(taps) = :count AND expires > :second
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

NAMES = "SELECT sk, body, last_tap, expires FROM item WHERE pk = ? AND substr(sk, 1, length(?)) = ?"

ERASE = "DELETE FROM item WHERE pk = ? AND sk = ?"

ERASE_SAME = "DELETE FROM item WHERE pk = ? AND sk = ? AND body = ?"


def keyed(pk: str, sk: str) -> Values:
    return {"pk": pk, "sk": sk, "form": FORM}


def whole(pk: str, sk: str, item: Item) -> Values:
    """What `PUT` puts: what an item does not have is put as nothing."""
    return {"version": None, "answered": None, "expires": None, "menu": None, **keyed(pk, sk), **item}


def read(file: Connection, names: Iterable[tuple[str, str]]) -> dict[str, Item]:
    """Items of partitions and names, the latter all different: by name, in one query."""
    wanted = tuple(chain.from_iterable(names))
    found = file.execute(READ.format(", ".join(["(?, ?)"] * (len(wanted) // 2))), wanted)
    columns = [column[0] for column in found.description]
    return {row[0]: item(dict(zip(columns, row, strict=True))) for row in found}


def beginning(file: Connection, pk: str, begin: str = "") -> list[Item]:
    """All items of a partition whose names begin so, with little more than their names."""
    found = file.execute(NAMES, (pk, begin, begin))
    return [dict(zip(("sk", "body", "last_tap", "expires"), row, strict=True)) for row in found]


def erase(file: Connection, pk: str, names: Iterable[str]) -> None:
    """Delete items of a partition, if they are there."""
    file.executemany(ERASE, [(pk, name) for name in names])


def item(row: Values) -> Item:
    taps = row["taps"]
    return {**row, "taps": json.loads(taps) if isinstance(taps, str) else None}


def touch(file: Connection, sql: str, values: Values) -> Item:
    """Write to picks, made anew if they are gone; what is kept then."""
    file.execute(DROP_GONE, values)
    file.execute(sql, values)
    return read(file, ((values["pk"], values["sk"]),))[str(values["sk"])]


def put_if(file: Connection, values: Values, expected: Version, now: Millis) -> bool:
    """Store an item if its version is still the expected one; whether it was."""
    pk, sk = str(values["pk"]), str(values["sk"])
    there = read(file, ((pk, sk),)).get(sk)
    if (0 if there is None or gone(there, now) else there["version"]) != expected:
        return False
    file.execute(PUT, values)
    return True


def lease(file: Connection, values: Values) -> View | None:
    """The view with its lease taken, or None where another holds it."""
    before = read(file, ((values["pk"], items.VIEW),)).get(items.VIEW)
    if file.execute(LEASE, values).rowcount == 0:
        return None
    return items.leased(before, values["owner"], values["until"])
