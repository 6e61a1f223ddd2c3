"""A game's look: what it is where nobody chose, and that every choice is known to those who draw and name it."""

from __future__ import annotations

import itertools

import pytest

from engine.card import DECK
from engine.look import Design, Look, Palette
from engine.value_notation import look_text, parse_look
from handler.words import ENGLISH
from render.theme import THEMES

LOOKS = [Look(*choice) for choice in itertools.product(Design, Palette, (False, True))]


def test_where_nobody_chose_the_cards_look_original() -> None:
    assert Look() == Look(Design.ORIGINAL, Palette.ORIGINAL, marks=False)


def test_every_palette_can_be_drawn() -> None:
    assert set(THEMES) == set(Palette)


@pytest.mark.parametrize("look", LOOKS, ids=look_text)
def test_in_every_look_each_card_has_a_name_of_its_own(look: Look) -> None:
    assert len({ENGLISH.card(card, look) for card in DECK}) == len(DECK)


def test_looks_that_differ_are_written_differently() -> None:
    texts = [look_text(look) for look in LOOKS]
    assert len(set(texts)) == len(LOOKS) == 16
    assert [parse_look(text) for text in texts] == LOOKS
