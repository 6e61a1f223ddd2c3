"""What makes a set, and all sets on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Triple


def _thirds() -> tuple[bytes, ...]:
    """For each card, which card completes it with each other: built up feature by feature, as card numbers are."""
    rows: tuple[bytes, ...] = (b"\0",)
    for unit in (1, 3, 9, 27):
        rows = tuple(
            bytes(-(a + b) % 3 * unit + third for b in range(3) for third in row) for a in range(3) for row in rows
        )
    return tuple(row.ljust(256, b"\xff") for row in rows)


_THIRDS = _thirds()
"""A table for `bytes.translate`, hence 256 long."""


def completing_card(a: Card, b: Card) -> Card:
    """The one card that makes a set with two others; a card itself for twice the same."""
    return Card(_THIRDS[a][b])


def is_set(a: Card, b: Card, c: Card) -> bool:
    """Whether three cards are a set: different cards, each feature all alike or all different (R2)."""
    return a != b and completing_card(a, b) == c


def find_sets(cards: Sequence[Card]) -> tuple[Triple, ...]:
    """All sets among different cards, in the order of the cards.

    Two passes of `bytes.translate` a card stand in for the inner loops: one turns the cards after it into those that
    would complete a set, one deletes of them what lies there. Only where something was deleted is there more to do.
    """
    found: list[Triple] = []
    rest = bytes(cards)
    for a in cards[:-2]:
        rest = rest[1:]
        completing = _THIRDS[a]
        thirds = rest.translate(completing)
        missing = thirds.translate(None, rest)
        if missing != thirds:
            for c in thirds.translate(None, missing):
                b = completing[c]
                if rest.index(b) < rest.index(c):
                    found.append((a, Card(b), Card(c)))
    return tuple(found)


def has_set(cards: Sequence[Card]) -> bool:
    """Whether a set is among different cards."""
    rest = bytes(cards)
    for a in cards:
        rest = rest[1:]
        thirds = rest.translate(_THIRDS[a])
        if thirds.translate(None, rest) != thirds:
            return True
    return False
