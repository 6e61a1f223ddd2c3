"""Mutations: small, of every kind, and only of what runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from tests.mutants import mutations
from tests.mutants.__main__ import ENGINE, sample

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '''
"""A docstring."""
from typing import NewType
Id = NewType("Id", int)
LIMIT: int = 3

def kept(values: list[int], least: int = 0) -> list[int]:
    """Another."""
    if not values:
        raise ValueError("nothing in it: " + "too bad")
    return [one for one in values if one > least and one is not None]
'''

WANTED = [
    ("3 -> 4", False),
    ("0 -> 1", False),
    ("without not: values", True),
    ("And -> Or", True),
    ("without one > least", True),
    ("without one is not None", True),
    ("not one > least and one is not None", True),
    ("Gt -> GtE", True),
    ("IsNot -> Is", True),
]
"""What is changed, and whether that is within a function."""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    return path


def test_what_runs_is_changed_and_docstrings_types_and_errors_are_not(module: Path) -> None:
    found = [(each.what, each.place.function is not None) for each in mutations.read(module)[1]]
    assert sorted(found) == sorted(WANTED)


def test_each_mutation_changes_the_code_and_compiles(module: Path) -> None:
    texts = {SOURCE}
    for number, _ in enumerate(WANTED):
        tree, found = mutations.read(module)
        found[number].make()
        compile(ast.fix_missing_locations(tree), "module", "exec")
        texts.add(ast.unparse(tree))
    assert len(texts) == len(WANTED) + 1


def test_the_lines_of_a_mutation_are_those_of_its_statement(module: Path) -> None:
    found = {each.what: each.place.lines for each in mutations.read(module)[1]}
    assert found["without not: values"] == range(9, 10)
    assert found["And -> Or"] == range(11, 12)


def test_the_engine_has_many_and_a_sample_is_always_the_same() -> None:
    every = [(path, number) for path in sorted(ENGINE.glob("*.py")) for number, _ in enumerate(mutations.read(path)[1])]
    assert len(every) > 1_000
    drawn = sample(every, 50)
    assert drawn == sample(every, 50) == sorted(drawn)
    assert len({path for path, _ in drawn}) > 15
