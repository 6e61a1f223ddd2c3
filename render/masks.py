"""Shapes as masks: coverage 0..255 a pixel, drawn large and brought down so that edges are smooth."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from render.geometry import Box
    from render.outlines import Outline

SCALE = 8
"""How much larger shapes are drawn."""


def polygon_mask(outline: Outline, box: Box) -> Image.Image:
    """A filled polygon, smooth at its edges and hard where they are upright or level on whole pixels."""
    width, height = box[0] * SCALE, box[1] * SCALE
    large = Image.new("L", (width, height))
    points = [(_pixel(x * SCALE, width), _pixel(y * SCALE, height)) for x, y in outline]
    ImageDraw.Draw(large).polygon(points, fill=255)
    return large.reduce(SCALE)


def _pixel(at: float, side: int) -> int:
    """The first or last pixel within an edge: Pillow fills from pixel to pixel, both of them included."""
    return floor(at) if at < side / 2 else ceil(at) - 1


def rounded_mask(box: Box, radius: int) -> Image.Image:
    """A filled rectangle with round corners: one corner is drawn, the others are its mirror images."""
    large = Image.new("L", (radius * SCALE, radius * SCALE))
    ImageDraw.Draw(large).ellipse((0, 0, 2 * radius * SCALE - 1, 2 * radius * SCALE - 1), fill=255)
    corner = large.reduce(SCALE)
    mask = Image.new("L", box, 255)
    right, bottom = box[0] - radius, box[1] - radius
    mask.paste(corner, (0, 0))
    mask.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (right, 0))
    mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, bottom))
    mask.paste(corner.transpose(Image.Transpose.ROTATE_180), (right, bottom))
    return mask


@lru_cache(maxsize=4)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def number_mask(number: int, size: int) -> Image.Image:
    """A number in bold digits, cut to their edges."""
    box = (size * 2, size * 2)
    mask = Image.new("L", box)
    ImageDraw.Draw(mask).text((4, 4), str(number), fill=255, font=_font(size), stroke_width=0.8)
    return mask.crop(mask.getbbox())
