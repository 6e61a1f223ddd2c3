"""The canvas a picture is pasted together on: palette indexes, saved as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from engine.card import features
from render import tiles

if TYPE_CHECKING:
    from PIL import Image

    from engine.card import Card
    from engine.look import Look
    from render.geometry import CardSize, Geometry, Place


def put_cell(canvas: Image.Image, geometry: Geometry, slot: int, *, digits: int = 0) -> Place:
    """Lay the bare card of a slot counted from 0, newly dealt with a tab for `digits` if there are any; its place."""
    left, top = geometry.cell_place(slot)
    canvas.paste(tiles.fresh_cell_tile(geometry, digits) if digits else tiles.cell_tile(geometry), (left, top))
    return left + geometry.pad, top + geometry.pad


def put_symbols(canvas: Image.Image, place: Place, size: CardSize, card: Card, look: Look) -> None:
    """Draw a card's symbols, and its mark if the look has them, on the bare card that lies at `place`."""
    number, colour, shading, symbol = features(card)
    tile = tiles.symbol_tile(look.design, symbol, shading, colour, size.symbol)
    for x, y in size.symbol_places(number + 1):
        canvas.paste(tile, (place[0] + x, place[1] + y))
    if look.marks:
        x, y = size.mark_place()
        canvas.paste(tiles.mark_tile(colour, size.mark), (place[0] + x, place[1] + y))


def png(canvas: Image.Image, palette: bytes) -> bytes:
    """Palette indexes as PNG. Level 3 takes a fraction of the time of Pillow's own level for a few more KB."""
    canvas.putpalette(palette)
    file = BytesIO()
    canvas.save(file, "PNG", compress_level=3)
    return file.getvalue()
