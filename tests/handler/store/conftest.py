"""Each store that keeps the contract, empty; a clock to turn; and a place nobody has played in."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from moto import mock_aws

from engine.game import Millis
from handler.ports import ChatId, GameKey
from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from handler.store.items import wall_clock
from handler.store.sqlite import SqliteStore
from tests.dynamodb_local import connect
from tests.sim.memory_store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mypy_boto3_dynamodb import DynamoDBClient

    from handler.ports import Store

TABLE = "setgram-tests"

chats = itertools.count(1)


class Clock:
    """A clock that stands still until it is turned. It starts at the present: DynamoDB Local deletes by its own."""

    def __init__(self) -> None:
        self.now = wall_clock()

    def __call__(self) -> Millis:
        return self.now

    def turn(self, *, seconds: int) -> None:
        self.now = Millis(self.now + 1000 * seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def key() -> GameKey:
    """A place of its own for each test, since tests share a DynamoDB Local."""
    return GameKey(ChatId(-1_001_000_000_000 - next(chats)), 17)


@pytest.fixture(scope="session")
def local_client(dynamodb_endpoint: str) -> Iterator[DynamoDBClient]:
    """A client of DynamoDB Local, where the table has been made."""
    client = connect(dynamodb_endpoint)
    create_table(client, TABLE)
    yield client
    client.close()


@pytest.fixture
def sqlite_store(tmp_path: Path, clock: Clock) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "games.sqlite", clock)
    yield store
    store.close()


@pytest.fixture(scope="session")
def moto_client() -> Iterator[DynamoDBClient]:
    """A client that moto answers, in tests that let it."""
    client = connect("https://dynamodb.eu-west-1.amazonaws.com")
    yield client
    client.close()


@pytest.fixture
def moto_store(moto_client: DynamoDBClient, clock: Clock) -> Iterator[DynamoStore]:
    with mock_aws():
        create_table(moto_client, TABLE)
        yield DynamoStore(moto_client, TABLE, clock)


@pytest.fixture
def local_store(local_client: DynamoDBClient, clock: Clock) -> DynamoStore:
    return DynamoStore(local_client, TABLE, clock)


@pytest.fixture
def memory_store(clock: Clock) -> MemoryStore:
    return MemoryStore(clock)


@pytest.fixture(params=["sqlite", "moto", "local", "memory"])
def store(request: pytest.FixtureRequest) -> Store:
    """Every store in turn: what a test says of it must hold on all."""
    return request.getfixturevalue(f"{request.param}_store")
