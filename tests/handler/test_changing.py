"""Records that many may change at once: nobody's change is lost, and nothing is stored where nothing changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.value import Value, replace
from handler.changing import TRIES, changed
from handler.errors import Conflict
from handler.ports import Version

if TYPE_CHECKING:
    from collections.abc import Callable


class Record(Value):
    names: tuple[str, ...] = ()
    version: Version = Version(0)


class Shelf:
    """Keeps one record. `meanwhile` are the names that others add, each between a read and the save after it."""

    def __init__(self, *meanwhile: str) -> None:
        self.kept = Record()
        self.saves = 0
        self.meanwhile = list(meanwhile)

    async def load(self) -> Record:
        return self.kept

    async def save(self, record: Record, expected: Version) -> None:
        self.saves += 1
        if self.meanwhile:
            name = self.meanwhile.pop(0)
            self.kept = Record((*self.kept.names, name), Version(self.kept.version + 1))
        if self.kept.version != expected:
            raise Conflict("another version is stored")
        self.kept = record

    def change(self, change: Callable[[Record], Record]) -> tuple[Record, Record | None]:
        return asyncio.run(changed(self.load, self.save, change))


def with_ana(old: Record) -> Record:
    return replace(old, names=(*old.names, "Ana"))


def test_a_change_is_stored_as_the_next_version_and_both_records_are_told() -> None:
    shelf = Shelf()
    assert shelf.change(with_ana) == (Record(), Record(("Ana",), Version(1)))
    assert shelf.kept == Record(("Ana",), Version(1))


def test_a_change_that_came_second_is_made_again_on_the_first() -> None:
    shelf = Shelf("Ben")
    before, after = shelf.change(with_ana)
    assert before == Record(("Ben",), Version(1))
    assert after == shelf.kept == Record(("Ben", "Ana"), Version(2))


def test_where_nothing_changes_nothing_is_stored() -> None:
    shelf = Shelf()
    before, after = shelf.change(lambda old: old)
    assert before is after is shelf.kept
    assert shelf.saves == 0


def test_where_others_write_each_time_nothing_is_stored_and_that_is_told() -> None:
    shelf = Shelf(*("Ben", "Cleo", "Dan", "Eva")[:TRIES])
    before, after = shelf.change(with_ana)
    assert after is None
    assert before.names == ("Ben", "Cleo")
    assert "Ana" not in shelf.kept.names
    assert shelf.saves == TRIES
