"""With marks, all 81 cards can be told apart on a grey screen, after JPEG, at the width of a phone."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.card import DECK, card_of
from engine.look import Design, Look, Palette
from render.table_image import Picture, table_png
from tests.render.reading import has_mark, main_grey, part_of, read_grey_card, read_mark, strength_of
from tests.render.reading_table import cards_of

WHOLE = (0.0, 0.0, 1.0, 1.0)


def grey_screen(png: bytes, width: int) -> Image.Image:
    """A picture as a grey screen shows it after JPEG at quality 80, brought to a width."""
    file = BytesIO()
    Image.open(BytesIO(png)).convert("L").save(file, "JPEG", quality=80)
    grey = Image.open(file)
    return grey.resize((width, round(grey.height * width / grey.width)), Image.Resampling.LANCZOS)


def grey_cards(look: Look, width: int, count: int) -> list[Image.Image]:
    """The whole deck on tables of so many cards, each card cut out."""
    tables = (DECK[first : first + count] for first in range(0, len(DECK), count))
    return [
        card for table in tables for card in cards_of(grey_screen(table_png(Picture(table, look, frozenset())), width))
    ]


@pytest.mark.parametrize("count", [12, 21])
@pytest.mark.parametrize("width", [960, 400])
@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("design", Design)
def test_all_81_cards_are_read_back_from_grey_pixels(design: Design, palette: Palette, width: int, count: int) -> None:
    cards = grey_cards(Look(design, palette, marks=True), width, count)
    assert [read_grey_card(card, design) for card in cards] == list(DECK)


@pytest.mark.parametrize("palette", Palette)
def test_colours_are_read_from_the_mark_alone_with_all_inks_made_equally_dark(palette: Palette) -> None:
    for card, image in zip(DECK, grey_cards(Look(Design.ORIGINAL, palette, marks=True), 960, 12), strict=True):
        equal = two_tone(image)
        assert equal.getextrema() == (0, 255)
        assert read_mark(equal) == card // 3 % 3


def two_tone(card: Image.Image) -> Image.Image:
    """A card in black ink on white, however light its ink was: nothing is left of it but shapes."""
    return strength_of(part_of(card, WHOLE), main_grey(card)).point([255 * (value < 90) for value in range(256)])


@pytest.mark.parametrize("palette", Palette)
def test_without_marks_nothing_is_where_marks_are(palette: Palette) -> None:
    card = card_of(2, 1, 0, 1)
    for marks in (False, True):
        (image,) = cards_of(
            grey_screen(table_png(Picture((card,), Look(palette=palette, marks=marks), frozenset())), 960)
        )
        assert has_mark(image) is marks


def test_newly_dealt_cards_keep_their_marks() -> None:
    cards = (card_of(2, 0, 0, 1), card_of(2, 1, 1, 2), card_of(2, 2, 2, 0))
    images = cards_of(grey_screen(table_png(Picture(cards, Look(marks=True), frozenset(cards))), 960))
    assert [read_mark(image.crop((6, 6, image.width - 6, image.height - 6))) for image in images] == [0, 1, 2]
