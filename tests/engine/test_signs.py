import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card import DECK, Card
from engine.game import Slot
from engine.signs import card_signs, signed_cards, signed_slots, slot_signs
from tests import strategies


@given(strategies.tables())
def test_cards_are_read_back_from_their_signs(cards: tuple[Card, ...]) -> None:
    assert signed_cards(card_signs(cards)) == cards
    assert len(card_signs(cards)) == len(cards)


@given(st.lists(strategies.slots).map(tuple))
def test_slots_are_read_back_from_their_signs(slots: tuple[Slot, ...]) -> None:
    assert signed_slots(slot_signs(slots)) == slots


def test_every_card_has_a_sign_of_its_own_that_json_holds_as_it_is() -> None:
    signs = card_signs(DECK)
    assert len(set(signs)) == 81
    assert all(" " < sign < "\x7f" and sign not in '"\\' for sign in signs)


def test_what_is_no_sign_is_an_error() -> None:
    with pytest.raises(KeyError):
        signed_cards("0~")
    with pytest.raises(ValueError, match="substring not found"):
        signed_slots("~")
