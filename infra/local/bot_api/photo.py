"""Pictures: checked by really decoding them, kept, and found again by their file ids."""

from __future__ import annotations

import base64
import binascii
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from infra.local.bot_api.errors import bad_request

if TYPE_CHECKING:
    from infra.local.bot_api.limits import Limits
    from infra.local.bot_api.message import Json

_BOXES = (("s", 90), ("m", 320), ("x", 800), ("y", 1280))


@dataclass(frozen=True, slots=True)
class Photo:
    """One uploaded picture, with its bytes as they came."""

    key: str
    width: int
    height: int
    data: bytes


def check_photo(data: bytes, limits: Limits) -> tuple[int, int]:
    """The width and height of a picture that Telegram would take.

    Raises:
        ApiError: it is empty, too heavy, too large, too narrow, or no picture.
    """
    if not data:
        raise bad_request("file must be non-empty")
    if len(data) > limits.photo_bytes:
        told = f"file of size {len(data)} bytes is too big for a photo; the maximum size is {limits.photo_bytes} bytes"
        raise bad_request(told)
    try:
        with Image.open(io.BytesIO(data)) as image:
            _check_sides(*image.size, limits)
            image.load()
            return image.size
    except (OSError, SyntaxError, ValueError) as error:
        raise bad_request("IMAGE_PROCESS_FAILED") from error


def _check_sides(width: int, height: int, limits: Limits) -> None:
    if width + height > limits.photo_sides or max(width, height) > limits.photo_ratio * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")


def photo_sizes(photo: Photo, bot: int) -> list[Json]:
    """The sizes that Telegram offers of a picture, smallest first, none above 1280 pixels."""
    longest = max(photo.width, photo.height)
    boxes = [(letter, box) for letter, box in _BOXES if box < longest]
    last = next((letter for letter, box in _BOXES if box >= longest), None)
    if last is not None:
        boxes.append((last, longest))
    return [_size(photo, bot, letter, box / longest) for letter, box in boxes]


def _size(photo: Photo, bot: int, letter: str, scale: float) -> Json:
    return {
        "file_id": file_id(bot, photo.key, letter),
        "file_unique_id": f"{photo.key}{letter}",
        "file_size": max(1, round(len(photo.data) * scale * scale)),
        "width": max(1, round(photo.width * scale)),
        "height": max(1, round(photo.height * scale)),
    }


def file_id(bot: int, key: str, letter: str) -> str:
    """The name of one size of a picture, good for one bot only."""
    return base64.urlsafe_b64encode(f"photo {bot} {key} {letter}".encode()).decode().rstrip("=")


def key_of(text: str, bot: int) -> str | None:
    """The picture that a file id names, the inverse of `file_id`; None if it is not this bot's."""
    try:
        parts = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split(" ")
    except (binascii.Error, ValueError):
        return None
    return parts[2] if len(parts) == 4 and parts[:2] == ["photo", str(bot)] else None
