"""How fast a table is drawn and how large its picture is."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from subprocess import run
from time import thread_time
from typing import TYPE_CHECKING, TypeVar
from zlib import compress

from PIL import Image

from engine.card import DECK
from engine.look import Design, Look, Palette
from render.table_image import Picture, Taken, table_png
from tests.bench.bar import Bar
from tests.bench.naive_table import naive_png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.card import Card

T = TypeVar("T")

IDS = ("table-naive", "table-deflate", "table-bytes", "table-cold")

SEED = 20261130
CARDS = 12
NAIVE_TABLES = 12
TABLES_PER_NAIVE = 20
SIZED_TABLES = 400
COLD_STARTS = 9

COLD = """
import sys
from time import perf_counter
from random import Random
from render.table_image import table_png
from tests.bench.naive_table import naive_png
from tests.bench.render_bars import picture_of
picture = picture_of(Random(int(sys.argv[2])))
draw = {"ours": table_png, "naive": naive_png}[sys.argv[1]]
before = perf_counter()
draw(picture)
print(perf_counter() - before)
"""


def bars() -> Iterator[Bar]:
    """The four bars, measured one after the other in this process and, for the cold ones, in fresh ones."""
    random = Random(SEED)
    for design in Design:
        _draw_every_card(design)
    naive, ours, deflate = _timed(random)
    run_text = f"{len(naive)} and {len(ours)} tables of {CARDS} cards not drawn before, interleaved, seed {SEED}"
    yield Bar(
        "table-naive", median(naive) / median(ours), 60, True,
        f"naive {_ms(naive)} / table_png {_ms(ours)}, processor time, warm, medians of {run_text}; "
        "naive draws all cards at 4x with ImageDraw, LANCZOS down, PNG as Pillow saves it by default",
    )  # fmt: skip
    yield Bar(
        "table-deflate", median(a / b for a, b in zip(ours, deflate, strict=True)), 1.8, False,
        f"table_png {_ms(ours)} / zlib.compress(pixels, 3) of the same palette pixels {_ms(deflate)}, same run, "
        "median of the tables' own ratios",
    )  # fmt: skip
    sizes = [len(table_png(picture)) for picture in (*_heaviest(random), *_pictures(random, SIZED_TABLES))]
    yield Bar(
        "table-bytes", max(sizes) / 1000, 40, False,
        f"largest PNG in KB of {len(sizes)} tables of {CARDS} cards in all looks, the fullest cards among them "
        f"(median {median(sizes) / 1000:.1f})",
    )  # fmt: skip
    cold: dict[str, list[float]] = {"ours": [], "naive": []}
    for turn in range(COLD_STARTS):
        for name, times in cold.items():
            times.append(_cold(name, turn))
    yield Bar(
        "table-cold", median(cold["ours"]) / median(cold["naive"]), 0.2, False,
        f"first table_png {_ms(cold['ours'])} / first naive {_ms(cold['naive'])} in a fresh process after the "
        f"imports, medians of {COLD_STARTS} processes each",
    )  # fmt: skip


def picture_of(random: Random, look: Look | None = None) -> Picture:
    """A table in the middle of a game: twelve cards, three of them newly dealt, and the last set below."""
    cards = random.sample(DECK, CARDS + 3)
    look = look or Look(random.choice(list(Design)), random.choice(list(Palette)), random.choice((False, True)))
    return _picture(cards, look, frozenset(random.sample(cards[:CARDS], 3)), random.randint(1, 8))


def _picture(cards: list[Card], look: Look, fresh: frozenset[Card], seat: int) -> Picture:
    return Picture(tuple(cards[:CARDS]), look, fresh, Taken(seat, (cards[-3], cards[-2], cards[-1])))


def _pictures(random: Random, count: int) -> Iterator[Picture]:
    return (picture_of(random) for _ in range(count))


def _heaviest(random: Random) -> Iterator[Picture]:
    """Tables of the cards with most on them: three symbols, patterned, marks, and every card newly dealt."""
    full = sorted(DECK, key=lambda card: (card // 9 % 3 != 1, -(card % 3)))[: CARDS + 3]
    for design in Design:
        for palette in Palette:
            cards = random.sample(full, len(full))
            yield _picture(cards, Look(design, palette, marks=True), frozenset(cards), random.randint(1, 8))


def _draw_every_card(design: Design) -> None:
    look = Look(design, marks=True)
    for first in range(0, len(DECK), CARDS):
        cards = [*(DECK + DECK)[first : first + CARDS], *DECK[first : first + 3]]
        for seat in range(1, 9):
            table_png(_picture(cards, look, frozenset(), seat))
            table_png(_picture(cards, look, frozenset(cards), seat))


def _timed(random: Random) -> tuple[list[float], list[float], list[float]]:
    naive, ours, deflate = [], [], []
    for _ in range(NAIVE_TABLES):
        naive.append(_seconds(naive_png, picture_of(random)))
        for picture in _pictures(random, TABLES_PER_NAIVE):
            ours.append(_seconds(table_png, picture))
            pixels = Image.open(BytesIO(table_png(picture))).tobytes()
            deflate.append(_seconds(lambda pixels: compress(pixels, 3), pixels))
    return naive, ours, deflate


def _seconds(call: Callable[[T], bytes], argument: T) -> float:
    """The processor's seconds: what else runs on the machine would only blur the comparison."""
    before = thread_time()
    call(argument)
    return thread_time() - before


def _cold(name: str, seed: int) -> float:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", COLD, name, str(seed)]
    child = run(command, cwd=root, check=True, capture_output=True, text=True)  # noqa: S603 (our own command)
    return float(child.stdout)


def _ms(times: list[float]) -> str:
    return f"{median(times) * 1000:.2f} ms"
