"""The rules as they are told: from every choice, true, with examples that are what they are called, in one caption."""

from __future__ import annotations

from itertools import product

import pytest

from engine.card import EASY_DECK, Feature
from engine.look import Design, Look, Palette
from engine.rules import (
    CALL,
    CLASSIC,
    FAMILY,
    RACE,
    SOLO,
    SYSTEMS,
    Claiming,
    DeckKind,
    Ending,
    Extension,
    Lockout,
    Ranking,
    Rounds,
    Rules,
    Vote,
)
from engine.sets import is_set
from engine.value import fields, replace
from engine.verdict import mixed_features
from handler import rules_told
from handler.languages import languages
from handler.words import ENGLISH
from tests.tongues import length, strict_words_of

LOOKS = [Look(design, palette) for design in Design for palette in (Palette.ORIGINAL, Palette.MODERN, Palette.SAFE)]

UNTOLD = {"system", "away_seconds", "min_players"}
"""A name, and what the lobby tells."""

CHANGED = [
    (RACE, replace(RACE, deck=DeckKind.EASY)),
    (RACE, replace(RACE, claiming=Claiming.CALL_FIRST)),
    (RACE, replace(RACE, wrong_points=0)),
    (RACE, replace(RACE, lockout=Lockout.NONE)),
    (RACE, replace(RACE, extension=Extension.BY_VOTE)),
    (RACE, replace(RACE, vote=Vote.END)),
    (CALL, replace(CALL, vote=Vote.NONE)),
    (RACE, replace(RACE, ending=Ending.BY_AGREEMENT)),
    (RACE, replace(RACE, ranking=Ranking.BY_SCORE)),
    (RACE, replace(RACE, table_seconds=60)),
    (CLASSIC, replace(CLASSIC, table_seconds=60)),
    (RACE, replace(RACE, max_players=1)),
    (RACE, replace(RACE, quick_claim=True)),
    (RACE, replace(RACE, score_floor=0)),
    (CALL, replace(CALL, score_floor=0)),
    (CALL, replace(CALL, call_seconds=5)),
    (FAMILY, replace(FAMILY, courtesy_ms=0)),
    (FAMILY, replace(FAMILY, handicaps=False)),
    (CALL, replace(CALL, rounds=Rounds.MATCH)),
]


def course(rules: Rules) -> list[str]:
    return list(rules_told.course(rules, Look(), ENGLISH))


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_every_choice_is_told(before: Rules, after: Rules) -> None:
    assert course(before) != course(after)


def test_no_choice_is_left_out_of_these() -> None:
    names = [*fields(Rules)]
    tried = {name for before, after in CHANGED for name in names if getattr(before, name) != getattr(after, name)}
    assert tried == set(names) - UNTOLD


def test_the_race_is_told_as_it_is_played() -> None:
    assert course(RACE) == [
        "Tap the numbers of three cards, then SET!",
        "✓ Right: one point.",
        "✗ Wrong: −1. Then no claim until a set is taken or 2:00 pass.",
        "No set there: three more cards come by themselves.",
        "It ends when the deck is empty and no set is left.",
        "Deck empty: after 2:00 all may agree to end it.",
        "Most points win; who leaves comes last.",
    ]


def test_a_call_costs_nothing_where_nothing_is_lost() -> None:
    assert "Wrong or too late: no points lost." in "\n".join(course(replace(CALL, wrong_points=0)))


def test_the_examples_are_a_set_and_none_in_one_feature_and_lie_in_every_deck() -> None:
    assert is_set(*rules_told.A_SET)
    assert mixed_features(rules_told.NO_SET) == (Feature.COLOUR,)
    cards = {*rules_told.A_SET, *rules_told.NO_SET}
    assert len(cards) == 6
    assert cards <= set(EASY_DECK)


@pytest.mark.parametrize("language", languages())
def test_it_fits_a_caption_whatever_is_chosen(language: str) -> None:
    words = strict_words_of(language)
    for system, deck, rounds, points in product(SYSTEMS.values(), DeckKind, Rounds, (0, -1)):
        for floor, quick, look in product((None, 0), (False, True), LOOKS):
            rules = replace(system, deck=deck, rounds=rounds, wrong_points=points, score_floor=floor, quick_claim=quick)
            assert 300 < length(rules_told.told(rules, look, words, drawn=True)) <= 1024


@pytest.mark.parametrize("look", LOOKS)
def test_without_a_picture_the_cards_are_named_by_their_look(look: Look) -> None:
    text = rules_told.told(SOLO, look, ENGLISH, drawn=False)
    for card in (*rules_told.A_SET, *rules_told.NO_SET):
        assert ENGLISH.card(card, look) in text
