from itertools import combinations

import pytest
from hypothesis import given

from engine.card import DECK, Card, features
from engine.sets import completing_card, find_sets, has_set, is_set
from tests import strategies
from tests.builders import SET_FREE, cards


def plainly_a_set(*three: Card) -> bool:
    return all(len(set(values)) != 2 for values in zip(*map(features, three), strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "1111 2111 3111",  # all alike but the number
        "1111 2222 3333",  # all different
        "1213 2223 3233",
    ],
)
def test_alike_or_different_in_each_feature_is_a_set(text: str) -> None:
    """R16."""
    assert is_set(*cards(text))


@pytest.mark.parametrize("text", ["1111 1112 1121", "1111 2222 3332", "1111 1111 1111", "1111 1111 2111"])
def test_two_alike_and_one_different_or_the_same_card_twice_is_no_set(text: str) -> None:
    """R16."""
    assert not is_set(*cards(text))


@given(strategies.triples)
def test_is_set_agrees_with_the_definition(three: tuple[Card, Card, Card]) -> None:
    """R16."""
    assert is_set(*three) == plainly_a_set(*three)


def test_any_two_cards_are_completed_by_exactly_one_third() -> None:
    """R16."""
    for a, b in combinations(DECK, 2):
        third = completing_card(a, b)
        assert is_set(a, b, third)
        assert completing_card(b, a) == third
        assert completing_card(a, third) == b


def test_a_card_and_itself_complete_to_itself() -> None:
    assert [completing_card(card, card) for card in DECK] == list(DECK)


@given(strategies.tables())
def test_all_sets_are_found_in_the_order_of_the_cards(table: tuple[Card, ...]) -> None:
    """R16."""
    plain = tuple(three for three in combinations(table, 3) if plainly_a_set(*three))
    assert find_sets(table) == plain
    assert has_set(table) == bool(plain)


def test_twenty_cards_can_be_without_a_set_and_any_other_card_then_makes_one() -> None:
    """R10."""
    cap = cards(SET_FREE)
    assert len(set(cap)) == 20
    assert not has_set(cap)
    assert all(has_set([*cap, card]) for card in DECK if card not in cap)
