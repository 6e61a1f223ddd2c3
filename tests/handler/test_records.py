"""The seam to what is kept of chats and people: every store takes exactly what it says."""

from __future__ import annotations

import inspect

import pytest

from handler.ports import Store
from handler.records import Records
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from tests.handler.test_ports import methods, parameters
from tests.sim.memory_store import MemoryStore


@pytest.mark.parametrize("store", [SqliteStore, DynamoStore, MemoryStore])
def test_every_store_keeps_what_is_known_of_chats_and_people(store: type) -> None:
    assert Records in Store.__mro__
    for name, signature in methods(Records).items():
        assert parameters(inspect.signature(getattr(store, name))) == parameters(signature), name
