"""The marks: a small shape for each colour, for eyes and screens that see no colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import ImageChops

from render.masks import polygon_mask
from render.outlines import ellipse, inset, scaled

if TYPE_CHECKING:
    from PIL import Image

    from render.outlines import Outline

_TRIANGLE = ((0.5, 0.06), (1, 0.94), (0, 0.94))
_ARM = 0.19
_CROSS = (
    *((_ARM, 0), (0.5, 0.5 - _ARM), (1 - _ARM, 0), (1, _ARM), (0.5 + _ARM, 0.5), (1, 1 - _ARM)),
    *((1 - _ARM, 1), (0.5, 0.5 + _ARM), (_ARM, 1), (0, 1 - _ARM), (0.5 - _ARM, 0.5), (0, _ARM)),
)


def mark_outlines(colour: int, side: int) -> tuple[Outline, ...]:
    """A triangle, a ring or a cross that fills a square: what is filled, and for the ring what is left free in it."""
    circle = ellipse(side, side)
    return (
        (scaled(_TRIANGLE, side, side),),
        (circle, inset(circle, side * 0.24)),
        (scaled(_CROSS, side, side),),
    )[colour]


def mark_mask(colour: int, side: int) -> Image.Image:
    """The mark of a colour."""
    body, *holes = (polygon_mask(outline, (side, side)) for outline in mark_outlines(colour, side))
    for hole in holes:
        body = ImageChops.subtract(body, hole)
    return body
