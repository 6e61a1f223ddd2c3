"""Marks: three shapes that stay apart however small."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from render.geometry import MINI, ROOMY
from render.marks import mark_mask, mark_outlines


@pytest.mark.parametrize("side", [ROOMY.card.mark, MINI.mark, 10])
def test_marks_fill_their_square_and_differ(side: int) -> None:
    masks = [mark_mask(colour, side) for colour in range(3)]
    assert all(mask.size == (side, side) and mask.getbbox() is not None for mask in masks)
    for one, other in combinations(masks, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 60


def test_only_the_ring_has_a_hole() -> None:
    assert [len(mark_outlines(colour, 26)) for colour in range(3)] == [1, 2, 1]
    assert [mark_mask(colour, 26).getpixel((13, 13)) for colour in range(3)] == [255, 0, 255]
