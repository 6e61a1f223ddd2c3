"""Which colours a picture is painted with, and how they share the 256 entries of its palette.

A picture is drawn in palette indexes only. Each paint owns one entry, and each pair of paints that meet in a picture
owns a run of blends between them, so that edges are smooth and nothing is ever quantised; another theme is then
nothing but another palette.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from engine.look import Palette
from engine.value import Value


class Paint(IntEnum):
    """What is painted; the value is the paint's entry in the palette."""

    BACKGROUND = 0
    CARD = 1
    INK_1 = 2
    INK_2 = 3
    INK_3 = 4
    LABEL = 5
    FRESH = 6
    FRESH_LABEL = 7
    RIM = 8
    CHIP = 9


INKS = (Paint.INK_1, Paint.INK_2, Paint.INK_3)
"""The paint of each colour, in the order of a card's colour feature."""

EDGES: tuple[tuple[Paint, Paint], ...] = (
    (Paint.BACKGROUND, Paint.CARD),
    (Paint.CARD, Paint.INK_1),
    (Paint.CARD, Paint.INK_2),
    (Paint.CARD, Paint.INK_3),
    (Paint.CARD, Paint.LABEL),
    (Paint.BACKGROUND, Paint.FRESH),
    (Paint.FRESH, Paint.CARD),
    (Paint.FRESH, Paint.FRESH_LABEL),
    (Paint.BACKGROUND, Paint.RIM),
    (Paint.RIM, Paint.CHIP),
)
"""The pairs of paints that meet in a picture, each way round."""

BLENDS = 6
"""How many blends lie between two paints that meet: eight steps with the paints themselves. More cost bytes unseen."""

Colour = tuple[int, int, int]
"""Red, green and blue, each 0..255."""


def rgb(text: str) -> Colour:
    """The colour of six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


class Theme(Value):
    """The colours of one palette: everything in a picture but the chip, whose colour is the seat's."""

    background: Colour
    card: Colour
    inks: tuple[Colour, Colour, Colour]
    label: Colour
    fresh: Colour = (0xFF, 0xB3, 0x00)
    fresh_label: Colour = (0x1B, 0x20, 0x28)
    rim: Colour = (0xFF, 0xFF, 0xFF)

    def paints(self, chip: Colour) -> tuple[Colour, ...]:
        """The colour of each paint, in the order of `Paint`."""
        return self.background, self.card, *self.inks, self.label, self.fresh, self.fresh_label, self.rim, chip


_LIGHT = (rgb("34495E"), rgb("FFFFFF"))

THEMES: dict[Palette, Theme] = {
    Palette.ORIGINAL: Theme(*_LIGHT, (rgb("D2000F"), rgb("1BA473"), rgb("3D0F8C")), rgb("66727E")),
    Palette.MODERN: Theme(*_LIGHT, (rgb("E4002B"), rgb("4A148C"), rgb("00A3AD")), rgb("66727E")),
    Palette.SAFE: Theme(rgb("404B57"), rgb("FFFFFF"), (rgb("EC6200"), rgb("1A73E8"), rgb("14121A")), rgb("66727E")),
    Palette.DARK: Theme(
        rgb("0B0E13"), rgb("222A34"), (rgb("FF4A3D"), rgb("86FFC8"), rgb("A274FF")), rgb("97A3B0"), rgb("FFC02E")
    ),
}
"""The themes. Inks differ in lightness as well as in hue, so that they stay apart for every kind of colour vision."""

CHIPS: tuple[Colour, ...] = (
    *(rgb("1A73E8"), rgb("C2410C"), rgb("0F766E"), rgb("9D174D")),
    *(rgb("A87400"), rgb("111827"), rgb("64748B"), rgb("6B21A8")),
)
"""The chip of each seat, seat 1 first. Eight colours cannot all be told apart by everyone: the number on them can."""


def _blend(under: Colour, over: Colour, step: int) -> Colour:
    """The colour `step` of `BLENDS` + 1 steps on the way from one to the other."""
    red, green, blue = ((a * (BLENDS + 1 - step) + b * step) // (BLENDS + 1) for a, b in zip(under, over, strict=True))
    return red, green, blue


@lru_cache(maxsize=len(Palette) * (len(CHIPS) + 1))
def palette_bytes(palette: Palette, seat: int = 1) -> bytes:
    """The picture palette of a theme, three bytes an entry, with the chip of `seat`."""
    paints = THEMES[palette].paints(CHIPS[seat - 1])
    blends = [_blend(paints[under], paints[over], step) for under, over in EDGES for step in range(1, BLENDS + 1)]
    return b"".join(map(bytes, (*paints, *blends)))


@lru_cache(maxsize=2 * len(EDGES))
def ramp(under: Paint, over: Paint) -> tuple[int, ...]:
    """For each coverage 0..255 of `over` upon `under`, the palette entry that shows it."""
    if (under, over) in EDGES:
        first = len(Paint) + BLENDS * EDGES.index((under, over))
        between = range(first, first + BLENDS)
    else:
        first = len(Paint) + BLENDS * EDGES.index((over, under))
        between = range(first + BLENDS - 1, first - 1, -1)
    steps = (under, *between, over)
    return tuple(int(steps[(coverage * (BLENDS + 1) + 127) // 255]) for coverage in range(256))
