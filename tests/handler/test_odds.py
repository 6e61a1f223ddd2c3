"""The figures that are told: counted again here, or those that tests/engine/test_figures.py holds to play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from engine.card import DECK, EASY_DECK
from engine.rules import DeckKind
from engine.sets import find_sets
from engine.table import CARDS
from handler import odds
from handler.languages import languages
from handler.words import ENGLISH
from tests.tongues import length, strict_words_of

SET_FREE = {12: 2_284_535_476_080, 15: 2_970_003_246_912}
"""How many collections of so many cards hold no set; those that random tables are held to."""


@pytest.mark.parametrize("deck", DeckKind)
def test_what_is_told_of_a_deck_is_so(deck: DeckKind) -> None:
    cards, told = {DeckKind.FULL: DECK, DeckKind.EASY: EASY_DECK}[deck], odds.ODDS[deck]
    sets = find_sets(cards)
    assert (told.cards, told.sets) == (len(cards), len(sets)) == (len(CARDS[deck]), told.sets)
    assert set(Counter(card for triple in sets for card in triple).values()) == {told.each}
    assert set(Counter(pair for triple in sets for pair in combinations(sorted(triple), 2)).values()) == {1}
    assert told.random * len(sets) == comb(len(cards), 3)
    assert told.dozen == round(10 * comb(12, 3) / told.random)


def test_nine_easy_cards_can_lie_without_a_set_and_no_ten() -> None:
    """R10."""
    free = [()]
    for size in range(1, 11):
        grown = {tuple(sorted((*cards, card))) for cards in free for card in EASY_DECK if not cards or card > cards[-1]}
        free = [cards for cards in grown if not find_sets(cards)]
        assert bool(free) == (size <= odds.ODDS[DeckKind.EASY].free)


def test_tables_without_a_set_are_as_rare_as_counted() -> None:
    assert round(comb(81, 12) / SET_FREE[12]) == odds.NONE_IN_12
    assert round(comb(81, 15) / SET_FREE[15]) == odds.NONE_IN_15
    assert (odds.ODDS[DeckKind.FULL].free, odds.MOST) == (20, 14)


def test_what_play_brings_is_as_known() -> None:
    left, fifteen, in_play = {0: 1.23, 6: 46.8, 9: 44.5}, 68.6, 15.1
    assert (round(left[6] + left[9]), round(left[0])) == (odds.LEFT_6_OR_9, odds.LEFT_NONE)
    assert (round(fifteen), round(in_play)) == (odds.FIFTEEN, odds.NONE_IN_PLAY)


def test_they_are_told_in_plain_words() -> None:
    lines = odds.told(DeckKind.FULL, ENGLISH).splitlines()
    assert len(lines) == 10
    assert "• Twelve cards hold 2.8 sets on average." in lines
    assert "Twelve cards hold 8.8 sets" in odds.told(DeckKind.EASY, ENGLISH)


@pytest.mark.parametrize("deck", DeckKind)
@pytest.mark.parametrize("language", languages())
def test_they_fit_one_message(language: str, deck: DeckKind) -> None:
    text = odds.told(deck, strict_words_of(language))
    assert 200 < length(text) <= 4096
    assert language != "fa" or not set(text) & set("0123456789")
