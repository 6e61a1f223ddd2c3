"""Outlines: they fill their box, run clockwise, and shrink evenly."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.geometry import DENSE, MINI, ROOMY, SymbolSize
from render.outlines import Outline, bezier, diamond, ellipse, inset, oval, rectangle, scaled, squiggle, turned, wave

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = Callable[[float, float], Outline]

SHAPES = [diamond, oval, squiggle, rectangle, ellipse, wave]
SIZES = [ROOMY.card.symbol, DENSE.card.symbol, MINI.symbol]


def doubled_area(outline: Outline) -> float:
    """Twice the area, positive if the outline runs clockwise as seen."""
    return sum(a * d - b * c for (a, b), (c, d) in pairwise((*outline, outline[0])))


def distance(point: tuple[float, float], outline: Outline) -> float:
    """How far a point is from the nearest edge."""
    return min(_from_edge(point, start, end) for start, end in pairwise((*outline, outline[0])))


def _from_edge(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_fills_its_box(shape: Shape) -> None:
    outline = shape(63, 127)
    for axis, side in enumerate((63, 127)):
        values = [point[axis] for point in outline]
        assert 0 <= min(values) <= side * 0.09
        assert side * 0.91 <= max(values) <= side


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_the_same_turned_round(shape: Shape) -> None:
    outline = scaled(shape(63, 127), 1 / 63, 1 / 127)
    assert all(distance(point, outline) < 1e-9 for point in turned(outline))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_inset_is_everywhere_as_far_from_the_outline_as_the_stroke_is_broad(shape: Shape, size: SymbolSize) -> None:
    outline = shape(*size.box)
    assert doubled_area(outline) > doubled_area(inset(outline, size.stroke)) > 0
    assert all(
        distance(point, outline) == pytest.approx(size.stroke, abs=0.25) for point in inset(outline, size.stroke)
    )


def span_at(outline: Outline, height: float) -> tuple[float, float]:
    """From where to where an outline reaches at a height."""
    crossing = [
        ax + (bx - ax) * (height - ay) / (by - ay)
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0]))
        if (ay < height) != (by < height)
    ]
    return min(crossing), max(crossing)


def test_the_squiggle_swings_and_is_of_even_breadth() -> None:
    upper, middle, lower = (span_at(squiggle(1, 1), height) for height in (0.3, 0.5, 0.7))
    assert all(0.5 < right - left < 0.75 for left, right in (upper, middle, lower))
    assert sum(upper) - 0.2 > sum(middle) > sum(lower) + 0.2


point = st.tuples(st.floats(0, 1), st.floats(0, 1))


@given(start=point, one=point, two=point, end=point)
def test_a_curve_ends_where_it_should_and_stays_between_its_handles(
    start: tuple[float, float], one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
) -> None:
    curve = bezier(start, one, two, end, steps=9)
    assert len(curve) == 9
    assert curve[-1] == pytest.approx(end)
    assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in curve)


def test_scaling_stretches_each_axis() -> None:
    assert scaled(((0, 0), (0.5, 1)), 10, 4) == ((0, 0), (5, 4))
