"""The browser and the playground that the end-to-end tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import async_playwright

from tests.e2e.phone import FLAGS
from tests.infra.playground.running import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
KEEP = "SETGRAM_KEEP_SCREENSHOTS"
"""Set to 1, the screenshots that the README shows are taken anew."""


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Chromium as the system has it."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("Chromium is not installed: the page was not tried in a browser")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """A fresh playground whose group takes as many messages as a quick tester makes."""
    async with running(tmp_path / "play.sqlite", "--per-minute", "2000") as made:
        yield made


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where screenshots go."""
    return Path(__file__).parents[2] / "docs" / "images" if os.environ.get(KEEP) == "1" else tmp_path
