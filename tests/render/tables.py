"""Tables to draw in tests."""

from __future__ import annotations

from random import Random

from engine.card import DECK
from engine.look import Design, Look, Palette
from render.table_image import Picture, Taken

LOOKS = [Look(design, palette, marks) for design in Design for palette in Palette for marks in (False, True)]


def look_name(look: Look) -> str:
    """A look as the name of a test's case."""
    return f"{look.design.value}-{look.palette.value}{'-marks' if look.marks else ''}"


def dealt(count: int, seed: int, look: Look, *, fresh: int = 0, seat: int | None = None) -> Picture:
    """Some table: so many cards, so many of them newly dealt, and a footer if there is a seat for it."""
    random = Random(seed)
    cards = random.sample(DECK, count + 3)
    taken = Taken(seat, (cards[-3], cards[-2], cards[-1])) if seat else None
    return Picture(tuple(cards[:count]), look, frozenset(random.sample(cards[:count], fresh)), taken)
