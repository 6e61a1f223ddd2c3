"""How a game's cards look: chosen with the rules, named in texts, drawn by the renderer."""

from __future__ import annotations

from enum import Enum

from engine.value import Value


class Design(Enum):
    """Which symbols and shadings are drawn and named."""

    ORIGINAL = "original"
    MODERN = "modern"


class Palette(Enum):
    """Which three colours are drawn and named."""

    ORIGINAL = "original"
    MODERN = "modern"
    SAFE = "safe"
    DARK = "dark"


class Look(Value):
    """The look of one game: a design, a palette, and whether a small mark on each card repeats its colour."""

    design: Design = Design.ORIGINAL
    palette: Palette = Palette.ORIGINAL
    marks: bool = False
