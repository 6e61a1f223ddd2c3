"""Eight processes at one store at once. Not on moto: it checks a condition and then writes, with nothing between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from handler.ports import ChatId, GameKey, Loaded
from tests.handler.store.conftest import TABLE
from tests.handler.store.racers import RACERS, ROUNDS, TAPS, Finish, open_store, race
from tests.handler.store.samples import ANA, GAME, stored

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PLACE = GameKey(ChatId(-99), 0)


@dataclass(frozen=True)
class Raced:
    finishes: list[Finish]
    after: Loaded


@pytest.fixture(scope="module")
def sqlite_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("races") / "games.sqlite")


@pytest.fixture(scope="module")
def local_address(dynamodb_endpoint: str, local_client: DynamoDBClient) -> str:
    """The endpoint, now that its client has made the table."""
    del local_client
    return dynamodb_endpoint


@pytest.fixture(scope="module", params=["sqlite", "local"])
def raced(request: pytest.FixtureRequest) -> Raced:
    """One race on each store, and what is stored after it."""
    address = request.getfixturevalue(f"{request.param}_address")
    finishes = race(address, TABLE, PLACE)
    return Raced(finishes, asyncio.run(open_store(address, TABLE).load(PLACE, ANA, GAME)))


def test_of_writers_that_race_exactly_one_wins_each_round(raced: Raced) -> None:
    assert sorted(number for finish in raced.finishes for number in finish.saved) == list(range(ROUNDS))


def test_the_winner_of_the_last_round_is_the_one_who_is_stored(raced: Raced) -> None:
    [last] = [finish.racer for finish in raced.finishes if ROUNDS - 1 in finish.saved]
    assert raced.after.stored == stored(ROUNDS, name=f"racer {last}")


def test_of_those_that_race_for_a_lease_exactly_one_holds_it(raced: Raced) -> None:
    assert sorted(number for finish in raced.finishes for number in finish.held) == list(range(ROUNDS))


def test_no_tap_is_lost_though_all_tap_at_once_and_one_compacts(raced: Raced) -> None:
    updates = {tap.update for tap in raced.after.picks.taps}
    assert updates == set(range(RACERS * TAPS))


def test_taps_of_one_process_keep_their_order(raced: Raced) -> None:
    updates = list(dict.fromkeys(tap.update for tap in raced.after.picks.taps))
    for racer in range(RACERS):
        own = [update for update in updates if update // TAPS == racer]
        assert own == sorted(own)
