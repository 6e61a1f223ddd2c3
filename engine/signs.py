"""A sign for each card and each slot: what a stored game is written with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import DECK, Card
from engine.game import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@^_"
"""For the 81 cards in their natural order, and for numbers from 0 on."""

_CARDS = {sign: card for sign, card in zip(_SIGNS, DECK, strict=True)}


def card_signs(cards: Iterable[Card]) -> str:
    """Cards as signs; the inverse of `signed_cards`."""
    return "".join(_SIGNS[card] for card in cards)


def signed_cards(signs: str) -> tuple[Card, ...]:
    """The cards of signs. Raises KeyError where one is none."""
    return tuple(_CARDS[sign] for sign in signs)


def slot_signs(slots: Iterable[Slot]) -> str:
    """Slots as signs; the inverse of `signed_slots`."""
    return "".join(_SIGNS[slot] for slot in slots)


def signed_slots(signs: str) -> tuple[Slot, ...]:
    """The slots of signs. Raises ValueError where one is none."""
    return tuple(Slot(_SIGNS.index(sign)) for sign in signs)
