"""Races through the whole path, with as many rounds as the bar asks for, on both stores."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from tests import dynamodb_local
from tests.bench.bar import Bar
from tests.race import NAMES, dynamodb_environment, race

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.race import Report

IDS = ("race-rounds",)

ROUNDS, CHATS = 50, 8


def bars() -> Iterator[Bar]:
    """Rounds in every chat with exactly one accepted claim and all else as it must be; the worse of the two stores."""
    reports = {"SQLite": _on_sqlite(), "DynamoDB Local": _on_dynamodb()}
    told = "; ".join(
        f"{name}: {report.rounds} rounds, {report.accepted} accepted, {report.told_who_was_faster} told who was faster,"
        f" {len(report.wrong)} wrong"
        for name, report in reports.items()
    )
    told += "".join(f"\n  {line}" for report in reports.values() for line in report.wrong[:3])
    players = f"{len(NAMES)} players at once in each of {CHATS} chats, 8 handler processes, through the local Bot API"
    flawless = min((report.rounds // CHATS if not report.wrong else 0) for report in reports.values())
    yield Bar("race-rounds", flawless, ROUNDS, at_least=True, compared=f"rounds without a flaw; {players}; {told}")


def _on_sqlite() -> Report:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "race.sqlite"
        store = SqliteStore(path)
        try:
            return asyncio.run(race({"STORE": f"sqlite:{path}"}, store, chats=CHATS, rounds=ROUNDS))
        finally:
            store.close()


def _on_dynamodb() -> Report:
    with dynamodb_local.running() as endpoint:
        client = dynamodb_local.connect(endpoint)
        create_table(client, "race")
        environment = dynamodb_environment(endpoint, "race")
        return asyncio.run(race(environment, DynamoStore(client, "race"), chats=CHATS, rounds=ROUNDS))
