from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.limits import Limits
from infra.local.bot_api.methods import call
from tests.infra.bot_api.stage import buttons, make_town, png

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


async def test_a_text_is_stored_cleaned_and_comes_back_whole(town: Town) -> None:
    sent = await town.send(" <b>Ana</b>\u202e &amp; Ben\r ", parse_mode="HTML", reply_markup=buttons("join"))
    assert sent["text"] == "Ana & Ben"
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 3}]
    assert sent["from"]["id"] == town.world.bot
    assert sent["date"] == town.world.now()
    assert sent["reply_markup"] == buttons("join")


async def test_a_message_is_silent_if_asked(town: Town) -> None:
    feed = town.world.subscribe(town.ben)
    await town.send()
    await town.send(disable_notification=True)
    assert [(await anext(feed)).silent for _ in range(2)] == [False, True]


async def test_a_reply_shows_what_it_replies_to(town: Town) -> None:
    said = town.world.say(town.ana, town.group.id, "/score")
    sent = await town.send(reply_parameters={"message_id": said.id})
    assert sent["reply_to_message"]["text"] == "/score"


@pytest.mark.parametrize("reply", [{"message_id": 999}, {"message_id": "x"}, {"chat_id": 5}])
async def test_a_reply_to_nothing_is_refused_unless_it_may_be_sent_without(
    town: Town, reply: dict[str, object]
) -> None:
    told = await town.refusal("sendMessage", chat_id=town.group.id, text="x", reply_parameters={"message_id": 999})
    assert told == "Bad Request: message to be replied not found"
    sent = await town.send(reply_parameters=reply | {"message_id": 999, "allow_sending_without_reply": True})
    assert "reply_to_message" not in sent


async def test_a_picture_is_known_again_by_its_file_id(town: Town) -> None:
    first = await town.picture()
    again = await town.call("sendPhoto", chat_id=town.group.id, photo=first["photo"][0]["file_id"])
    assert again["photo"] == first["photo"]
    assert town.world.photo(again["photo"][-1]["file_id"]) == png()


async def test_a_picture_must_be_there(town: Town) -> None:
    with pytest.raises(ApiError, match="there is no photo in the request"):
        await call(town.world, "sendPhoto", {"chat_id": town.group.id})


async def test_an_upload_takes_its_time() -> None:
    town = make_town(Limits(upload_seconds=2.0))
    sending = asyncio.ensure_future(town.picture())
    await asyncio.sleep(0.005)
    assert not sending.done()
    town.clock.advance(2)
    assert (await sending)["photo"]


@pytest.mark.parametrize("markup", [{"force_reply": True}, {"remove_keyboard": True}])
async def test_other_keyboards_are_taken_but_not_shown(town: Town, markup: dict[str, object]) -> None:
    assert "reply_markup" not in await town.send(reply_markup=markup)


async def test_that_the_bot_is_busy_is_shown_for_a_known_action(town: Town) -> None:
    feed = town.world.subscribe(town.ben)
    assert await town.call("sendChatAction", chat_id=town.group.id, action="upload_photo")
    assert (await anext(feed)).body == {"action": "upload_photo"}
    told = await town.refusal("sendChatAction", chat_id=town.group.id, action="dancing")
    assert told == "Bad Request: wrong parameter action in request"


async def test_nothing_is_posted_when_a_send_is_refused(town: Town) -> None:
    before = dict(town.group.messages)
    await town.refusal("sendMessage", chat_id=town.group.id, text="x", reply_markup={"inline_keyboard": [["x"]]})
    assert town.group.messages == before
    assert town.group.spent == []
