"""The outlines of symbols and marks, as polygons of so many points that they look smooth."""

from __future__ import annotations

from math import cos, hypot, pi, sin, tau
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a closed polygon, clockwise as seen (y points down)."""


def bezier(start: Point, one: Point, two: Point, end: Point, steps: int = 16) -> Outline:
    """A cubic curve as points, its start left out."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (
            sum(w * p for w, p in zip(weights, axis, strict=True)) for axis in zip(start, one, two, end, strict=True)
        )
        points.append((x, y))
    return tuple(points)


def turned(outline: Iterable[Point]) -> Outline:
    """An outline in the unit square turned by half a circle."""
    return tuple((1 - x, 1 - y) for x, y in outline)


def scaled(outline: Iterable[Point], width: float, height: float) -> Outline:
    """An outline in the unit square, made to fill a box."""
    return tuple((x * width, y * height) for x, y in outline)


def inset(outline: Outline, by: float) -> Outline:
    """An outline drawn inwards: each edge moves by as much, each corner stays as sharp as it was."""
    moved = []
    for before, (x, y), after in zip(outline[-1:] + outline[:-1], outline, outline[1:] + outline[:1], strict=True):
        ax, ay = _inward(before, (x, y))
        bx, by_ = _inward((x, y), after)
        scale = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * scale, y + (ay + by_) * scale))
    return tuple(moved)


def _inward(start: Point, end: Point) -> Point:
    """The unit vector to the inside of a clockwise edge."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length


def diamond(width: float, height: float) -> Outline:
    """A rhombus."""
    return scaled(((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)), width, height)


def oval(width: float, height: float) -> Outline:
    """Two half circles and straight sides, upright."""
    radius, steps = width / 2, 32
    arc = [(radius - radius * cos(pi * s / steps), radius - radius * sin(pi * s / steps)) for s in range(steps + 1)]
    return (*arc, *((width - x, height - y) for x, y in arc))


_SQUIGGLE: tuple[tuple[Point, Point, Point], ...] = (
    ((0.0, 0.061), (0.152, 0.0), (0.38, 0.0)),
    ((0.688, 0.0), (1.0, 0.118), (1.0, 0.28)),
    ((1.0, 0.45), (0.66, 0.548), (0.66, 0.66)),
    ((0.66, 0.772), (1.0, 0.765), (1.0, 0.87)),
)
"""Four curves from the upper tip over the shoulder and the waist to the lower tip. The joins were set by eye for a
lively swing of even breadth; the handles are those that make the curvature change least."""


def squiggle(width: float, height: float) -> Outline:
    """The squiggle: half of it drawn, the other half the same turned round."""
    start = turned([_SQUIGGLE[-1][2]])[0]
    half: list[Point] = []
    for one, two, end in _SQUIGGLE:
        half += bezier(half[-1] if half else start, one, two, end)
    return scaled((*half, *turned(half)), width, height)


def rectangle(width: float, height: float) -> Outline:
    """A rectangle of whole pixels, a little smaller than the box because it looks larger than the others."""
    left, top = round(width * 0.08), round(height * 0.03)
    return (left, top), (width - left, top), (width - left, height - top), (left, height - top)


def ellipse(width: float, height: float) -> Outline:
    """An ellipse."""
    return scaled(((0.5 + cos(tau * s / 96) / 2, 0.5 + sin(tau * s / 96) / 2) for s in range(96)), width, height)


def wave(width: float, height: float) -> Outline:
    """An upright ribbon that swings once to either side."""
    swing, ribbon, steps = 0.14, 0.72, 32
    # Next to the ends, where the swing is as good as straight, points would be closer than an inset moves the corner.
    side = [(swing * (1 - sin(tau * s / steps)), s / steps) for s in (0, *range(3, steps - 2), steps)]
    right = [(x + ribbon, y) for x, y in side]
    return scaled((*right, *reversed(side)), width, height)
