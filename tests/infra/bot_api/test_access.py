from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from tests.infra.bot_api.stage import settled

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("chat_id", "told"),
    [
        ("", "Bad Request: chat_id is empty"),
        ("-77", "Bad Request: chat not found"),
        ("@nobody_here", "Bad Request: chat not found"),
        ("1087968824", "Forbidden: bot can't send messages to bots"),
        ("7000001", "Forbidden: bot can't initiate conversation with a user"),
    ],
)
async def test_a_chat_that_cannot_be_reached(town: Town, chat_id: str, told: str) -> None:
    with_text = {"chat_id": chat_id, "text": "x"}
    with pytest.raises(ApiError, match=told):
        await call(town.world, "sendMessage", with_text)


async def test_a_chat_is_reached_by_its_name(town: Town) -> None:
    chat = town.world.make_group("Open", [town.ana], supergroup=True, username="OpenGroup")
    sent = await town.call("sendMessage", chat_id="@opengroup", text="x")
    assert sent["chat"]["id"] == chat.id


@pytest.mark.parametrize(("wide", "kind"), [(False, "group"), (True, "supergroup")])
async def test_a_bot_that_left_is_not_a_member(town: Town, wide: bool, kind: str) -> None:
    chat = town.world.make_group("There", [town.ana], supergroup=wide)
    await town.call("leaveChat", chat_id=chat.id)
    told = await town.refusal("sendMessage", chat_id=chat.id, text="x")
    assert told == f"Forbidden: bot is not a member of the {kind} chat"


async def test_a_deleted_group_is_gone(town: Town) -> None:
    town.world.delete_group(town.group.id)
    told = await town.refusal("sendMessage", chat_id=town.group.id, text="x")
    assert told == "Forbidden: the group chat was deleted"


async def test_rights_that_are_taken_while_a_call_waits_count(town: Town) -> None:
    for _ in range(20):
        await town.send()
    town.clock.advance(55)
    waiting = asyncio.ensure_future(town.refusal("sendMessage", chat_id=town.group.id, text="x"))
    await settled()
    town.world.mute(town.group.id)
    town.clock.advance(5)
    assert await waiting == "Bad Request: not enough rights to send text messages to the chat"


@pytest.mark.parametrize("title", ["Friends", "Forum"])
async def test_where_there_are_no_topics_none_is_found(town: Town, title: str) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games"])
    forum.forum = False  # topics were switched off
    chat = {"Friends": town.group, "Forum": forum}[title]
    told = await town.refusal("sendMessage", chat_id=chat.id, text="x", message_thread_id=2)
    assert told == "Bad Request: message thread not found"


async def test_an_admin_writes_into_closed_topics(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games"])
    topic = next(iter(forum.topics))
    for closed in (topic, None):
        town.world.close_topic(forum.id, closed)
    for thread in ({"message_thread_id": topic}, {}):
        assert await town.refusal("sendMessage", chat_id=forum.id, text="x", **thread) == "Bad Request: TOPIC_CLOSED"
    town.world.promote(town.world.bot, forum.id)
    for thread in ({"message_thread_id": topic}, {}):
        assert await town.call("sendMessage", chat_id=forum.id, text="x", **thread)


@pytest.mark.parametrize(
    ("message_id", "told"),
    [(0, "MESSAGE_ID_INVALID"), (-4, "MESSAGE_ID_INVALID"), (9999, "message to edit not found")],
)
async def test_a_message_that_is_not_there_cannot_be_edited(town: Town, message_id: int, told: str) -> None:
    got = await town.refusal("editMessageText", chat_id=town.group.id, message_id=message_id, text="x")
    assert got == f"Bad Request: {told}"


async def test_others_messages_and_those_with_a_phone_keyboard_cannot_be_edited(town: Town) -> None:
    theirs = town.world.say(town.ana, town.group.id, "mine").id
    fixed = (await town.send(reply_markup={"keyboard": [[{"text": "yes"}]]}))["message_id"]
    service = next(message.id for message in town.group.messages.values() if message.service)
    for message_id in (theirs, fixed, service):
        told = await town.refusal("editMessageText", chat_id=town.group.id, message_id=message_id, text="x")
        assert told == "Bad Request: message can't be edited"
