"""Reads a card from its picture as a person would: by what a design's symbols look like, and nothing else.

Symbols, shading, number and mark are read from how far each pixel is from its own card, the farthest in that part of
the card counting as full: nothing can be read from how light one card's ink is beside another's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageStat

from engine.card import Card, card_of
from engine.look import Design
from render.theme import THEMES, Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.look import Palette

Part = tuple[float, float, float, float]
"""A part of a card: left, top, right and bottom, in parts of its width and height."""

SYMBOLS: Part = (0.145, 0.12, 0.865, 0.88)
MARK: Part = (0.87, 0.74, 0.973, 0.957)


def read_card(card: Image.Image, design: Design, palette: Palette) -> Card:
    """A card of a coloured picture, its colour by the ink."""
    number, shading, symbol = read_symbols(card, design)
    ink, inks = ink_of(card), THEMES[palette].inks
    return card_of(number, min(range(3), key=lambda colour: apart(inks[colour], ink)), shading, symbol)


def read_grey_card(card: Image.Image, design: Design) -> Card:
    """A card of a grey picture, its colour by the mark alone."""
    number, shading, symbol = read_symbols(card, design)
    return card_of(number, read_mark(card), shading, symbol)


def ink_of(card: Image.Image) -> Colour:
    """The colour of a card's symbols: of those in their part that are far from the card's own, the most frequent."""
    symbols, face = part_of(card, SYMBOLS), main_colour(card)
    return max((count, colour) for count, colour in _colours(symbols) if apart(colour, face) > 60)[1]


def read_symbols(card: Image.Image, design: Design) -> tuple[int, int, int]:
    """Number, shading and symbol."""
    strength = strength_of(part_of(card, SYMBOLS), main_grey(card))
    ink = at_least(strength, 128)
    columns = [(left, right) for left, right in runs(columns_of(ink)) if right - left > ink.width // 20]
    left, right = columns[0]
    _, top, _, bottom = box_of(ink.crop((left, 0, right, ink.height)))
    first = left, top, right, bottom
    return len(columns) - 1, _shading(strength.crop(first)), _symbol(ink.crop(first), design)


def _shading(symbol: Image.Image) -> int:
    """Solid, patterned or open: by how much of the middle of the symbol is inked."""
    inked = mean_of(part_of(symbol, (0.4, 0.3, 0.6, 0.7)))
    return 0 if inked > 200 else 1 if inked > 40 else 2


def _symbol(ink: Image.Image, design: Design) -> int:
    """Which symbol: the third swings right above and left below; of the others one is slim near its top."""
    if abs(sum(_span(ink, 0.28)) - sum(_span(ink, 0.72))) > 0.3:
        return 2
    left, right = _span(ink, 0.12)
    if design is Design.ORIGINAL:
        return 0 if right - left < 0.6 else 1
    return 1 if right - left < 0.83 else 0


def _span(ink: Image.Image, height: float) -> tuple[float, float]:
    """From where to where a symbol reaches at a part of its height, in parts of its width."""
    y = int(ink.height * height)
    left, _, right, _ = box_of(ink.crop((0, y, ink.width, y + 1)))
    return left / ink.width, right / ink.width


def has_mark(card: Image.Image) -> bool:
    """Whether anything is where marks are."""
    mark = part_of(card, MARK).convert("L")
    away = ImageChops.difference(mark, Image.new("L", mark.size, main_grey(card)))
    return at_least(away, 20).getbbox() is not None


def read_mark(card: Image.Image) -> int:
    """The colour of a mark: a ring is empty in the middle, a triangle has less above than below, a cross does not."""
    strength = strength_of(part_of(card, MARK), main_grey(card))
    mark = strength.crop(box_of(at_least(strength, 100)))
    if mean_of(part_of(mark, (0.4, 0.4, 0.6, 0.6))) < 110:
        return 1
    above, below = mean_of(part_of(mark, (0, 0, 1, 0.34))), mean_of(part_of(mark, (0, 0.66, 1, 1)))
    return 0 if above < 0.7 * below else 2


def strength_of(image: Image.Image, ground: int) -> Image.Image:
    """How far each pixel is from a grey, 255 the farthest."""
    away = ImageChops.difference(image.convert("L"), Image.new("L", image.size, ground))
    farthest = max((value for value, count in enumerate(away.histogram()) if count and value), default=1)
    return away.point([min(255, value * 255 // farthest) for value in range(256)])


def at_least(image: Image.Image, value: int) -> Image.Image:
    """White where a grey image has at least a value, else black."""
    return image.point([255 * (grey >= value) for grey in range(256)])


def part_of(image: Image.Image, part: Part) -> Image.Image:
    """A part of an image."""
    left, top, right, bottom = part
    width, height = image.size
    return image.crop((int(width * left), int(height * top), int(width * right), int(height * bottom)))


def columns_of(image: Image.Image) -> Image.Image:
    """An image pressed flat: how much there is in each column."""
    return image.resize((image.width, 1), Image.Resampling.BOX)


def runs(strip: Image.Image) -> list[tuple[int, int]]:
    """From where to where a strip one pixel high or wide is not black."""
    values = [value > 4 for value in strip.tobytes()]
    pairs = zip([False, *values], [*values, False], strict=True)
    edges = [at for at, (before, now) in enumerate(pairs) if before != now]
    return list(zip(edges[::2], edges[1::2], strict=True))


def box_of(image: Image.Image) -> tuple[int, int, int, int]:
    """The box of all that is not black; there must be something."""
    box = image.getbbox()
    assert box is not None, "nothing was drawn here"
    return box


def mean_of(image: Image.Image) -> float:
    """The mean of a grey image."""
    return ImageStat.Stat(image).mean[0]


def main_grey(image: Image.Image, away_from: int = -1000) -> int:
    """The most frequent grey that is not near to one."""
    counts = image.convert("L").histogram()
    return max((count, grey) for grey, count in enumerate(counts) if abs(grey - away_from) > 15)[1]


def main_colour(image: Image.Image) -> Colour:
    """The most frequent colour."""
    return max(_colours(image))[1]


def _colours(image: Image.Image) -> list[tuple[int, Colour]]:
    counted = image.getcolors(image.width * image.height) or []
    return [(count, (pixel[0], pixel[1], pixel[2])) for count, pixel in counted if isinstance(pixel, tuple)]


def apart(one: Iterable[int], other: Iterable[int]) -> int:
    """How far two colours are apart, in steps of their channels."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
