"""A row of any cards, drawn without numbers."""

from __future__ import annotations

import pytest

from engine.card import DECK, card_of
from engine.look import Design, Look, Palette
from render.cards_image import row_png
from tests.render.reading import main_colour, part_of, read_card
from tests.render.reading_table import CORNER, cards_of, decoded


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("design", Design)
def test_cards_are_drawn_in_the_order_given(design: Design, count: int) -> None:
    cards = DECK[40 : 40 + count]
    drawn = cards_of(decoded(row_png(cards, Look(design, Palette.SAFE, marks=True))))
    assert tuple(read_card(card, design, Palette.SAFE) for card in drawn) == cards


def test_the_same_card_may_lie_there_twice() -> None:
    card = card_of(2, 1, 1, 2)
    one, other = cards_of(decoded(row_png((card, card), Look())))
    assert one.tobytes() == other.tobytes()


def test_cards_have_no_numbers() -> None:
    (card,) = cards_of(decoded(row_png((card_of(0, 0, 0, 0),), Look())))
    corner = part_of(card, CORNER).crop((8, 8, 40, 40))
    assert corner.getcolors() == [(32 * 32, main_colour(card))]
