"""The marks: a small shape for each colour, for eyes and screens that see no colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import ImageChops

from render import outlines
from render.masks import polygon_mask

if TYPE_CHECKING:
    from PIL import Image


def mark_mask(colour: int, side: int) -> Image.Image:
    """A filled triangle, a ring or a cross."""
    return (_triangle, _ring, _cross)[colour](side)


def _triangle(side: int) -> Image.Image:
    return polygon_mask(((side / 2, side * 0.06), (side, side * 0.94), (0, side * 0.94)), (side, side))


def _ring(side: int) -> Image.Image:
    circle = outlines.ellipse(side, side)
    box = (side, side)
    return ImageChops.subtract(polygon_mask(circle, box), polygon_mask(outlines.inset(circle, side * 0.24), box))


def _cross(side: int) -> Image.Image:
    arm = 0.19
    low, high, near, far, middle = 0.0, 1.0, 0.5 - arm, 0.5 + arm, 0.5
    points = (
        (arm, low), (middle, near), (high - arm, low), (high, arm), (far, middle), (high, high - arm),
        (high - arm, high), (middle, far), (arm, high), (low, high - arm), (near, middle), (low, arm),
    )  # fmt: skip
    return polygon_mask(outlines.scaled(points, side, side), (side, side))
