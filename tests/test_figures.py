"""The known figures of the game, counted or sampled, and the fast set search held against the slow one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine.card import DECK, EASY_DECK, Card, card_of, features
from engine.rules import DeckKind
from engine.sets import completing_card, find_sets, has_set, is_set
from engine.table import deal, extend_until_set, take
from tests import referee

SETS = find_sets(DECK)


def plainly(cards: tuple[Card, ...] | list[Card]) -> list[referee.Card]:
    return [features(card) for card in cards]


def test_the_deck_holds_1080_sets_and_both_referees_name_the_same_ones() -> None:
    """R16."""
    assert len(set(SETS)) == len(SETS) == 1080
    slow = {frozenset(triple) for triple in referee.sets_among(plainly(DECK))}
    assert {frozenset(plainly(triple)) for triple in SETS} == slow
    assert len(slow) == 1080


def test_each_card_is_in_40_sets() -> None:
    assert set(Counter(card for triple in SETS for card in triple).values()) == {40}


def test_each_pair_of_cards_is_in_exactly_one_set_and_that_is_the_one_its_completing_card_makes() -> None:
    """R16."""
    of_pair = Counter(frozenset(pair) for triple in SETS for pair in combinations(triple, 2))
    assert len(of_pair) == comb(81, 2)
    assert set(of_pair.values()) == {1}
    named = {frozenset(triple) for triple in SETS}
    assert all({a, b, completing_card(a, b)} in named for a, b in combinations(DECK, 2))


def test_sets_by_the_number_of_features_that_differ_are_108_324_432_and_216() -> None:
    differing = Counter(sum(len(set(shown)) == 3 for shown in zip(*plainly(triple), strict=True)) for triple in SETS)
    assert differing == {1: 108, 2: 324, 3: 432, 4: 216}


def test_a_random_triple_is_a_set_1_time_in_79_and_84240_triples_are_none() -> None:
    sets = sum(is_set(*triple) for triple in combinations(DECK, 3))
    assert Fraction(sets, comb(81, 3)) == Fraction(1, 79)
    assert comb(81, 3) - sets == 84_240


def test_the_easy_deck_holds_117_sets() -> None:
    assert len(find_sets(EASY_DECK)) == len(referee.sets_among(plainly(EASY_DECK))) == 27 * 26 // 6


def test_of_200000_deals_of_12_cards_3_23_percent_hold_no_set() -> None:
    rng = Random(1974)
    without = sum(not has_set(rng.sample(DECK, 12)) for _ in range(200_000))
    assert without / 200_000 == pytest.approx(0.032302, abs=0.002)


@pytest.mark.parametrize(
    ("size", "set_free"), [(6, 247_615_056), (9, 77_541_824_880), (12, 2_284_535_476_080), (15, 2_970_003_246_912)]
)
def test_random_tables_are_free_of_sets_as_often_as_counted(size: int, set_free: int) -> None:
    rng, deals = Random(size), 150_000
    chance = set_free / comb(81, size)
    without = sum(not has_set(rng.sample(DECK, size)) for _ in range(deals))
    assert without / deals == pytest.approx(chance, abs=4 * (chance * (1 - chance) / deals) ** 0.5)


@pytest.mark.parametrize(("size", "expected"), [(12, Fraction(220, 79)), (15, Fraction(455, 79))])
def test_tables_hold_as_many_sets_as_expected_and_12_cards_never_more_than_14(size: int, expected: Fraction) -> None:
    rng, deals = Random(size), 20_000
    found = [len(find_sets(rng.sample(DECK, size))) for _ in range(deals)]
    assert sum(found) / deals == pytest.approx(float(expected), abs=0.05)
    assert size > 12 or max(found) <= 14


def test_12_cards_can_hold_14_sets() -> None:
    plane = [card_of(a, b, 0, 0) for a in range(3) for b in range(3)]
    beside = [card_of(0, 0, 1, 0), card_of(0, 0, 2, 0), card_of(1, 0, 2, 0)]
    assert len(find_sets(plane + beside)) == len(referee.sets_among(plainly(plane + beside))) == 14


def twenty_without_a_set() -> list[Card]:
    """The 20 cards other than 1111 on a quadric that holds no line: the most that go without a set."""
    on_it = [card for card in DECK if sum(v * v * (1, 1, 1, 2)[i] for i, v in enumerate(features(card))) % 3 == 0]
    return [card for card in on_it if any(features(card))]


def test_20_cards_can_lie_without_a_set_and_any_21st_makes_one() -> None:
    """R10."""
    cards = twenty_without_a_set()
    assert len(cards) == 20
    assert not has_set(cards)
    assert not referee.holds_a_set(plainly(cards))
    others = [card for card in DECK if card not in cards]
    assert all(has_set([*cards, other]) for other in others)


def test_21_cards_always_hold_a_set_even_when_picked_to_avoid_one() -> None:
    """R10."""
    rng = Random(21)
    longest = 0
    for _ in range(300):
        free: list[Card] = []
        for card in rng.sample(DECK, 81):
            if not has_set([*free, card]):
                free.append(card)
        longest = max(longest, len(free))
    assert 16 <= longest <= 20


@pytest.mark.parametrize("size", [3, 9, 12, 15, 21])
def test_the_fast_search_finds_what_the_slow_one_finds(size: int) -> None:
    """R16."""
    rng = Random(size)
    for _ in range(60):
        cards = rng.sample(DECK, size)
        slow = {frozenset(triple) for triple in referee.sets_among(plainly(cards))}
        fast = find_sets(cards)
        assert {frozenset(plainly(triple)) for triple in fast} == slow
        assert len(fast) == len(slow)
        assert has_set(cards) == bool(slow) == referee.holds_a_set(plainly(cards))


def test_play_leaves_as_many_cards_and_needs_as_many_extensions_as_known() -> None:
    """R3, R18: a random set is taken each time, and the table extended while there is none."""
    rng, games = Random(3), 5_000
    left, largest, dozens = Counter[int](), Counter[int](), Counter[bool]()
    for _ in range(games):
        table, sizes = deal(tuple(rng.sample(DECK, 81)), DeckKind.FULL), []
        while True:
            if len(table.cards) == 12:
                dozens[has_set(table.cards)] += 1
            table = extend_until_set(table, DeckKind.FULL)
            sizes.append(len(table.cards))
            sets = find_sets(table.cards)
            if not sets:
                break
            table = take(table, rng.choice(sets))
        left[len(table.cards)] += 1
        largest[max(sizes)] += 1
    assert set(left) <= {0, 6, 9, 12, 15, 18}
    leftover = {size: count / games for size, count in left.items()}
    known = {0: 0.0123, 6: 0.468, 9: 0.445, 12: 0.074, 15: 0.0008}
    assert {size: leftover.get(size, 0) for size in known} == pytest.approx(known, abs=0.025)
    assert leftover[0] == pytest.approx(0.0123, abs=0.005)
    assert 1 - largest[12] / games == pytest.approx(0.686, abs=0.02)
    assert largest[18] / games == pytest.approx(0.0154, abs=0.006)
    assert dozens[False] / dozens.total() == pytest.approx(1 / 15.1, abs=0.003)
