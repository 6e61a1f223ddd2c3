"""Where things lie in a picture, in pixels.

Pictures are 960 wide, because three columns then line up with a keyboard of three buttons a row, and never higher
than 1280, because Telegram scales down what is longer.
"""

from __future__ import annotations

from engine.value import Value

COLUMNS = 3
WIDTH = 960
TALLEST = 1280

Box = tuple[int, int]
"""Width and height."""

Place = tuple[int, int]
"""Left and top."""


class SymbolSize(Value):
    """How large symbols are drawn, and how fine.

    `stroke` is the outline's width; `stripe` and `period` a stripe's thickness and the way from one to the next;
    `dot` and `pitch` the same for dots (a diameter); `gap` lies between two symbols.
    """

    box: Box
    gap: int
    stroke: int
    stripe: int
    period: int
    dot: int
    pitch: int


class CardSize(Value):
    """A card of some size: what is on it and where. `label` is where its number starts, `mark` the mark's width."""

    box: Box
    radius: int
    symbol: SymbolSize
    label: Place
    font: int
    mark: int
    mark_inset: int

    def symbol_places(self, number: int) -> tuple[Place, ...]:
        """Where each of 1 to 3 symbols lies on the card."""
        (width, height), (card_width, card_height) = self.symbol.box, self.box
        step = width + self.symbol.gap
        left = (card_width - number * step + self.symbol.gap) // 2
        return tuple((left + step * place, (card_height - height) // 2) for place in range(number))

    def mark_place(self) -> Place:
        """Where the mark lies on the card."""
        inset = self.mark_inset + self.mark
        return self.box[0] - inset, self.box[1] - inset


class Geometry(Value):
    """The cells of a table: each holds one card, `pad` from the cell's left and top."""

    cell: Box
    pad: int
    card: CardSize
    ring: int = 6
    tab: tuple[int, int] = (34, 50)
    tab_height: int = 38
    tab_radius: int = 16

    def cell_place(self, slot: int) -> Place:
        """Where the cell of a slot lies, counted from 0."""
        return slot % COLUMNS * self.cell[0], slot // COLUMNS * self.cell[1]


ROOMY = Geometry(
    cell=(320, 208),
    pad=8,
    card=CardSize(
        box=(304, 192),
        radius=22,
        symbol=SymbolSize(box=(63, 127), gap=12, stroke=6, stripe=5, period=12, dot=9, pitch=14),
        label=(9, 8),
        font=29,
        mark=26,
        mark_inset=9,
    ),
)
"""For tables of up to six rows."""

DENSE = Geometry(
    cell=(320, 168),
    pad=8,
    card=CardSize(
        box=(304, 152),
        radius=20,
        symbol=SymbolSize(box=(53, 106), gap=16, stroke=5, stripe=4, period=10, dot=7, pitch=12),
        label=(9, 8),
        font=29,
        mark=26,
        mark_inset=9,
    ),
)
"""For taller ones."""

FOOTER = 96
"""The height of the footer."""

MINI = CardSize(
    box=(160, 84),
    radius=10,
    symbol=SymbolSize(box=(33, 67), gap=7, stroke=3, stripe=3, period=8, dot=5, pitch=8),
    label=(0, 0),
    font=0,
    mark=14,
    mark_inset=5,
)
"""The cards in the footer."""

CHIP = 60
"""The diameter of the chip in the footer."""

RIM = 3
"""The breadth of its rim."""

CHIP_FONT = 34
"""The size of its number."""

CHIP_PLACE = (12, (FOOTER - CHIP) // 2)
"""Where the chip lies in the footer."""


def mini_place(at: int) -> Place:
    """Where the mini cards lie in the footer, counted from 0."""
    return 84 + at * (MINI.box[0] + 8), (FOOTER - MINI.box[1]) // 2


def rows_of(count: int) -> int:
    """How many rows so many cards take; a bare table is still one row high."""
    return max(1, -(-count // COLUMNS))


def geometry_of(count: int, footer: int) -> Geometry:
    """The roomiest geometry in which so many cards and a footer of this height stay within `TALLEST`."""
    return ROOMY if rows_of(count) * ROOMY.cell[1] + footer <= TALLEST else DENSE
