import pytest
from hypothesis import given

from engine.card import DECK, EASY_DECK, Card, Feature, card_of, card_text, features, parse_card
from engine.errors import NotationError
from tests import strategies


def test_the_deck_has_each_combination_of_four_features_once() -> None:
    """R1.2, R16."""
    assert len({features(card) for card in DECK}) == len(DECK) == 81
    assert {value for card in DECK for value in features(card)} == {0, 1, 2}


def test_the_easy_deck_is_the_27_solid_cards() -> None:
    """R1.2."""
    assert len(EASY_DECK) == 27
    assert {features(card)[Feature.SHADING] for card in EASY_DECK} == {0}


@given(strategies.cards)
def test_a_card_is_made_of_its_features_and_told_by_its_text(card: Card) -> None:
    assert card_of(*features(card)) == card
    assert parse_card(card_text(card)) == card


def test_a_cards_text_is_number_colour_shading_symbol() -> None:
    assert card_text(card_of(1, 0, 1, 2)) == "2123"


@pytest.mark.parametrize("text", ["", "111", "11111", "1114", "1110", "111²", "111 "])
def test_what_is_no_card_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert (caught.value.kind, caught.value.text) == ("card", text)
    assert repr(text) in str(caught.value)
