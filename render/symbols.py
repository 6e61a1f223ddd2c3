"""The nine kinds of symbol of each design, as masks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from engine.look import Design
from render import outlines
from render.masks import polygon_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from render.geometry import SymbolSize
    from render.outlines import Outline

SHAPES: dict[Design, tuple[Callable[[float, float], Outline], ...]] = {
    Design.ORIGINAL: (outlines.diamond, outlines.oval, outlines.squiggle),
    Design.MODERN: (outlines.rectangle, outlines.ellipse, outlines.wave),
}
"""The outline of each symbol, in the order of a card's symbol feature."""

SOLID, PATTERNED, OPEN = range(3)
"""A card's shading feature."""


@lru_cache(maxsize=18)
def _body_and_inside(design: Design, symbol: int, size: SymbolSize) -> tuple[Image.Image, Image.Image]:
    """A symbol filled, and what its outline leaves free."""
    outline = SHAPES[design][symbol](*size.box)
    return polygon_mask(outline, size.box), polygon_mask(outlines.inset(outline, size.stroke), size.box)


def symbol_mask(design: Design, symbol: int, shading: int, size: SymbolSize) -> Image.Image:
    """A symbol in one of its shadings."""
    body, inside = _body_and_inside(design, symbol, size)
    if shading == SOLID:
        return body
    outline = ImageChops.subtract(body, inside)
    if shading == OPEN:
        return outline
    pattern = stripes(size) if design is Design.ORIGINAL else dots(size, inside)
    return ImageChops.add(outline, ImageChops.multiply(inside, pattern))


def stripes(size: SymbolSize) -> Image.Image:
    """Level stripes of whole pixels, one across the middle, with a full gap above the first and below the last."""
    width, height = size.box
    pattern = Image.new("L", size.box)
    middle = (height - size.stripe) // 2
    edge = size.stroke + size.period - size.stripe
    for top in range(middle % size.period, height, size.period):
        if edge <= top <= height - edge - size.stripe:
            pattern.paste(255, (0, top, width, top + size.stripe))
    return pattern


def dots(size: SymbolSize, inside: Image.Image) -> Image.Image:
    """Dots in a honeycomb about the middle: only those that lie wholly inside."""
    dot = polygon_mask(outlines.ellipse(size.dot, size.dot), (size.dot, size.dot))
    pattern = Image.new("L", size.box)
    rise = round(size.pitch * 0.866)
    left, top = ((side - size.dot) // 2 for side in size.box)
    for row in range(-top // rise, top // rise + 1):
        for column in range(-left // size.pitch - 1, left // size.pitch + 2):
            x, y = left + column * size.pitch + row % 2 * size.pitch // 2, top + row * rise
            area = (x - 1, y - 1, x + size.dot + 1, y + size.dot + 1)
            if inside.crop(area).getextrema()[0] == 255:
                pattern.paste(dot, (x, y))
    return pattern
