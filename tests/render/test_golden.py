"""Pictures look as they did when somebody last looked at them; `golden.py` says how to accept new ones."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from tests.render.golden import IMAGES, pictures
from tests.render.reading_table import decoded

NAMES = sorted(path.stem for path in IMAGES.glob("*.png"))


def test_every_kept_picture_is_still_drawn_and_every_drawn_one_kept() -> None:
    assert sorted(pictures()) == NAMES
    assert len(NAMES) == 4


@pytest.mark.failure(15)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_pixel_for_pixel_what_it_was(name: str) -> None:
    kept = Image.open(IMAGES / f"{name}.png").convert("RGB")
    drawn = decoded(pictures()[name])
    assert kept.size == drawn.size
    assert ImageChops.difference(kept, drawn).getbbox() is None
