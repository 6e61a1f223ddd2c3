"""A row of any cards as a picture, such as three that explain the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from render.canvas import png, put_cell, put_symbols
from render.geometry import ROOMY, WIDTH, rows_of
from render.theme import Paint, palette_bytes

if TYPE_CHECKING:
    from engine.card import Card
    from engine.look import Look


def row_png(cards: tuple[Card, ...], look: Look) -> bytes:
    """Cards without slot numbers as PNG, three to a row."""
    canvas = Image.new("L", (WIDTH, rows_of(len(cards)) * ROOMY.cell[1]), Paint.BACKGROUND)
    for slot, card in enumerate(cards):
        put_symbols(canvas, put_cell(canvas, ROOMY, slot), ROOMY.card, card, look)
    return png(canvas, palette_bytes(look.palette))
