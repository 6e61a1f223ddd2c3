"""Claims that race through the whole path: exactly one counts, on either store. `make bench` runs more rounds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from tests.dynamodb_local import connect
from tests.race import dynamodb_environment, race

if TYPE_CHECKING:
    from pathlib import Path

    from tests.race import Report

CHATS, PLAYERS, ROUNDS = 3, 8, 4


def flawless(report: Report) -> None:
    assert report.wrong == []
    assert report.rounds == report.accepted == CHATS * ROUNDS
    assert report.told_who_was_faster == CHATS * ROUNDS * (PLAYERS - 1)


def test_of_eight_claims_at_once_one_counts_on_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite"
    store = SqliteStore(path)
    flawless(asyncio.run(race({"STORE": f"sqlite:{path}"}, store, chats=CHATS, players=PLAYERS, rounds=ROUNDS)))
    store.close()


def test_of_eight_claims_at_once_one_counts_on_dynamodb(dynamodb_endpoint: str) -> None:
    client = connect(dynamodb_endpoint)
    create_table(client, "whole-race")
    environment = dynamodb_environment(dynamodb_endpoint, "whole-race")
    store = DynamoStore(client, "whole-race")
    flawless(asyncio.run(race(environment, store, chats=CHATS, players=PLAYERS, rounds=ROUNDS)))
    client.close()
