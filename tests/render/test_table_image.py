"""A table read back from its picture: each card in its slot, the numbers, what is new, who took the last set."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from engine.card import DECK, Card, card_of
from engine.look import Design, Look, Palette
from render.geometry import TALLEST, WIDTH
from render.table_image import Picture, Taken, table_png
from render.theme import CHIPS
from tests.bench.naive_table import naive_png
from tests.render.reading_table import decoded, read_table
from tests.render.tables import LOOKS, dealt, look_name

COUNTS = range(3, 22, 3)


@pytest.mark.parametrize("look", LOOKS[::5], ids=look_name)
@pytest.mark.parametrize("count", COUNTS)
def test_every_card_is_read_back_from_its_slot_with_its_number_and_its_ring(look: Look, count: int) -> None:
    picture = dealt(count, count, look, fresh=3, seat=count % 8 + 1)
    seen = read_table(table_png(picture), look)
    assert seen.cards == picture.cards
    assert seen.labels == tuple(range(1, count + 1))
    assert seen.fresh == tuple(card in picture.fresh for card in picture.cards)
    assert picture.taken is not None
    assert seen.taken == picture.taken.cards


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_each_of_the_81_cards_is_read_back_in_each_look(look: Look) -> None:
    seen = [
        card
        for first in range(0, len(DECK), 18)
        for card in read_table(table_png(Picture(DECK[first : first + 18], look, frozenset())), look).cards
    ]
    assert seen == list(DECK)


@pytest.mark.parametrize("count", range(1, 22))
def test_tables_of_any_count_are_drawn_row_by_row(count: int) -> None:
    picture = dealt(count, 7, Look())
    seen = read_table(table_png(picture), picture.look)
    assert seen.cards == picture.cards
    assert seen.labels == tuple(range(1, count + 1))


def test_a_bare_table_is_drawn_with_and_without_its_footer() -> None:
    bare, last = dealt(0, 1, Look()), dealt(0, 1, Look(), seat=2)
    assert decoded(table_png(bare)).getcolors() == [(WIDTH * 208, (0x34, 0x49, 0x5E))]
    assert decoded(table_png(last)).size == (WIDTH, 208 + 96)


@pytest.mark.parametrize("seat", range(1, 9))
def test_the_footer_shows_the_chip_of_the_seat_and_the_three_cards(seat: int) -> None:
    picture = dealt(12, seat, Look(Design.MODERN, Palette.DARK, marks=seat % 2 == 0), seat=seat)
    seen = read_table(table_png(picture), picture.look)
    assert picture.taken is not None
    assert (seen.seat, seen.chip, seen.taken) == (seat, CHIPS[seat - 1], picture.taken.cards)


def test_without_a_last_set_there_is_no_footer() -> None:
    seen = read_table(table_png(dealt(12, 3, Look())), Look())
    assert (seen.seat, seen.chip, seen.taken) == (None, None, ())


@given(fresh=st.sets(st.integers(0, 11)), deal=st.permutations(DECK), look=st.sampled_from(LOOKS))
@settings(max_examples=10, deadline=None)
def test_exactly_the_newly_dealt_are_marked(fresh: set[int], deal: list[Card], look: Look) -> None:
    cards = tuple(deal[:12])
    seen = read_table(table_png(Picture(cards, look, frozenset(cards[at] for at in fresh))), look)
    assert seen.fresh == tuple(at in fresh for at in range(12))
    assert seen.cards == cards


def test_a_newly_dealt_card_that_is_not_on_the_table_marks_nothing() -> None:
    picture = Picture(DECK[:3], Look(), frozenset(DECK[3:6]))
    assert read_table(table_png(picture), picture.look).fresh == (False, False, False)


@pytest.mark.failure(14, 15)
@pytest.mark.parametrize("seat", [None, 5])
@pytest.mark.parametrize("count", COUNTS)
def test_pictures_are_960_wide_and_no_longer_than_telegram_keeps(count: int, seat: int | None) -> None:
    width, height = decoded(table_png(dealt(count, 1, Look(), seat=seat))).size
    assert width == WIDTH
    assert height <= TALLEST
    assert width / height < 20


def test_equal_pictures_give_equal_bytes_whoever_draws_them_at_once() -> None:
    pictures = [dealt(12, seed, LOOKS[seed % len(LOOKS)], fresh=3, seat=1) for seed in range(12)]
    alone = [table_png(picture) for picture in pictures]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(table_png, pictures)) == alone
    assert len(set(alone)) == len(alone)


def test_cards_that_differ_in_one_feature_give_other_bytes_in_every_look() -> None:
    for look in LOOKS:
        pictures = [Picture((card,), look, frozenset()) for card in DECK]
        assert len({table_png(picture) for picture in pictures}) == len(DECK)


@pytest.mark.parametrize("design", Design)
@pytest.mark.parametrize("count", [12, 21])
def test_the_naive_renderer_of_the_bench_draws_the_same_picture(design: Design, count: int) -> None:
    picture = dealt(count, 5, Look(design, marks=True), fresh=4, seat=3)
    ours, naive = decoded(table_png(picture)), decoded(naive_png(picture))
    assert ours.size == naive.size
    assert max(ImageStat.Stat(ImageChops.difference(ours, naive)).mean) < 1.5
    assert read_table(naive_png(picture), picture.look).cards == picture.cards


@pytest.mark.failure(16)
def test_a_picture_is_a_palette_png_of_few_bytes() -> None:
    striped = [card_of(2, colour, 1, symbol) for colour in range(3) for symbol in range(3)]
    cards = (*striped, *(card_of(1, colour, 1, 2) for colour in range(3)))
    png = table_png(Picture(cards, Look(marks=True), frozenset(cards), Taken(8, (cards[0], cards[4], cards[8]))))
    assert png[25] == 3, "the header's colour type is palette"
    assert len(png) <= 40_000
