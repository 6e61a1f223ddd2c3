"""Tiles: few, kept in bounded caches, and none drawn before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engine.look import Design
from render import masks, symbols, theme, tiles
from render.geometry import DENSE, MINI, ROOMY
from render.theme import Paint

CACHES = {
    f"{module.__name__}.{name}": value
    for module in (masks, symbols, theme, tiles)
    for name, value in vars(module).items()
    if hasattr(value, "cache_info") and value.__module__ == module.__name__
}

NOTHING_YET = """
import render.table_image, render.cards_image
from render import masks, symbols, theme, tiles
print(sum(value.cache_info().currsize for module in (masks, symbols, theme, tiles)
          for value in vars(module).values() if hasattr(value, "cache_info")))
"""


def test_every_cache_is_bounded() -> None:
    assert len(CACHES) >= 8
    assert all(cache.cache_info().maxsize for cache in CACHES.values())


def test_the_caches_hold_all_tiles_there_are() -> None:
    """Drawing everything twice draws nothing twice."""
    for _ in range(2):
        for size in (ROOMY.card, DENSE.card, MINI):
            tiles.card_tile(size)
            for colour in range(3):
                tiles.mark_tile(colour, size.mark)
                for kind in range(18):
                    design = list(Design)[kind // 9]
                    tiles.symbol_tile(design, kind // 3 % 3, kind % 3, colour, size.symbol)
    for cache in (tiles.card_tile, tiles.mark_tile, tiles.symbol_tile):
        assert cache.cache_info().misses == cache.cache_info().currsize


def test_importing_the_renderer_draws_nothing() -> None:
    root = Path(__file__).parents[2]
    child = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-c", NOTHING_YET], cwd=root, check=True, capture_output=True, text=True
    )
    assert child.stdout == "0\n"


def test_tiles_of_one_colour_are_those_of_another_in_other_entries() -> None:
    red, green = (tiles.symbol_tile(Design.ORIGINAL, 2, 0, colour, ROOMY.card.symbol) for colour in (0, 1))
    assert Paint.INK_1 in red.tobytes()
    assert Paint.INK_2 not in red.tobytes()
    assert red.tobytes() != green.tobytes()
    assert [entry == Paint.CARD for entry in red.tobytes()] == [entry == Paint.CARD for entry in green.tobytes()]


def test_a_tab_is_wider_for_two_digits() -> None:
    ring = [tiles.fresh_cell_tile(ROOMY, digits).tobytes().count(Paint.FRESH) for digits in (1, 2)]
    assert 0 < ring[0] < ring[1]


def test_a_chip_shows_its_rim_and_face() -> None:
    shown = {tiles.chip_tile(seat).tobytes() for seat in range(1, 9)}
    assert len(shown) == 8
    assert all({Paint.BACKGROUND, Paint.RIM, Paint.CHIP} <= set(tile) for tile in shown)
