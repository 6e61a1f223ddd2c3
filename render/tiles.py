"""Pieces of a picture in palette entries, each drawn once and kept: they are few, and a table is pasted from them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from render.geometry import CHIP, CHIP_FONT, RIM
from render.marks import mark_mask
from render.masks import number_mask, rounded_mask
from render.symbols import symbol_mask
from render.theme import INKS, Paint, ramp

if TYPE_CHECKING:
    from engine.look import Design
    from render.geometry import CardSize, Geometry, SymbolSize


def painted(mask: Image.Image, under: Paint, over: Paint) -> Image.Image:
    """A mask as a tile: one paint upon another."""
    return mask.point(ramp(under, over))


@lru_cache(maxsize=162)
def symbol_tile(design: Design, symbol: int, shading: int, colour: int, size: SymbolSize) -> Image.Image:
    """A symbol on its card."""
    return painted(symbol_mask(design, symbol, shading, size), Paint.CARD, INKS[colour])


@lru_cache(maxsize=9)
def mark_tile(colour: int, side: int) -> Image.Image:
    """The mark of a colour on its card."""
    return painted(mark_mask(colour, side), Paint.CARD, INKS[colour])


@lru_cache(maxsize=2)
def cell_tile(geometry: Geometry) -> Image.Image:
    """A bare card in its cell."""
    tile = Image.new("L", geometry.cell, Paint.BACKGROUND)
    tile.paste(card_tile(geometry.card), (geometry.pad, geometry.pad))
    return tile


@lru_cache(maxsize=4)
def fresh_cell_tile(geometry: Geometry, digits: int) -> Image.Image:
    """A bare card, newly dealt, in its cell: ringed, the ring grown to a tab for a number of so many digits."""
    ring, card = geometry.ring, geometry.card
    frame = rounded_mask((card.box[0] + 2 * ring, card.box[1] + 2 * ring), card.radius + ring)
    tile = Image.new("L", geometry.cell, Paint.BACKGROUND)
    tile.paste(painted(frame, Paint.BACKGROUND, Paint.FRESH), (geometry.pad - ring, geometry.pad - ring))
    face = rounded_mask(card.box, card.radius)
    width, height, radius = geometry.tab[digits - 1], geometry.tab_height, geometry.tab_radius
    tab = Image.new("L", card.box)
    tab.paste(rounded_mask((width + radius, height + radius), radius), (-radius, -radius))
    face = ImageChops.subtract(face, tab)
    tile.paste(painted(face, Paint.FRESH, Paint.CARD), (geometry.pad, geometry.pad), face.point(_ANY))
    return tile


_ANY = (0, *(255,) * 255)
"""Turns coverage into a mask of all that is touched."""


@lru_cache(maxsize=3)
def card_tile(size: CardSize) -> Image.Image:
    """A bare card on the background."""
    return painted(rounded_mask(size.box, size.radius), Paint.BACKGROUND, Paint.CARD)


@lru_cache(maxsize=64)
def label_tile(slot: int, font: int, *, fresh: bool) -> Image.Image:
    """A slot's number, on the card or on the tab of a newly dealt one."""
    return painted(number_mask(slot, font), *((Paint.FRESH, Paint.FRESH_LABEL) if fresh else (Paint.CARD, Paint.LABEL)))


@lru_cache(maxsize=8)
def chip_tile(seat: int) -> Image.Image:
    """The chip of a seat: a rimmed disc with its number."""
    inner = CHIP - 2 * RIM
    tile = painted(rounded_mask((CHIP, CHIP), CHIP // 2), Paint.BACKGROUND, Paint.RIM)
    face = rounded_mask((inner, inner), inner // 2)
    tile.paste(painted(face, Paint.RIM, Paint.CHIP), (RIM, RIM), face.point(_ANY))
    number = number_mask(seat, CHIP_FONT)
    tile.paste(painted(number, Paint.CHIP, Paint.RIM), ((CHIP - number.width) // 2, (CHIP - number.height) // 2))
    return tile
