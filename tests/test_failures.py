"""The list of what fails at Telegram, held to the tests that it names."""

from __future__ import annotations

import ast
import re
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILURES, ARGUED_AWAY = 63, 15

ITEM = re.compile(r"(\d+)\. .+")
TEST = re.compile(r"   - `(tests/[\w/]+\.py)::(test_\w+)`")


def named() -> dict[int, set[str]]:
    """The tests that the list names, by number; none where a failure is argued away."""
    found: dict[int, set[str]] = {}
    lines = (ROOT / "docs" / "failures.md").read_text().splitlines()
    for row, line in enumerate(lines):
        if item := ITEM.fullmatch(line):
            tests = takewhile(bool, map(TEST.fullmatch, lines[row + 1 :]))
            number = int(item[1])
            assert number not in found
            found[number] = {f"{test[1]}::{test[2]}" for test in tests if test}
            assert bool(found[number]) != ("*Argued away:*" in line), line
    return found


def marked() -> dict[int, set[str]]:
    """The tests that say which failures they show."""
    found: dict[int, set[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for test in ast.parse(file.read_text()).body:
            for number in _numbers(test):
                name = getattr(test, "name", "")
                found.setdefault(number, set()).add(f"{file.relative_to(ROOT)}::{name}")
    return found


def _numbers(test: ast.stmt) -> list[int]:
    marks = [mark for mark in getattr(test, "decorator_list", []) if isinstance(mark, ast.Call)]
    ours = [mark for mark in marks if ast.unparse(mark.func) == "pytest.mark.failure"]
    return [ast.literal_eval(number) for mark in ours for number in mark.args]


def test_no_failure_is_missing_and_few_are_argued_away() -> None:
    tests = named()
    assert sorted(tests) == list(range(1, FAILURES + 1))
    assert sum(not names for names in tests.values()) <= ARGUED_AWAY


def test_each_failure_has_the_tests_that_are_named_and_they_carry_its_number() -> None:
    assert {number: names for number, names in named().items() if names} == marked()
