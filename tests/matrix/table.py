"""The matrix as people read it: a line for each call of each kind of update, a sign for each fault."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tests.matrix.faults import QUEUE, STORE, TELEGRAM, refusals
from tests.matrix.judging import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.matrix.running import Cell

SIGNS = {
    "same": ".",
    "again": "a",
    "tap": "t",
    "twice": "2",
    "left": "l",
    "words": "w",
    "unsaid": "u",
    "muted": "m",
    "ended": "e",
    "moved": "v",
    "blocked": "b",
    "other's": "o",
    "WRONG": "!",
}
GROUP = 5
"""So many columns stand together."""


def columns(port: str) -> tuple[str, ...]:
    """The faults of a port, in the order of their columns."""
    said = tuple(f"{one.code} {one.description}" for one in refusals())
    return {"store": (*STORE, "conflict"), "queue": QUEUE, "telegram": (*TELEGRAM, *said)}[port]


def table(cells: Iterable[Cell]) -> str:
    """A table for each port, its columns numbered, and what stands in each."""
    by_port: dict[str, list[Cell]] = {}
    for cell in cells:
        by_port.setdefault(cell.call.partition(".")[0], []).append(cell)
    return "\n\n".join(_table(port, found) for port, found in by_port.items())


def _table(port: str, cells: Sequence[Cell]) -> str:
    faults = columns(port)
    lines = [f"{port}: the columns are", *(f"  {number:2} {fault}" for number, fault in enumerate(faults, 1))]
    heads = "".join(str(number % 10) for number in range(1, len(faults) + 1))
    lines.append(f"{'':64} {_spaced(heads)}")
    for (case, number, call), row in groupby(cells, key=lambda cell: (cell.case, cell.number, cell.call)):
        outcomes = {cell.fault: SIGNS[cell.verdict.word] for cell in row}
        name = f"{case:34} {number:2} {call.partition('.')[2]}"
        lines.append(f"{name:64} {_spaced(''.join(outcomes.get(fault, ' ') for fault in faults))}".rstrip())
    return "\n".join(lines)


def _spaced(signs: str) -> str:
    return " ".join(signs[start : start + GROUP] for start in range(0, len(signs), GROUP))


def legend(cells: Sequence[Cell]) -> str:
    """What the signs stand for, as far as there are any."""
    found = {cell.verdict.word for cell in cells}
    told = {**WORDS, "WRONG": "wrong: see below"}
    return "\n".join(["", *(f"  {SIGNS[word]} {word}: {told[word]}" for word in told if word in found)])
