"""Themes: one palette of at most 256 entries holds every paint and every blend that a picture needs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.look import Palette
from render.theme import BLENDS, CHIPS, EDGES, INKS, THEMES, Paint, palette_bytes, ramp, rgb

BOTH_WAYS = [*EDGES, *((over, under) for under, over in EDGES)]


def entries(palette: Palette, seat: int = 1) -> list[tuple[int, ...]]:
    packed = palette_bytes(palette, seat)
    return [tuple(packed[at : at + 3]) for at in range(0, len(packed), 3)]


def test_every_palette_has_a_theme() -> None:
    assert set(THEMES) == set(Palette)


@pytest.mark.parametrize("palette", Palette)
def test_a_palette_fits_into_256_entries_and_starts_with_the_paints(palette: Palette) -> None:
    colours = entries(palette, seat=3)
    assert len(colours) == len(Paint) + BLENDS * len(EDGES) <= 256
    assert tuple(colours[: len(Paint)]) == THEMES[palette].paints(CHIPS[2])
    assert tuple(colours[paint] for paint in INKS) == THEMES[palette].inks


@pytest.mark.parametrize(("under", "over"), BOTH_WAYS)
def test_a_ramp_runs_from_one_paint_to_the_other_without_turning_back(under: Paint, over: Paint) -> None:
    colours, entry = entries(Palette.ORIGINAL), ramp(under, over)
    assert len(entry) == 256
    assert (entry[0], entry[255]) == (under, over)
    for channel in range(3):
        steps = [colours[at][channel] for at in entry]
        assert steps in (sorted(steps), sorted(steps, reverse=True))


@pytest.mark.parametrize(("under", "over"), BOTH_WAYS)
def test_a_ramp_has_even_steps_and_uses_every_blend(under: Paint, over: Paint) -> None:
    entry = ramp(under, over)
    assert len(set(entry)) == BLENDS + 2
    changes = [at for at, (one, other) in enumerate(pairwise(entry)) if one != other]
    assert max(b - a for a, b in pairwise(changes)) - min(b - a for a, b in pairwise(changes)) <= 1


def test_paints_that_never_meet_have_no_ramp() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        ramp(Paint.CHIP, Paint.LABEL)


def test_only_the_chip_differs_from_seat_to_seat() -> None:
    one, other = entries(Palette.DARK, seat=1), entries(Palette.DARK, seat=8)
    assert [at for at in range(len(Paint)) if one[at] != other[at]] == [Paint.CHIP]


def test_eight_seats_have_eight_chips() -> None:
    assert len(set(CHIPS)) == 8


def test_a_colour_is_written_in_six_hexadecimal_digits() -> None:
    assert rgb("1BA473") == (0x1B, 0xA4, 0x73)
