"""How the page looks by day, by night and on a desk. The README shows what is seen here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from PIL import ImageStat

from tests.e2e.phone import Phone, phone, seen
from tests.infra.playground.running import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from PIL import Image
    from playwright.async_api import Browser

    from tests.infra.playground.running import Playground

pytestmark = pytest.mark.anyio

DESK: dict[str, Any] = {"viewport": {"width": 1360, "height": 900}, "is_mobile": False, "has_touch": False}


@pytest.fixture
async def lively(tmp_path: Path) -> AsyncIterator[Playground]:
    """A playground whose robots are in a hurry."""
    async with running(tmp_path / "play.sqlite", "--haste", "4", "--per-minute", "2000") as made:
        yield made


async def begin(ana: Phone) -> None:
    """A demo game in which the robots have taken some sets."""
    await ana.page.click("#demo label:has-text('fast')")
    await ana.page.click("#demo-start")
    await ana.see(
        "Number(document.querySelector('.wide')?.innerText.match(/Deck (\\d+)/)?.[1] ?? 69) <= 60"
        "&& document.querySelectorAll('.wide .key').length === 15"
    )


def brightness(picture: Image.Image) -> float:
    """The mean of all pixels, 0 to 255."""
    return float(ImageStat.Stat(picture.convert("L")).mean[0])


async def test_the_page_is_bright_by_day_and_dark_by_night(browser: Browser, lively: Playground, shots: Path) -> None:
    async with phone(browser, lively.address) as ana, phone(browser, lively.address, color_scheme="dark") as ben:
        await begin(ana)
        await ana.key("7").click()
        await ana.page.wait_for_selector("#toast.open")
        day = await seen(ana, shots / "playground-table.png")
        night = await seen(ben, shots / "playground-night.png")
    assert day.size == night.size == (720, 1600)
    foot = (0, 1500, 720, 1600)  # where one writes: the cards are as bright by night
    assert brightness(day.crop(foot)) > 180
    assert brightness(night.crop(foot)) < 70


async def test_a_verdict_lies_over_the_dimmed_chat(browser: Browser, lively: Playground, shots: Path) -> None:
    async with phone(browser, lively.address) as ana:
        await begin(ana)
        before = await seen(ana)
        await ana.claim((1, 2, 3))
        while not await ana.page.is_visible("#alert"):  # a robot was faster: what is left of the picks goes first
            for _ in range(2):
                await ana.tap("My picks")
                await asyncio.sleep(1.1)
            await ana.claim((1, 2, 3))
        picture = await seen(ana, shots / "playground-verdict.png")
    assert brightness(picture) < brightness(before) - 30
    corner, middle = picture.getpixel((20, 1580)), picture.getpixel((100, 830))
    assert corner != middle


async def test_on_a_desk_the_phone_stands_in_a_frame_and_a_second_one_fits_beside_it(
    browser: Browser, lively: Playground, shots: Path
) -> None:
    async with phone(browser, lively.address, **DESK, device_scale_factor=1) as ana:
        frame = await ana.page.locator("#phone").bounding_box()
        assert frame is not None
        assert (round(frame["width"]), round(frame["height"])) == (408, 860)
        await ana.page.click("#second-phone")
        second = ana.page.frame_locator("#second-frame")
        await second.locator("#chat [data-open-people]:has-text('Ben')").wait_for()
        await begin(ana)
        await second.locator(".wide .key").first.wait_for()
        await seen(ana, shots / "playground-desktop.png")
        boxes = [await ana.page.locator(name).bounding_box() for name in (".about", "#phone", "#second")]
        edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box is not None]
        assert 0 <= edges[0][0] < edges[0][1] < edges[1][0] < edges[1][1] < edges[2][0] < edges[2][1] <= 1360
