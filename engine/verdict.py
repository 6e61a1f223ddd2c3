"""Why three cards are a set or not, feature by feature."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.card import Feature, features
from engine.value import Value

if TYPE_CHECKING:
    from engine.game import Triple


class Spread(Enum):
    """How one feature's values lie on three cards."""

    ALIKE = "alike"
    DIFFERENT = "different"
    MIXED = "mixed"


class FeatureVerdict(Value):
    """One feature of three cards.

    `values` holds each value once: one if ALIKE, all three in the order of the cards if DIFFERENT, and if MIXED first
    the one that two cards show, then the other: "two red and one green".
    """

    feature: Feature
    spread: Spread
    values: tuple[int, ...]

    @property
    def ok(self) -> bool:
        """Whether the feature allows a set."""
        return self.spread is not Spread.MIXED


Verdict = tuple[FeatureVerdict, FeatureVerdict, FeatureVerdict, FeatureVerdict]


def _judge(feature: Feature, shown: tuple[int, int, int]) -> FeatureVerdict:
    values = tuple(sorted(set(shown), key=lambda value: (-shown.count(value), shown.index(value))))
    spread = {1: Spread.ALIKE, 2: Spread.MIXED, 3: Spread.DIFFERENT}[len(values)]
    return FeatureVerdict(feature, spread, values)


def verdict(cards: Triple) -> Verdict:
    """The four features of three cards judged one by one, in the order of `Feature`."""
    a, b, c = (features(card) for card in cards)
    number, colour, shading, symbol = (_judge(feature, (a[feature], b[feature], c[feature])) for feature in Feature)
    return number, colour, shading, symbol


def mixed_features(cards: Triple) -> tuple[Feature, ...]:
    """The features that keep three cards from being a set; none for a set."""
    return tuple(judged.feature for judged in verdict(cards) if not judged.ok)
