"""A bar says whether its limit is kept."""

from __future__ import annotations

import pytest

from tests.bench.bar import Bar


@pytest.mark.parametrize(
    ("value", "at_least", "line"),
    [
        (80.04, True, "BAR x 80.04 60 ok"),
        (60.0, True, "BAR x 60 60 ok"),
        (59.9, True, "BAR x 59.9 60 short"),
        (59.9, False, "BAR x 59.9 60 ok"),
        (80.0, False, "BAR x 80 60 short"),
    ],
)
def test_a_bar_is_kept_or_short(value: float, at_least: bool, line: str) -> None:
    assert Bar("x", value, 60, at_least, "a / b").line() == line
