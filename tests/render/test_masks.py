"""Masks: coverage as it should be, smooth at the edges."""

from __future__ import annotations

import pytest
from PIL import Image, ImageStat

from render.masks import number_mask, polygon_mask, rounded_mask
from tests.render.reading_table import read_number


def test_a_square_of_whole_pixels_has_hard_edges() -> None:
    mask = polygon_mask(((2, 3), (7, 3), (7, 9), (2, 9)), (10, 12))
    assert mask.getbbox() == (2, 3, 7, 9)
    assert mask.crop((2, 3, 7, 9)).getextrema() == (255, 255)


def test_an_edge_across_pixels_covers_them_in_part() -> None:
    mask = polygon_mask(((0, 0), (8, 0), (0, 8)), (8, 8))
    assert ImageStat.Stat(mask).mean[0] == pytest.approx(255 / 2, rel=0.03)
    assert len(set(mask.tobytes())) > 2


def test_a_rounded_rectangle_is_cut_alike_at_each_corner() -> None:
    mask = rounded_mask((40, 30), 8)
    for turn in (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM):
        assert mask.transpose(turn).tobytes() == mask.tobytes()
    assert mask.crop((8, 0, 32, 30)).getextrema() == (255, 255)
    missing = 40 * 30 * (255 - ImageStat.Stat(mask).mean[0]) / 255
    assert missing == pytest.approx((4 - 3.1416) * 8 * 8, rel=0.05)


@pytest.mark.parametrize("number", range(1, 22))
def test_numbers_are_cut_to_their_edges_and_legible(number: int) -> None:
    mask = number_mask(number, 29)
    assert mask.getbbox() == (0, 0, *mask.size)
    framed = Image.new("L", (mask.width + 30, mask.height + 30))
    framed.paste(mask, (15, 15))
    assert read_number(framed) == number
