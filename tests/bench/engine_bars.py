"""How fast all sets of a table are found."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from engine.card import DECK, features
from engine.sets import find_sets
from tests.bench.bar import Bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.card import Features

T = TypeVar("T")

IDS = ("find-sets",)

SEED = 20261130
CARDS = 12
TABLES = 25
TURNS = 100


def bars() -> Iterator[Bar]:
    """The one bar of the engine."""
    plain, ours = _timed(Random(SEED))
    yield Bar(
        "find-sets", median(plain) / median(ours), 10, True,
        f"plain loop {_us(plain)} / find_sets {_us(ours)} a table of {CARDS} cards, medians of {TURNS} turns of "
        f"{TABLES} fresh tables each, interleaved, seed {SEED}; the plain loop takes all 220 triples of 4-tuples and "
        "goes through the features until one fails len({a, b, c}) != 2",
    )  # fmt: skip


def plain_sets(cards: Sequence[Features]) -> list[tuple[Features, Features, Features]]:
    """All sets among different cards as one would first write it."""
    found = []
    for triple in combinations(cards, 3):
        for a, b, c in zip(*triple):  # noqa: B905 - a check of lengths would slow it down
            if len({a, b, c}) == 2:
                break
        else:
            found.append(triple)
    return found


def _timed(random: Random) -> tuple[list[float], list[float]]:
    """Seconds a table, of the plain loop and of ours, one figure a turn."""
    plain, ours = [], []
    for _ in range(TURNS):
        tables = [random.sample(DECK, CARDS) for _ in range(TABLES)]
        expected, seconds = _all(plain_sets, [[features(card) for card in table] for table in tables])
        plain.append(seconds)
        found, seconds = _all(find_sets, tables)
        ours.append(seconds)
        if [[tuple(map(features, cards)) for cards in sets] for sets in found] != expected:
            raise AssertionError(f"find_sets and the plain loop do not agree on some of {tables}")
    return plain, ours


def _all(call: Callable[[T], Sequence[object]], tables: list[T]) -> tuple[list[object], float]:
    before = perf_counter()
    found: list[object] = [call(table) for table in tables]
    return found, (perf_counter() - before) / len(tables)


def _us(times: list[float]) -> str:
    return f"{median(times) * 1e6:.1f} µs"
