"""The inks of each palette stay apart for every kind of colour vision: measured on the pixels of drawn cards."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE

from engine.card import card_of
from engine.look import Design, Look, Palette
from render.table_image import Picture, table_png
from render.theme import CHIPS
from tests.render.reading import ink_of, main_colour
from tests.render.reading_table import cards_of, decoded
from tests.render.tables import dealt

if TYPE_CHECKING:
    from PIL import Image

    from render.theme import Colour

APART = {Palette.ORIGINAL: 18, Palette.MODERN: 18, Palette.SAFE: 40, Palette.DARK: 18}
"""The least distance of two inks in CAM02-UCS."""

VISIONS = (None, "deuteranomaly", "protanomaly", "tritanomaly")
"""Normal, and Machado's simulations, here at their full severity."""

KINDS = [(design, shading, symbol) for design in Design for shading in range(3) for symbol in range(3)]


def drawn_in_each_colour(palette: Palette, design: Design, shading: int, symbol: int) -> list[Image.Image]:
    """Three cards that differ in colour only, cut out of a table."""
    cards = tuple(card_of(1, colour, shading, symbol) for colour in range(3))
    return cards_of(decoded(table_png(Picture(cards, Look(design, palette), frozenset()))))


def as_seen(colour: Colour, vision: str | None) -> list[float]:
    """A colour as someone with this vision sees it, in parts of sRGB."""
    parts = [channel / 255 for channel in colour]
    if vision is None:
        return parts
    space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100}
    return list(np.clip(cspace_convert(parts, space, "sRGB1"), 0, 1))


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", Palette)
def test_any_two_inks_are_far_apart_for_every_vision(palette: Palette, vision: str | None) -> None:
    inks = [ink_of(card) for card in drawn_in_each_colour(palette, Design.ORIGINAL, 0, 1)]
    seen = [as_seen(ink, vision) for ink in inks]
    distances = [deltaE(a, b, input_space="sRGB1", uniform_space="CAM02-UCS") for a, b in combinations(seen, 2)]
    assert len(distances) == 3
    assert min(distances) >= APART[palette]


@pytest.mark.parametrize(("design", "shading", "symbol"), KINDS)
@pytest.mark.parametrize("palette", Palette)
def test_every_kind_of_card_shows_the_same_ink_at_three_to_one_on_its_card(
    palette: Palette, design: Design, shading: int, symbol: int
) -> None:
    cards = drawn_in_each_colour(palette, design, shading, symbol)
    solid = [ink_of(card) for card in drawn_in_each_colour(palette, Design.ORIGINAL, 0, 1)]
    assert [ink_of(card) for card in cards] == solid
    assert all(contrast(ink_of(card), main_colour(card)) >= 3 for card in cards)


@pytest.mark.parametrize("palette", Palette)
def test_numbers_are_easy_to_read_on_cards_and_tabs_and_rings_show_on_the_background(palette: Palette) -> None:
    table = decoded(table_png(dealt(3, 1, Look(palette=palette), fresh=3)))
    plain = decoded(table_png(dealt(3, 1, Look(palette=palette))))
    (background, *_), (ring, *_) = colours_of(table), colours_of(table.crop((5, 100, 6, 101)))
    (card, *_) = colours_of(plain.crop((20, 100, 21, 101)))
    number = (17, 16, 40, 38)
    assert max(contrast(colour, ring) for colour in colours_of(table.crop(number))) >= 4.5
    assert max(contrast(colour, card) for colour in colours_of(plain.crop(number))) >= 4.5
    assert contrast(ring, background) >= 3


@pytest.mark.parametrize("seat", range(1, 9))
def test_a_chips_number_stands_out_from_its_face(seat: int) -> None:
    assert contrast(CHIPS[seat - 1], (255, 255, 255)) >= 3


def colours_of(image: Image.Image) -> list[Colour]:
    """All colours of an image."""
    pixels = image.tobytes()
    return list(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
