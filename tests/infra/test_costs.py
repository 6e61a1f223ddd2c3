"""The costs that the operator's manual tells, held to what is counted here: the product over a real DynamoDB."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.game import Phase
from engine.sets import find_sets
from handler.meter import METRICS
from infra.aws import prices
from infra.aws.prices import CLAIM, GAME, TAP, Use
from tests.infra.spending import town

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.infra.spending import Town

MANUAL = Path(__file__).parents[2] / "docs" / "operations.md"
NEARLY = 0.1
"""Bytes vary with the digits of times and of ids, calls with what falls within a second."""


@pytest.fixture
def four(dynamodb_endpoint: str, tmp_path: Path) -> Iterator[Town]:
    with town(dynamodb_endpoint, tmp_path) as made:
        yield made


def near(counted: Use, told: Use) -> bool:
    return all(
        getattr(counted, name) == pytest.approx(getattr(told, name), rel=NEARLY)
        for name in ("quick", "calling", "writes", "reads", "wakes", "log_bytes", "sent_bytes")
    )


def test_a_tap_and_a_claim_take_what_their_price_says(four: Town) -> None:
    four.open()
    game, ana = four.game(), four.people[0]
    cards = find_sets(game.table)[0]
    for card in cards[:2]:
        four.press(ana, str(game.table.index(card) + 1))
    four.used()
    four.press(ana, str(game.table.index(cards[2]) + 1))
    tap = four.used()
    assert four.press(ana, "SET!").startswith("SET!")
    claim = four.used()
    exactly = {"log_bytes": 0, "sent_bytes": 0}
    assert replace(tap, **exactly) == replace(TAP, **exactly)
    assert replace(claim, **exactly) == replace(CLAIM, **exactly)
    assert near(tap, TAP)
    assert near(claim, CLAIM)


def test_a_whole_game_takes_what_its_price_says(four: Town) -> None:
    four.open()
    assert four.to_the_end() >= 20
    assert four.game().phase is Phase.FINISHED
    four.ring()
    counted = four.used()
    assert near(replace(counted, starts=GAME.starts), GAME), counted
    assert counted.dollars() + GAME.dollars() - replace(GAME, starts=0).dollars() == pytest.approx(GAME.dollars(), 0.05)


def test_an_idle_month_costs_half_a_dollar_at_most_without_any_free_tier() -> None:
    assert prices.idle_dollars() <= 0.50
    assert prices.idle_dollars() == pytest.approx(sum(dollars for _, _, dollars, _ in prices.IDLE))
    assert len(METRICS) == prices.METRICS


def test_the_manual_has_the_table_that_the_prices_give() -> None:
    assert prices.table() in MANUAL.read_text()
