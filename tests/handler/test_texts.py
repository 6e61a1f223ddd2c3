"""All that people read, in every language, with the longest names and eight players: within Telegram's limits."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card import Feature, card_of
from engine.game import Judged, Revision, Slot
from engine.look import Design, Look, Palette
from engine.sets import is_set
from engine.value import replace
from handler import captions, replies
from handler.face import face_of
from handler.languages import languages
from handler.names import columns, shown_name
from handler.replies import REASONS
from tests.builders import BEN, NOON, started
from tests.group import KEY, PLACE, Signer
from tests.tongues import check_toast, length, shown, strict_words_of

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Game
    from handler.words import Words

each_language = pytest.mark.parametrize("language", languages())

PHONE = 40
"""Columns under a picture on a phone that is 360 wide."""

LONG = shown_name("Maximiliana-Alexandrina", "", 1)
WIDE = (LONG, shown_name("\U0001f984" * 64, "", 2), shown_name("\u6f22" * 64, "", 3), "شهرزاد", LONG)

LOOKS = [Look(design, palette) for design in Design for palette in (Palette.ORIGINAL, Palette.MODERN, Palette.SAFE)]


def called(game: Game, *names: str) -> Game:
    """The game with its players called so, over and over."""
    players = tuple(replace(player, name=names[seat % len(names)]) for seat, player in enumerate(game.players))
    return replace(game, players=players)


def judged(cards: tuple[Card, Card, Card]) -> Judged:
    slots = (Slot(19), Slot(20), Slot(21))
    return Judged(BEN, cards, slots, is_set(*cards), NOON, Revision(2))


def longest_mix(words: Words, look: Look) -> tuple[Card, Card, Card]:
    """Three cards whose verdict is the longest: in every feature, the longest name twice and the next one once."""
    chosen = [
        sorted(range(3), key=lambda value, one=feature: -columns(words.value(one, value, look))) for feature in Feature
    ]
    twice, once = (card_of(*(values[place] for values in chosen)) for place in (0, 1))
    return twice, twice, once


@each_language
@pytest.mark.parametrize("look", LOOKS)
def test_the_longest_verdict_fits_an_alert_whole(language: str, look: Look) -> None:
    words = strict_words_of(language)
    game = replace(started(2), look=look)
    loser = replace(game.players[1], score=-12, locked=True)
    text = replies.claimed(replace(game, players=(loser,)), judged(longest_mix(words, look)), words).text
    check_toast(text)
    assert "…" not in text
    assert len(text.splitlines()) == 5


@each_language
@pytest.mark.parametrize("look", LOOKS)
def test_every_tap_says_first_which_card_and_whether_it_is_picked(language: str, look: Look) -> None:
    words = strict_words_of(language)
    for number, colour, shading, symbol in product(range(3), repeat=4):
        card = card_of(number, colour, shading, symbol)
        said = shown(words.line(f"12 ✓ {words.card(card, look)} · 10 11 12"))
        assert said.startswith("12 ✓ ")
        assert len(said) <= 60


@each_language
def test_every_reason_has_its_news_first(language: str) -> None:
    words = strict_words_of(language)
    assert len(REASONS) > 10
    for reason in REASONS.values():
        check_toast(words(reason))


@each_language
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("in_words", [False, True])
def test_the_largest_table_fits_its_message_with_all_cards_in_words(
    language: str, look: Look, *, in_words: bool
) -> None:
    words = strict_words_of(language)
    largest = sorted(range(81), key=lambda card: -length(words.spoken_card(card, look)))[:21]  # type: ignore[arg-type]
    game = called(replace(started(8), look=look, table=tuple(largest)), *WIDE)  # type: ignore[arg-type]
    crowded = replace(game, last=judged(game.table[:3]))  # type: ignore[arg-type]
    face = face_of(PLACE, crowded, Signer(KEY, "setgram_bot"), words, in_words=in_words, listed=True)
    assert length(face.text) <= (4096 if in_words else 1024)
    assert len(face.text.splitlines()) == len(captions.table(crowded, words).splitlines()) + 22
    for button in (button for row in face.keyboard for button in row):
        assert len((button.data or "").encode()) <= 64
        assert columns(button.text) <= (PHONE if "?" in button.text or "؟" in button.text else 14)


SEATED = st.lists(st.tuples(st.integers(-12, 27), st.booleans()), min_size=2, max_size=8)
CLAIMS = [(a, b, c) for a, b, c in product((0, 1, 40, 67), repeat=3) if len({a, b, c}) == 3]


@each_language
@given(seats=SEATED, claim=st.sampled_from(CLAIMS), names=st.permutations(WIDE))
def test_a_caption_has_three_lines_that_fit_a_phone(
    language: str, seats: list[tuple[int, bool]], claim: tuple[Card, Card, Card], names: list[str]
) -> None:
    words = strict_words_of(language)
    game = called(started(len(seats)), *names)
    players = tuple(
        replace(player, score=score, locked=locked) for player, (score, locked) in zip(game.players, seats, strict=True)
    )
    lines = captions.table(replace(game, players=players, last=judged(claim)), words).splitlines()
    assert len(lines) <= 3
    assert [line for line in lines if columns(line) > PHONE] == []
    for player in players:
        assert words.number(player.score) in "".join(lines)


@each_language
def test_a_wrong_claim_leaves_room_for_the_beginning_of_a_name(language: str) -> None:
    words = strict_words_of(language)
    for claim in CLAIMS:
        first = captions.table(replace(called(started(2), LONG), last=judged(claim)), words).splitlines()[0]
        assert "Ma" in first, first


@each_language
def test_a_full_lobby_and_the_standings_fit_a_message(language: str) -> None:
    words = strict_words_of(language)
    game = called(started(8), *WIDE)
    assert length(captions.final(game, words)) < 1024
    assert length(captions.score(game, words)) < 1024
