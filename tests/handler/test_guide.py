"""What explains the game: complete, true to the rules, and within one message."""

from __future__ import annotations

import pytest

from engine.rules import RACE
from handler import guide
from handler.words import ENGLISH

TEXTS = [
    guide.greeting(ENGLISH, photos=True),
    guide.greeting(ENGLISH, photos=False),
    guide.welcome(ENGLISH),
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


def test_the_greeting_tells_how_many_may_play() -> None:
    assert (RACE.min_players, RACE.max_players) == (2, 8)
    assert "two to eight players" in guide.greeting(ENGLISH, photos=True)
