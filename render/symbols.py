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

    from render.geometry import Place, SymbolSize
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
    pattern = _stripes(size) if design is Design.ORIGINAL else _dots(size, inside)
    return ImageChops.add(outline, ImageChops.multiply(inside, pattern))


def stripe_tops(size: SymbolSize) -> list[int]:
    """Where stripes begin: one across the middle, a full gap above the first and below the last."""
    height, edge = size.box[1], size.stroke + size.period - size.stripe
    first = (height - size.stripe) // 2 % size.period
    return [top for top in range(first, height, size.period) if edge <= top <= height - edge - size.stripe]


def _stripes(size: SymbolSize) -> Image.Image:
    """Level stripes of whole pixels, so that they are crisp."""
    pattern = Image.new("L", size.box)
    for top in stripe_tops(size):
        pattern.paste(255, (0, top, size.box[0], top + size.stripe))
    return pattern


def dot_places(size: SymbolSize, inside: Image.Image) -> list[Place]:
    """Where dots lie: in a honeycomb that follows the symbol's own middle line, those that lie wholly inside."""
    rise, middle = round(size.pitch * 0.866), (size.box[1] - size.dot) // 2
    places = []
    for row in range(-(middle // rise), middle // rise + 1):
        top = middle + row * rise
        left, right = _span(inside, top + size.dot // 2)
        first = (left + right - size.dot) // 2 - size.box[0] // size.pitch * size.pitch + row % 2 * size.pitch // 2
        places += [(x, top) for x in range(first, right, size.pitch) if _holds(inside, x, top, size.dot)]
    return places


def _span(inside: Image.Image, y: int) -> tuple[int, int]:
    """From where to where a row of pixels lies inside; nowhere is an empty span."""
    span = inside.crop((0, y, inside.width, y + 1)).getbbox()
    return (span[0], span[2]) if span else (0, 0)


def _holds(inside: Image.Image, x: int, y: int, side: int) -> bool:
    """Whether a square, and a pixel around it, lies inside."""
    return inside.crop((x - 1, y - 1, x + side + 1, y + side + 1)).getextrema()[0] == 255


def _dots(size: SymbolSize, inside: Image.Image) -> Image.Image:
    """Dots that all look the same, as they lie on whole pixels."""
    dot = polygon_mask(outlines.ellipse(size.dot, size.dot), (size.dot, size.dot))
    pattern = Image.new("L", size.box)
    for place in dot_places(size, inside):
        pattern.paste(dot, place)
    return pattern
