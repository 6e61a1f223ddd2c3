"""The cards that lie face up, each in its slot, and the deck they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import DECK, EASY_DECK
from engine.errors import DeckError
from engine.game import Slot
from engine.rules import DeckKind
from engine.sets import has_set
from engine.value import Value

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Triple

FIRST_DEAL = 12
ROW = 3

CARDS: dict[DeckKind, tuple[Card, ...]] = {DeckKind.FULL: DECK, DeckKind.EASY: EASY_DECK}
"""Which cards each deck has."""

MOST: dict[DeckKind, int] = {DeckKind.FULL: 21, DeckKind.EASY: 12}
"""How many cards may lie on the table: so many of a deck always hold a set (R10)."""


class Table(Value):
    """Cards on the table in the order of their slots, undealt cards, and which cards the last change dealt."""

    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    fresh: tuple[Card, ...] = ()


def deal(deck: tuple[Card, ...], kind: DeckKind) -> Table:
    """The first twelve cards of a shuffle on the table. None of them counts as fresh: all are new.

    Raises:
        DeckError: the shuffle is not one of this kind of deck.
    """
    if sorted(deck) != sorted(CARDS[kind]):
        raise DeckError(deck)
    return Table(deck[:FIRST_DEAL], deck[FIRST_DEAL:])


def take(table: Table, cards: Triple) -> Table:
    """The table without three of its cards: refilled in their slots, or moved together (R3)."""
    if len(table.cards) <= FIRST_DEAL and table.deck:
        return _refilled(table, cards)
    return Table(_moved_together(table.cards, cards), table.deck)


def _refilled(table: Table, cards: Triple) -> Table:
    slots = sorted(table.cards.index(card) for card in cards)
    fresh = table.deck[:ROW]
    there = list(table.cards)
    for slot, card in zip(slots, fresh, strict=True):
        there[slot] = card
    return Table(tuple(there), table.deck[ROW:], fresh)


def _moved_together(there: tuple[Card, ...], taken: Triple) -> tuple[Card, ...]:
    stay, last_row = there[:-ROW], there[-ROW:]
    left_over = iter([card for card in last_row if card not in taken])
    return tuple(next(left_over) if card in taken else card for card in stay)


def may_extend(table: Table, kind: DeckKind) -> bool:
    """Whether three more cards may come to the table."""
    return bool(table.deck) and len(table.cards) < MOST[kind]


def extend(table: Table) -> Table:
    """Three more cards from the deck, in a new last row."""
    more = table.deck[:ROW]
    return Table(table.cards + more, table.deck[ROW:], table.fresh + more)


def extend_until_set(table: Table, kind: DeckKind) -> Table:
    """Three more cards again and again, until a set lies there or no more may come."""
    while not has_set(table.cards) and may_extend(table, kind):
        table = extend(table)
    return table


def slot_of(there: tuple[Card, ...], card: Card) -> Slot:
    """The slot in which a card of the table lies."""
    return Slot(there.index(card) + 1)


def card_in(there: tuple[Card, ...], slot: Slot) -> Card | None:
    """The card in a slot, or None where there is no such slot."""
    return there[slot - 1] if 1 <= slot <= len(there) else None
