"""A group to play in, over an empty SQLite store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handler.store.sqlite import SqliteStore
from tests.builders import NOON
from tests.group import Group

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.game import Millis


def group_at(path: Path, *, per_minute: int = 10_000) -> tuple[Group, SqliteStore]:
    """A group whose games are kept in a file, by the group's own clock."""
    clock: list[Group] = []

    def now() -> Millis:
        return clock[0].now if clock else NOON

    store = SqliteStore(path, now)
    group = Group(store, per_minute=per_minute)
    clock.append(group)
    return group, store


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A group with an ample budget of sends and edits."""
    group, store = group_at(tmp_path / "games.sqlite")
    yield group
    group.close()
    store.close()


@pytest.fixture
def thrifty_group(tmp_path: Path) -> Iterator[Group]:
    """A group with Telegram's own budget: twenty sends and edits a minute."""
    group, store = group_at(tmp_path / "games.sqlite", per_minute=20)
    yield group
    group.close()
    store.close()
