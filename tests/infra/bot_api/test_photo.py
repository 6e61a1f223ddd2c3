from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.limits import Limits
from infra.local.bot_api.photo import Photo, check_photo, file_id, key_of, photo_sizes
from tests.infra.bot_api.stage import png

LIMITS = Limits()


def refusal(data: bytes, limits: Limits = LIMITS) -> str:
    with pytest.raises(ApiError) as refused:
        check_photo(data, limits)
    return refused.value.description.removeprefix("Bad Request: ")


def test_a_picture_is_decoded_and_measured() -> None:
    assert check_photo(png(40, 30), LIMITS) == (40, 30)


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"") == "file must be non-empty"


@pytest.mark.parametrize("data", [b"no picture", png()[:60], png(300, 300)[:90]], ids=["text", "head", "cut"])
def test_what_cannot_be_decoded_is_refused(data: bytes) -> None:
    assert refusal(data) == "IMAGE_PROCESS_FAILED"


def test_a_picture_has_at_most_ten_megabytes() -> None:
    assert check_photo(png(), replace(LIMITS, photo_bytes=len(png()))) == (40, 30)
    told = f"file of size {len(png())} bytes is too big for a photo; the maximum size is 50 bytes"
    assert refusal(png(), replace(LIMITS, photo_bytes=50)) == told


@pytest.mark.parametrize(("width", "height"), [(9801, 200), (400, 9601)])
def test_width_and_height_add_up_to_at_most_10000(width: int, height: int) -> None:
    assert refusal(png(width, height)) == "PHOTO_INVALID_DIMENSIONS"


@pytest.mark.parametrize(("width", "height"), [(210, 10), (10, 201)])
def test_one_side_is_at_most_20_times_the_other(width: int, height: int) -> None:
    assert refusal(png(width, height)) == "PHOTO_INVALID_DIMENSIONS"


def test_the_widest_strip_is_allowed() -> None:
    assert check_photo(png(200, 10), LIMITS) == (200, 10)


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (60, 40, [(60, 40)]),
        (90, 45, [(90, 45)]),
        (640, 480, [(90, 68), (320, 240), (640, 480)]),
        (1280, 960, [(90, 68), (320, 240), (800, 600), (1280, 960)]),
        (2000, 1000, [(90, 45), (320, 160), (800, 400), (1280, 640)]),
    ],
)
def test_a_picture_comes_in_sizes_up_to_1280(width: int, height: int, expected: list[tuple[int, int]]) -> None:
    sizes = photo_sizes(Photo("p1", width, height, bytes(1000)), 7)
    assert [(size["width"], size["height"]) for size in sizes] == expected
    assert len({size["file_id"] for size in sizes}) == len({size["file_unique_id"] for size in sizes}) == len(sizes)


def test_every_size_names_its_picture() -> None:
    sizes = photo_sizes(Photo("p12", 1280, 960, b"x"), 7)
    assert {key_of(size["file_id"], 7) for size in sizes} == {"p12"}


def test_a_file_id_is_good_for_one_bot_only() -> None:
    assert key_of(file_id(7, "p1", "x"), 8) is None


@given(st.integers(1, 2**52), st.from_regex(r"\Ap[0-9]{1,9}\Z"), st.sampled_from("smxy"))
def test_a_file_id_has_an_inverse(bot: int, key: str, letter: str) -> None:
    assert key_of(file_id(bot, key, letter), bot) == key


@given(st.text())
def test_no_other_text_names_a_picture(text: str) -> None:
    assert key_of(text, 7) is None
