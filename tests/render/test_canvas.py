"""The canvas: tiles end up where they belong, and its PNG says what it holds."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from engine.card import card_of
from engine.look import Look, Palette
from render.canvas import png, put_cell, put_symbols
from render.geometry import ROOMY, WIDTH
from render.theme import Paint, palette_bytes


def blank() -> Image.Image:
    return Image.new("L", (WIDTH, 2 * ROOMY.cell[1]), Paint.BACKGROUND)


def test_a_cell_is_laid_at_its_slot_and_nowhere_else() -> None:
    canvas = blank()
    assert put_cell(canvas, ROOMY, 4) == (328, 216)
    assert canvas.point([255 * (entry != Paint.BACKGROUND) for entry in range(256)]).getbbox() == (328, 216, 632, 408)


def test_a_newly_dealt_cell_is_ringed() -> None:
    canvas = blank()
    put_cell(canvas, ROOMY, 0, digits=1)
    assert canvas.getpixel((4, 104)) == Paint.FRESH
    assert canvas.getpixel((160, 104)) == Paint.CARD


def test_a_mark_is_drawn_only_where_the_look_has_marks() -> None:
    card, drawn = card_of(1, 2, 0, 0), []
    for marks in (False, True):
        canvas = blank()
        put_symbols(canvas, put_cell(canvas, ROOMY, 0), ROOMY.card, card, Look(marks=marks))
        drawn.append(canvas.tobytes().count(Paint.INK_3))
    assert 0 < drawn[0] < drawn[1]


def test_a_png_has_the_entries_and_the_palette_it_was_given() -> None:
    canvas = blank()
    put_cell(canvas, ROOMY, 1)
    entries = canvas.tobytes()
    image = Image.open(BytesIO(png(canvas, palette_bytes(Palette.SAFE))))
    assert (image.mode, image.tobytes()) == ("P", entries)
    assert image.convert("RGB").getpixel((0, 0)) == (0x40, 0x4B, 0x57)
