"""A table's picture as one would first write it: all cards drawn four times as large on every call, then brought down.

It draws what `render` draws (a test compares them) with nothing kept from call to call but the places of dots.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.card import features
from engine.look import Design
from render.geometry import CHIP, CHIP_FONT, CHIP_PLACE, FOOTER, MINI, RIM, WIDTH, geometry_of, mini_place, rows_of
from render.marks import mark_outlines
from render.masks import polygon_mask
from render.outlines import inset
from render.symbols import OPEN, SHAPES, SOLID, dot_places, stripe_tops
from render.theme import CHIPS, THEMES, Colour

if TYPE_CHECKING:
    from engine.card import Card
    from engine.look import Look
    from render.geometry import CardSize, Geometry, Place, SymbolSize
    from render.outlines import Outline
    from render.table_image import Picture, Taken

SCALE = 4


def naive_png(picture: Picture) -> bytes:
    """The picture as PNG."""
    footer = FOOTER if picture.taken else 0
    geometry = geometry_of(len(picture.cards), footer)
    top = rows_of(len(picture.cards)) * geometry.cell[1]
    theme = THEMES[picture.look.palette]
    image = Image.new("RGB", (WIDTH * SCALE, (top + footer) * SCALE), theme.background)
    for slot, card in enumerate(picture.cards):
        _draw_cell(image, geometry, slot, card, picture)
    if picture.taken:
        _draw_footer(image, top, picture.taken, picture.look)
    file = BytesIO()
    image.resize((WIDTH, top + footer), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _draw_cell(image: Image.Image, geometry: Geometry, slot: int, card: Card, picture: Picture) -> None:
    draw, theme = ImageDraw.Draw(image), THEMES[picture.look.palette]
    left, top = geometry.cell_place(slot)
    place = left + geometry.pad, top + geometry.pad
    number, ring, fresh = str(slot + 1), geometry.ring, card in picture.fresh
    if fresh:
        width, height = geometry.card.box
        around = (place[0] - ring, place[1] - ring), (width + 2 * ring, height + 2 * ring)
        _rounded(draw, *around, geometry.card.radius + ring, theme.fresh)
    _rounded(draw, place, geometry.card.box, geometry.card.radius, theme.card)
    if fresh:
        _draw_tab(draw, place, geometry, geometry.tab[len(number) - 1], theme.fresh)
    label = place[0] + geometry.card.label[0], place[1] + geometry.card.label[1]
    _draw_number(image, label, number, geometry.card.font, theme.fresh_label if fresh else theme.label)
    _draw_symbols(image, place, geometry.card, card, picture.look)


def _draw_tab(draw: ImageDraw.ImageDraw, place: Place, geometry: Geometry, width: int, fill: Colour) -> None:
    (x, y), height, radius, first = place, geometry.tab_height, geometry.tab_radius, geometry.card.radius
    _rounded(draw, place, (width - radius, height), first, fill, only_first=True)
    _rounded(draw, place, (width, height - radius), first, fill, only_first=True)
    _rounded(draw, (x + width - 2 * radius, y + height - 2 * radius), (2 * radius, 2 * radius), radius, fill)


def _draw_footer(image: Image.Image, top: int, taken: Taken, look: Look) -> None:
    draw, theme, chip = ImageDraw.Draw(image), THEMES[look.palette], CHIPS[taken.seat - 1]
    x, y = CHIP_PLACE[0], top + CHIP_PLACE[1]
    _rounded(draw, (x, y), (CHIP, CHIP), CHIP // 2, theme.rim)
    _rounded(draw, (x + RIM, y + RIM), (CHIP - 2 * RIM, CHIP - 2 * RIM), CHIP // 2 - RIM, chip)
    font = ImageFont.load_default(CHIP_FONT * SCALE)
    middle = ((x + CHIP / 2) * SCALE, (y + CHIP / 2) * SCALE)
    draw.text(middle, str(taken.seat), fill=theme.rim, font=font, stroke_width=0.8 * SCALE, anchor="mm")
    for at, card in enumerate(taken.cards):
        left, down = mini_place(at)
        _rounded(draw, (left, top + down), MINI.box, MINI.radius, theme.card)
        _draw_symbols(image, (left, top + down), MINI, card, look)


def _draw_symbols(image: Image.Image, place: Place, size: CardSize, card: Card, look: Look) -> None:
    number, colour, shading, symbol = features(card)
    theme = THEMES[look.palette]
    for x, y in size.symbol_places(number + 1):
        _draw_symbol(image, (place[0] + x, place[1] + y), size.symbol, (symbol, shading, colour), look)
    if look.marks:
        x, y = size.mark_place()
        at, draw = (place[0] + x, place[1] + y), ImageDraw.Draw(image)
        body, *holes = mark_outlines(colour, size.mark)
        draw.polygon(_moved(body, at), fill=theme.inks[colour])
        for hole in holes:
            draw.polygon(_moved(hole, at), fill=theme.card)


def _draw_symbol(image: Image.Image, place: Place, size: SymbolSize, kind: tuple[int, int, int], look: Look) -> None:
    symbol, shading, colour = kind
    draw, theme, ink = ImageDraw.Draw(image), THEMES[look.palette], THEMES[look.palette].inks[colour]
    outline = SHAPES[look.design][symbol](*size.box)
    draw.polygon(_moved(outline, place), fill=ink)
    if shading == SOLID:
        return
    inside = inset(outline, size.stroke)
    draw.polygon(_moved(inside, place), fill=theme.card)
    if shading == OPEN:
        return
    if look.design is Design.MODERN:
        for x, y in _dots(look.design, symbol, size):
            draw.ellipse(_box((place[0] + x, place[1] + y), (size.dot, size.dot)), fill=ink)
        return
    clip = Image.new("L", (size.box[0] * SCALE, size.box[1] * SCALE))
    ImageDraw.Draw(clip).polygon(_moved(inside, (0, 0)), fill=255)
    stripes = Image.new("L", clip.size)
    for top in stripe_tops(size):
        ImageDraw.Draw(stripes).rectangle(_box((0, top), (size.box[0], size.stripe)), fill=255)
    image.paste(ink, (place[0] * SCALE, place[1] * SCALE), ImageChops.multiply(clip, stripes))


@lru_cache
def _dots(design: Design, symbol: int, size: SymbolSize) -> list[Place]:
    return dot_places(size, polygon_mask(inset(SHAPES[design][symbol](*size.box), size.stroke), size.box))


def _draw_number(image: Image.Image, place: Place, number: str, size: int, fill: Colour) -> None:
    mask = Image.new("L", (2 * size * SCALE, 2 * size * SCALE))
    font = ImageFont.load_default(size * SCALE)
    ImageDraw.Draw(mask).text((4 * SCALE, 4 * SCALE), number, fill=255, font=font, stroke_width=0.8 * SCALE)
    mask = mask.crop(mask.getbbox())
    image.paste(fill, (place[0] * SCALE, place[1] * SCALE), mask)


def _rounded(
    draw: ImageDraw.ImageDraw, place: Place, box: Place, radius: int, fill: Colour, *, only_first: bool = False
) -> None:
    corners = (True, not only_first, not only_first, not only_first)
    draw.rounded_rectangle(_box(place, box), radius * SCALE, fill=fill, corners=corners)


def _box(place: Place, box: Place) -> tuple[int, int, int, int]:
    left, top = place[0] * SCALE, place[1] * SCALE
    return left, top, left + box[0] * SCALE - 1, top + box[1] * SCALE - 1


def _moved(outline: Outline, place: Place) -> Outline:
    return tuple(((place[0] + x) * SCALE - 0.5, (place[1] + y) * SCALE - 0.5) for x, y in outline)
