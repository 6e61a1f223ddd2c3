"""Cards as tuples, and what a set is."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Card = tuple[int, ...]

ALL_CARDS: tuple[Card, ...] = tuple(product(range(3), repeat=4))


def is_set(cards: Iterable[Card]) -> bool:
    """Whether each feature of three cards has one value or three."""
    return all(len(set(values)) in (1, 3) for values in zip(*cards, strict=True))


def sets_among(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    return [triple for triple in combinations(cards, 3) if is_set(triple)]


def third(a: Card, b: Card) -> Card:
    """The one card that makes a set of two."""
    return tuple((-x - y) % 3 for x, y in zip(a, b, strict=True))


def holds_a_set(cards: Sequence[Card]) -> bool:
    return any(third(a, b) in cards for a, b in combinations(cards, 2))
