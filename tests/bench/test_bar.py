"""The bars as they are told, and that none of them is left out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.bench.bar import Bar

PROMISED = {
    "find-sets",
    "table-naive",
    "table-deflate",
    "table-bytes",
    "table-cold",
    "first-update",
    "tap-calls",
    "claim-calls",
    "race-rounds",
    "bundle-start",
    "bundle-bytecode",
    "bundle-size",
    "flood-budget",
    "flood-tap",
}


@pytest.mark.parametrize(
    ("value", "at_least", "line"),
    [
        (10.0, True, "BAR find-sets 10 10 ok"),
        (9.99, True, "BAR find-sets 9.99 10 short"),
        (10.0, False, "BAR find-sets 10 10 ok"),
        (10.01, False, "BAR find-sets 10.01 10 short"),
    ],
)
def test_a_bar_is_one_line_that_says_whether_it_is_kept(value: float, at_least: bool, line: str) -> None:
    assert Bar("find-sets", value, 10, at_least, "this with that").line() == line


def test_every_promised_bar_has_a_module_that_measures_it() -> None:
    modules = [path.stem for path in Path(__file__).parent.glob("*_bars.py")]
    listed = [name for module in modules for name in import_module(f"tests.bench.{module}").IDS]
    assert sorted(listed) == sorted(PROMISED)
