"""Symbols: nine of each design, crisp, and each unlike the others."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.look import Design
from render.geometry import DENSE, MINI, ROOMY, SymbolSize
from render.symbols import OPEN, PATTERNED, SOLID, dot_places, stripe_tops, symbol_mask

SIZES = [ROOMY.card.symbol, DENSE.card.symbol, MINI.symbol]
KINDS = list(product(Design, range(3)))


def coverage(mask: Image.Image) -> float:
    return ImageStat.Stat(mask).mean[0] / 255


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("design", Design)
def test_no_two_symbols_of_a_design_are_alike(design: Design, size: SymbolSize) -> None:
    masks = [symbol_mask(design, symbol, shading, size) for symbol in range(3) for shading in range(3)]
    differences = [coverage(ImageChops.difference(one, other)) for one, other in combinations(masks, 2)]
    assert len(differences) == 36
    assert min(differences) > 0.05


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("design", "symbol"), KINDS)
def test_shadings_differ_in_how_much_of_the_same_body_they_ink(design: Design, symbol: int, size: SymbolSize) -> None:
    solid, patterned, outline = (symbol_mask(design, symbol, shading, size) for shading in (SOLID, PATTERNED, OPEN))
    assert coverage(outline) + 0.04 < coverage(patterned) < coverage(solid) - 0.1
    for lesser, greater in ((outline, patterned), (patterned, solid)):
        assert not any(ImageChops.subtract(lesser, greater).histogram()[2:])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("design", "symbol"), KINDS)
def test_an_outline_has_no_cracks(design: Design, symbol: int, size: SymbolSize) -> None:
    """Whoever starts outside cannot come in without crossing ink."""
    outline = symbol_mask(design, symbol, OPEN, size).point([255 * (value > 100) for value in range(256)])
    framed = Image.new("L", (size.box[0] + 2, size.box[1] + 2))
    framed.paste(outline, (1, 1))
    outside = flooded(framed, (0, 0))
    assert outside.getpixel((size.box[0] // 2 + 1, size.box[1] // 2 + 1)) == 0


def flooded(image: Image.Image, start: tuple[int, int]) -> Image.Image:
    """What can be reached from a place through black."""
    reached = image.copy()
    todo = [start]
    width, height = image.size
    pixels = bytearray(image.tobytes())
    seen = bytearray(width * height)
    while todo:
        x, y = todo.pop()
        at = y * width + x
        if 0 <= x < width and 0 <= y < height and not pixels[at] and not seen[at]:
            seen[at] = 255
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    reached.frombytes(bytes(seen))
    return reached


@pytest.mark.parametrize("size", SIZES)
def test_stripes_leave_full_gaps_and_lie_evenly_about_the_middle(size: SymbolSize) -> None:
    tops = stripe_tops(size)
    assert len(tops) in (7, 9)
    assert {b - a for a, b in pairwise(tops)} == {size.period}
    gap = size.period - size.stripe
    assert tops[0] == size.stroke + gap
    assert size.box[1] - tops[-1] - size.stripe == size.stroke + gap


@pytest.mark.parametrize("size", SIZES)
def test_stripes_are_of_whole_pixels(size: SymbolSize) -> None:
    (width, height), edge = size.box, size.stroke + 1
    mask = symbol_mask(Design.ORIGINAL, 1, PATTERNED, size)
    assert set(mask.crop((width // 2, edge, width // 2 + 1, height - edge)).tobytes()) == {0, 255}


@pytest.mark.parametrize("symbol", range(3))
def test_dots_lie_wholly_inside_and_apart(symbol: int) -> None:
    size = ROOMY.card.symbol
    solid, outline = (symbol_mask(Design.MODERN, symbol, shading, size) for shading in (SOLID, OPEN))
    inside = ImageChops.subtract(solid, outline)
    places = dot_places(size, inside)
    assert len(places) >= 12
    for x, y in places:
        assert inside.crop((x, y, x + size.dot, y + size.dot)).getextrema() == (255, 255)
    for (ax, ay), (bx, by) in combinations(places, 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= (size.dot + 3) ** 2


def test_nothing_is_dotted_where_there_is_no_inside() -> None:
    size = MINI.symbol
    assert dot_places(size, Image.new("L", size.box)) == []
