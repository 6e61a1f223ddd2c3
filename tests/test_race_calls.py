"""Calls and third picks that race through the whole path, eight players in each of two chats, on the real DynamoDB."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from tests import race_calls
from tests.dynamodb_local import connect
from tests.race import dynamodb_environment

if TYPE_CHECKING:
    from tests.race_calls import CallReport, Round

CHATS, ROUNDS = 2, 10


def raced(endpoint: str, play: Round) -> CallReport:
    client = connect(endpoint)
    name = play.__name__
    create_table(client, name)
    store = DynamoStore(client, name)
    report = asyncio.run(
        race_calls.race_calls(dynamodb_environment(endpoint, name), store, play, chats=CHATS, rounds=ROUNDS)
    )
    client.close()
    assert report.wrong == []
    assert report.rounds == CHATS * ROUNDS
    return report


@pytest.mark.timeout(300)
def test_of_eight_calls_at_once_one_has_control_and_its_third_pick_beside_more_calls_is_judged(
    dynamodb_endpoint: str,
) -> None:
    raced(dynamodb_endpoint, race_calls.one_caller)


@pytest.mark.timeout(300)
def test_of_eight_calls_within_the_courtesy_the_lowest_score_has_control(dynamodb_endpoint: str) -> None:
    report = raced(dynamodb_endpoint, race_calls.lowest_by_courtesy)
    assert report.taken_over > ROUNDS


@pytest.mark.timeout(300)
def test_of_eight_calls_from_equal_scores_the_first_has_control(dynamodb_endpoint: str) -> None:
    assert raced(dynamodb_endpoint, race_calls.first_of_equals).taken_over == 0


@pytest.mark.timeout(300)
def test_a_lower_score_is_let_in_by_courtesy_within_seven_tenths_of_a_second_and_not_after(
    dynamodb_endpoint: str,
) -> None:
    raced(dynamodb_endpoint, race_calls.within_the_window)


@pytest.mark.timeout(300)
def test_of_eight_third_picks_at_once_one_takes_the_set(dynamodb_endpoint: str) -> None:
    raced(dynamodb_endpoint, race_calls.third_picks_at_once)
