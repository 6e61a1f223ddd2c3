"""A table as a picture: every card in its slot, and below them the last set and who took it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from engine.value import Value
from render import tiles
from render.canvas import png, put_cell, put_symbols
from render.geometry import CHIP_PLACE, FOOTER, MINI, WIDTH, geometry_of, mini_place, rows_of
from render.theme import Paint, palette_bytes

if TYPE_CHECKING:
    from engine.card import Card
    from engine.look import Look
    from render.geometry import Geometry


class Taken(Value):
    """Who took the last set: the number on the chip, 1..8, and the cards."""

    seat: int
    cards: tuple[Card, Card, Card]


class Picture(Value):
    """All that a table's picture shows; equal values give equal bytes.

    `cards` lie row by row, slot 1 first; those in `fresh` are marked as newly dealt; `taken` is the footer.
    """

    cards: tuple[Card, ...]
    look: Look
    fresh: frozenset[Card]
    taken: Taken | None = None


def table_png(picture: Picture) -> bytes:
    """The picture as PNG: 960 pixels wide, at most 1280 high for up to 21 cards."""
    footer = FOOTER if picture.taken else 0
    geometry = geometry_of(len(picture.cards), footer)
    top = rows_of(len(picture.cards)) * geometry.cell[1]
    canvas = Image.new("L", (WIDTH, top + footer), Paint.BACKGROUND)
    for slot, card in enumerate(picture.cards):
        _put_card(canvas, geometry, slot, card, picture)
    if picture.taken:
        _put_footer(canvas, top, picture.taken, picture.look)
    return png(canvas, palette_bytes(picture.look.palette, picture.taken.seat if picture.taken else 1))


def _put_card(canvas: Image.Image, geometry: Geometry, slot: int, card: Card, picture: Picture) -> None:
    fresh, number = card in picture.fresh, slot + 1
    x, y = put_cell(canvas, geometry, slot, digits=len(str(number)) if fresh else 0)
    dx, dy = geometry.card.label
    canvas.paste(tiles.label_tile(number, geometry.card.font, fresh=fresh), (x + dx, y + dy))
    put_symbols(canvas, (x, y), geometry.card, card, picture.look)


def _put_footer(canvas: Image.Image, top: int, taken: Taken, look: Look) -> None:
    canvas.paste(tiles.chip_tile(taken.seat), (CHIP_PLACE[0], top + CHIP_PLACE[1]))
    for at, card in enumerate(taken.cards):
        x, y = mini_place(at)
        canvas.paste(tiles.card_tile(MINI), (x, top + y))
        put_symbols(canvas, (x, top + y), MINI, card, look)
