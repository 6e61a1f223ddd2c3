"""What explains the game: complete, true to the rules, and within one message."""

from __future__ import annotations

import pytest

from engine.card import card_of
from engine.rules import RACE
from engine.sets import is_set
from handler import guide
from handler.words import ENGLISH

TEXTS = [
    guide.greeting(ENGLISH, photos=True),
    guide.greeting(ENGLISH, photos=False),
    guide.welcome(ENGLISH),
    guide.rules(ENGLISH),
    guide.how_to_play(ENGLISH),
    guide.help_text(ENGLISH),
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_fits_one_message(text: str) -> None:
    assert 50 < len(text) < 4096
    assert "{" not in text


def test_the_greeting_says_what_it_does_and_how_to_begin_and_warns_only_where_pictures_are_forbidden() -> None:
    plain, warning = (guide.greeting(ENGLISH, photos=photos) for photos in (True, False))
    assert "SET" in plain
    assert "/newgame" in plain
    assert warning.startswith(plain)
    assert "photos" not in plain
    assert "Allow photos" in warning


def test_help_ends_with_three_tips() -> None:
    assert guide.help_text(ENGLISH).split("\n\n")[-1] == guide.tips(ENGLISH)
    assert len(guide.tips(ENGLISH).splitlines()) == 3


def test_how_to_play_is_the_rules_and_the_tips() -> None:
    assert guide.how_to_play(ENGLISH).startswith(guide.rules(ENGLISH))
    assert guide.how_to_play(ENGLISH).endswith(guide.tips(ENGLISH))


def test_the_example_of_a_set_is_one() -> None:
    assert "1 red solid diamond, 2 green solid diamonds, 3 purple solid diamonds" in guide.what_a_set_is(ENGLISH)
    assert is_set(card_of(0, 0, 0, 0), card_of(1, 1, 0, 0), card_of(2, 2, 0, 0))


def test_the_rules_that_are_told_are_the_rules_that_are_played() -> None:
    text = guide.rules(ENGLISH)
    assert RACE.wrong_points == -1
    assert "Wrong: one point less" in text
    assert RACE.table_seconds == 120
    assert "two minutes" in text
    assert (RACE.min_players, RACE.max_players) == (2, 8)
    assert "two to eight players" in guide.greeting(ENGLISH, photos=True)
