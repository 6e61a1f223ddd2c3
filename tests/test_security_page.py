"""docs/security.md: each threat names tests, and each of these exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text()


def test_every_test_that_the_threat_model_names_exists() -> None:
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^\s*(?:async )?def (test_\w+)", tests, re.MULTILINE))
    named = re.findall(r"`(test_\w+)`", PAGE)
    assert len(named) >= 20
    assert sorted(set(named) - there) == []


def test_every_threat_names_a_test_and_the_page_is_one_page() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 12
    assert [row for row in rows if "`test_" not in row.rsplit("|", 2)[1]] == []
    assert len(PAGE.splitlines()) <= 60


def test_every_bar_that_the_page_names_is_measured() -> None:
    bars = "".join(path.read_text() for path in (ROOT / "tests" / "bench").glob("*_bars.py"))
    named = re.findall(r"bar `([a-z-]+)`", PAGE)
    assert named
    assert [name for name in named if f'"{name}"' not in bars] == []
