from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api import content
from infra.local.bot_api.message import Message
from infra.local.bot_api.photo import file_id
from tests.infra.bot_api.stage import png

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("text", ["", "  ", "\u202e\r", "<b></b>"])
async def test_a_text_must_hold_something(town: Town, text: str) -> None:
    told = await town.refusal("sendMessage", chat_id=town.group.id, text=text, parse_mode="HTML")
    assert told == "Bad Request: message text is empty"


async def test_lengths_are_counted_after_the_formatting_in_utf16(town: Town) -> None:
    whole = "<b>" + "👩" * 2048 + "</b>"
    assert await town.send(whole, parse_mode="HTML")
    told = await town.refusal("sendMessage", chat_id=town.group.id, text="👩" * 2049)
    assert told == "Bad Request: message is too long"


async def test_a_caption_may_be_empty(town: Town) -> None:
    assert "caption" not in await town.picture(caption="")


@pytest.mark.parametrize("photo", ["", "nonsense", file_id(1000002, "p1", "x"), file_id(1000001, "p99", "x")])
async def test_a_picture_that_is_not_known_is_refused(town: Town, photo: str) -> None:
    await town.picture()
    told = await town.refusal("sendPhoto", chat_id=town.group.id, photo=photo)
    assert told == "Bad Request: wrong file identifier/HTTP URL specified"


async def test_an_attachment_that_is_not_there_is_refused(town: Town) -> None:
    sent = await town.picture()
    media = {"type": "photo", "media": "attach://nowhere"}
    told = await town.refusal("editMessageMedia", chat_id=town.group.id, message_id=sent["message_id"], media=media)
    assert told == "Bad Request: wrong file identifier/HTTP URL specified"


async def test_every_upload_is_a_picture_of_its_own(town: Town) -> None:
    first, second = await town.picture(), await town.picture()
    assert first["photo"][-1]["file_unique_id"] != second["photo"][-1]["file_unique_id"]


def test_of_very_many_pictures_those_that_nobody_sees_are_forgotten(town: Town) -> None:
    data = png(2, 2)
    seen = content.add_photo(town.world, data)
    town.world.post(Message(0, town.group.id, town.world.bot, 0, photo=seen))
    for _ in range(content.PHOTOS_KEPT):
        last = content.add_photo(town.world, data)
    assert len(town.world.state.photos) <= content.PHOTOS_KEPT
    assert {seen, last} <= town.world.state.photos.keys()
