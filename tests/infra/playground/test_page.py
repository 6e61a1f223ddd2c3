"""The page's files, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from infra.local.playground.web import PAGE

FILES = sorted(PAGE.iterdir())
NAMESPACES = {"http://www.w3.org/2000/svg"}
FROM_OURSELVES = re.compile(r'(?:src|href)="(/[^"]*)"|from "\./([^"]+)"')


def test_the_page_has_files() -> None:
    assert {"index.html", "main.js", "theme.css", "icon.svg"} <= {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    text = path.read_text()
    assert set(re.findall(r"https?://[\w./]+", text)) <= NAMESPACES
    assert not re.search(r"@import|\beval\(|innerHTML", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_is_longer_than_a_module_may_be(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


def test_everything_that_is_named_is_there() -> None:
    named = [found for path in FILES for pair in FROM_OURSELVES.findall(path.read_text()) for found in pair if found]
    assert len(named) > 20
    assert {Path(name).name for name in named} <= {path.name for path in FILES}


def test_every_element_that_a_script_asks_for_is_in_the_page() -> None:
    scripts = "".join(path.read_text() for path in FILES if path.suffix == ".js")
    asked = set(re.findall(r'\$\("([\w-]+)"\)', scripts))
    made = set(re.findall(r'id="([\w-]+)"', (PAGE / "index.html").read_text()))
    assert len(asked) > 20
    assert asked <= made
