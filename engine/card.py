"""The 81 cards and their four features."""

from __future__ import annotations

from enum import IntEnum
from typing import NewType

from engine.errors import NotationError

Card = NewType("Card", int)
"""A card as 0..80: number + 3 * colour + 9 * shading + 27 * symbol, each feature's value 0..2."""


class Feature(IntEnum):
    """What a card can be asked; the value is the feature's place in `features`."""

    NUMBER = 0
    COLOUR = 1
    SHADING = 2
    SYMBOL = 3


Features = tuple[int, int, int, int]
"""Number, colour, shading, symbol, each 0..2. Number 0 is one symbol; the other values are named by a design
and a palette: solid striped open, diamond oval squiggle in the original."""

DECK: tuple[Card, ...] = tuple(Card(n) for n in range(81))
"""The full deck in its natural order."""

EASY_DECK: tuple[Card, ...] = tuple(card for card in DECK if card // 9 % 3 == 0)
"""The 27 solid cards of the easy start, in which three features play."""


def features(card: Card) -> Features:
    """The four features of a card."""
    return card % 3, card // 3 % 3, card // 9 % 3, card // 27


def card_of(number: int, colour: int, shading: int, symbol: int) -> Card:
    """The card with these features, each 0..2; the inverse of `features`."""
    return Card(number + 3 * colour + 9 * shading + 27 * symbol)


def card_text(card: Card) -> str:
    """A card as four digits 1..3 in the order of `Features`; the inverse of `parse_card`."""
    return "".join(str(value + 1) for value in features(card))


def parse_card(text: str) -> Card:
    """The card of a four-digit text.

    Raises:
        NotationError: the text is not four digits 1..3.
    """
    if len(text) != 4 or any(sign not in "123" for sign in text):
        raise NotationError("card", text, "four digits 1 to 3 were expected")
    number, colour, shading, symbol = (int(sign) - 1 for sign in text)
    return card_of(number, colour, shading, symbol)
