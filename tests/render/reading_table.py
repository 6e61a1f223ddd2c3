"""Reads a whole table's picture: finds the cards by the background between them, each with its number and its ring."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.theme import THEMES, Colour
from tests.render.reading import (
    Part,
    apart,
    at_least,
    box_of,
    columns_of,
    main_colour,
    main_grey,
    mean_of,
    part_of,
    read_card,
    runs,
    strength_of,
)

if TYPE_CHECKING:
    from engine.card import Card
    from engine.look import Look

Box = tuple[int, int, int, int]

LABEL: Part = (0.026, 0.036, 0.145, 0.235)
"""Where on a card its number is."""

CORNER: Part = (0, 0, 0.17, 0.26)
"""All that number and tab may cover."""

EDGE = 6
"""How far from the edges of a tab its number stays, and what lies within is all tab."""

DIGITS = 40
"""How high numbers are brought to compare them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a table's picture shows, slot by slot; and in its footer the chip's number and colour, and the cards."""

    cards: tuple[Card, ...]
    labels: tuple[int, ...]
    fresh: tuple[bool, ...]
    seat: int | None = None
    chip: Colour | None = None
    taken: tuple[Card, ...] = ()


def decoded(png: bytes) -> Image.Image:
    """A PNG as red, green and blue."""
    return Image.open(BytesIO(png)).convert("RGB")


def card_boxes(image: Image.Image) -> list[list[Box]]:
    """What lies apart on the background, row by row: cards, and in a footer the chip and its cards."""
    found = _unlike_background(image)
    boxes = []
    for top, bottom in runs(found.resize((1, found.height), Image.Resampling.BOX)):
        row = found.crop((0, top, found.width, bottom))
        spans = [(left, right, row.crop((left, 0, right, row.height))) for left, right in runs(columns_of(row))]
        heights = [box_of(span)[1::2] for _, _, span in spans]
        boxes.append(
            [(left, top + up, right, top + down) for (left, right, _), (up, down) in zip(spans, heights, strict=True)]
        )
    return boxes


def cards_of(image: Image.Image) -> list[Image.Image]:
    """Each card of a picture without a footer, slot by slot."""
    return [image.crop(box) for row in card_boxes(image) for box in row]


def read_table(png: bytes, look: Look) -> Seen:
    """All that a table's picture shows."""
    image = decoded(png)
    rows = card_boxes(image)
    tallest = max(bottom - top for row in rows for _, top, _, bottom in row)
    footers = [row for row in rows if row[-1][3] - row[-1][1] < 0.7 * tallest]
    assert footers in ([], [rows[-1]])
    seen = _read_cells([image.crop(box) for row in rows if row not in footers for box in row], look)
    for row in footers:
        chip, *minis = (image.crop(box) for box in row)
        inside = part_of(chip, (0.2, 0.2, 0.8, 0.8))
        taken = tuple(read_card(mini, look.design, look.palette) for mini in minis)
        seen = replace(seen, seat=read_number(inside), chip=main_colour(inside), taken=taken)
    return seen


def _read_cells(cells: list[Image.Image], look: Look) -> Seen:
    colour = THEMES[look.palette].fresh
    rings = [_breadth(cell, colour) for cell in cells]
    faces = [
        cell.crop((ring, ring, cell.width - ring, cell.height - ring)) for cell, ring in zip(cells, rings, strict=True)
    ]
    labels = [_tab(face, colour) if ring else part_of(face, LABEL) for face, ring in zip(faces, rings, strict=True)]
    return Seen(
        tuple(read_card(_without_corner(face), look.design, look.palette) for face in faces),
        tuple(read_number(label) for label in labels),
        tuple(ring > 0 for ring in rings),
    )


def _breadth(cell: Image.Image, colour: Colour) -> int:
    """How broad a ring of a colour is around a cell: the same left and right, or there is none."""
    middle = cell.crop((0, cell.height // 2, cell.width, cell.height // 2 + 1))
    left, right = _reach(middle, colour), _reach(middle.transpose(Image.Transpose.FLIP_LEFT_RIGHT), colour)
    assert left == right
    return left


def _tab(face: Image.Image, colour: Colour) -> Image.Image:
    """The tab in the corner of a newly dealt card, as far as it is of a colour."""
    width = _reach(face.crop((0, EDGE, face.width, EDGE + 1)), colour)
    height = _reach(face.crop((EDGE, 0, EDGE + 1, face.height)), colour)
    assert min(width, height) > 20, "there is no tab"
    return face.crop((EDGE, EDGE, width - EDGE, height - EDGE))


def _reach(strip: Image.Image, colour: Colour) -> int:
    """How many pixels from the start of a strip one pixel high or wide are of about a colour."""
    pixels = strip.tobytes()
    like = [apart(pixel, colour) < 200 for pixel in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)]
    return like.index(False)


def _without_corner(face: Image.Image) -> Image.Image:
    plain = face.copy()
    plain.paste(main_colour(face), (0, 0, *part_of(face, CORNER).size))
    return plain


def read_number(image: Image.Image) -> int:
    """A number of one or two digits: the one of those that slots have whose digits are most like it."""
    strength = strength_of(image, main_grey(image))
    digits = _brought_to_height(strength.crop(box_of(at_least(strength, 128))))
    return min(range(1, 22), key=lambda number: _unlike(digits, _drawn(number)))


@lru_cache(maxsize=21)
def _drawn(number: int) -> Image.Image:
    image = Image.new("L", (240, 240))
    ImageDraw.Draw(image).text((20, 20), str(number), fill=255, font=ImageFont.load_default(120), stroke_width=3)
    return _brought_to_height(image.crop(box_of(image)))


def _brought_to_height(digits: Image.Image) -> Image.Image:
    return digits.resize((round(DIGITS * digits.width / digits.height), DIGITS))


def _unlike(one: Image.Image, other: Image.Image) -> float:
    size = max(one.width, other.width), DIGITS
    padded = [Image.new("L", size), Image.new("L", size)]
    padded[0].paste(one)
    padded[1].paste(other)
    return mean_of(ImageChops.difference(*padded)) * size[0]


def _unlike_background(image: Image.Image) -> Image.Image:
    """White where a pixel is nearer to the cards than to the background, which lies in the corner."""
    grey = image.convert("L")
    background = grey.tobytes()[0]
    away = ImageChops.difference(grey, Image.new("L", grey.size, background))
    return at_least(away, abs(main_grey(grey, away_from=background) - background) // 2)
