"""Every rule in docs/rules.md is shown by a test that names its id, and no test names a rule that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"

STATED = re.compile(r"^(?:- )?\*\*(R\d+(?:\.\d+)?)\*\*", re.MULTILINE)
NAMED = re.compile(r"\bR\d+(?:\.\d+)?\b")

stated = STATED.findall(RULES.read_text(encoding="utf-8"))
files = {path: path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)}
named = {path: set(NAMED.findall(text)) for path, text in files.items()}


def test_the_rules_and_the_tests_were_found() -> None:
    assert len(stated) > 30
    assert len(files) > 30
    assert "R19.4" in named[TESTS / "engine" / "test_lockouts.py"]


def test_each_id_is_given_once_and_the_numbers_have_no_gap() -> None:
    assert len(set(stated)) == len(stated)
    numbers = sorted({int(rule[1:].split(".")[0]) for rule in stated})
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("rule", [rule for rule in stated if f"{rule}.1" not in stated])
def test_each_rule_is_named_by_a_test(rule: str) -> None:
    assert [path.name for path, ids in named.items() if rule in ids]


def test_no_test_names_a_rule_that_is_not_stated() -> None:
    unknown = {path.name: ids - set(stated) for path, ids in named.items() if ids - set(stated)}
    assert unknown == {}


def test_no_source_names_a_rule_that_is_not_stated() -> None:
    sources = [
        path for room in ("engine", "render", "handler", "infra") for path in (TESTS.parent / room).rglob("*.py")
    ]
    assert len(sources) > 30
    unknown = {
        path.name: set(NAMED.findall(path.read_text(encoding="utf-8"))) - set(stated)
        for path in sources
        if set(NAMED.findall(path.read_text(encoding="utf-8"))) - set(stated)
    }
    assert unknown == {}
