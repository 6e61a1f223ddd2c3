from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from infra.local.bot_api.errors import PeopleError
from infra.local.bot_api.query import Answer

if TYPE_CHECKING:
    from infra.local.bot_api.feed import Feed
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


async def heard(feed: Feed) -> list[tuple[str, dict[str, Any]]]:
    """All the news so far."""
    feed.close()
    return [(event.kind, event.body) async for event in feed]


def last(town: Town) -> dict[str, Any]:
    update = town.updates[-1]
    return next(value for name, value in update.items() if name != "update_id")


async def test_a_person_writes_a_command_into_a_topic(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games"])
    topic = next(iter(forum.topics))
    town.world.say(town.ana, forum.id, " /newgame\r ", topic=topic)
    message = last(town)
    assert (message["text"], message["message_thread_id"], message["is_topic_message"]) == ("/newgame", topic, True)
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 8}]


async def test_a_channel_writes_under_a_fake_name(town: Town) -> None:
    channel = town.world.make_channel("News", town.ana)
    town.world.say(town.ana, town.group.id, "/stop", as_channel=channel.id)
    message = last(town)
    assert message["from"]["id"] == 136817688
    assert message["sender_chat"] == {"id": channel.id, "type": "channel", "title": "News"}


async def test_a_linked_channels_post_comes_from_telegram_itself(town: Town) -> None:
    town.world.promote(town.world.bot, town.group.id)
    channel = town.world.make_channel("News", town.ana)
    town.world.forward_post(town.group.id, channel.id, "today")
    message = last(town)
    assert (message["from"]["id"], message["is_automatic_forward"]) == (777000, True)


async def test_who_is_out_or_muted_cannot_write(town: Town) -> None:
    stranger = town.world.add_person("")
    with pytest.raises(PeopleError, match="cannot write"):
        town.world.say(stranger, town.group.id, "hello")
    town.world.mute(town.group.id)
    with pytest.raises(PeopleError, match="Ben cannot write"):
        town.world.say(town.ben, town.group.id, "hello")
    assert town.world.say(town.ana, town.group.id, "I own this")


async def test_in_a_deleted_group_nobody_writes(town: Town) -> None:
    town.world.delete_group(town.group.id)
    with pytest.raises(PeopleError, match="closed"):
        town.world.say(town.ana, town.group.id, "hello")


async def test_a_press_tells_the_bot_who_pressed_what(town: Town) -> None:
    sent = await town.picture()
    press = town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    query = last(town)
    assert (query["id"], query["data"], query["from"]["id"]) == (press.query, "one", town.ben.id)
    assert query["message"] == sent
    assert query["chat_instance"]


async def test_any_data_can_be_pressed_as_any_app_could_send_it(town: Town) -> None:
    sent = await town.picture()
    town.world.press(town.ben, town.group.id, sent["message_id"], "forged")
    assert last(town)["data"] == "forged"


async def test_a_press_after_a_press_has_a_new_id_and_update(town: Town) -> None:
    sent = await town.picture()
    first, second = (town.world.press(town.ben, town.group.id, sent["message_id"], 0) for _ in range(2))
    assert first.query != second.query
    assert len({update["update_id"] for update in town.updates}) == len(town.updates)


@pytest.mark.parametrize("button", [-1, 1])
async def test_a_button_that_is_not_there_cannot_be_pressed(town: Town, button: int) -> None:
    sent = await town.picture()
    with pytest.raises(PeopleError, match="no button"):
        town.world.press(town.ben, town.group.id, sent["message_id"], button)


async def test_a_button_with_an_address_is_opened_and_not_pressed(town: Town) -> None:
    markup = {"inline_keyboard": [[{"text": "How to play", "url": "https://t.me/setgram_bot"}]]}
    sent = await town.send(reply_markup=markup)
    with pytest.raises(PeopleError, match="no button"):
        town.world.press(town.ben, town.group.id, sent["message_id"], 0)


async def test_only_the_bots_messages_have_buttons(town: Town) -> None:
    said = town.world.say(town.ana, town.group.id, "hello")
    for message_id in (said.id, 999):
        with pytest.raises(PeopleError, match="no message"):
            town.world.press(town.ben, town.group.id, message_id, "x")


async def test_presses_reach_no_bot_that_is_out(town: Town) -> None:
    sent = await town.picture()
    town.world.kick_bot(town.group.id)
    before = town.updates
    press = town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    assert town.updates == before
    told = await town.refusal("answerCallbackQuery", callback_query_id=press.query)
    assert "query ID is invalid" in told


async def test_only_the_presser_hears_the_answer(town: Town) -> None:
    sent = await town.picture()
    feeds = [town.world.subscribe(person) for person in (town.ana, town.ben)]
    press = town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    await town.call("answerCallbackQuery", callback_query_id=press.query, text="7 ✓", show_alert=True)
    told = {
        "query_id": press.query,
        "message_id": sent["message_id"],
        "data": "one",
        "text": "7 ✓",
        "show_alert": True,
        "url": "",
    }
    assert [await heard(feed) for feed in feeds] == [[], [("answer", told)]]


async def test_old_queries_are_forgotten(town: Town) -> None:
    sent = await town.picture()
    town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    town.clock.advance(16)
    newer = town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    assert list(town.world.state.queries) == list(town.world.presses) == [newer.query]


async def test_a_person_changes_what_one_wrote(town: Town) -> None:
    said = town.world.say(town.ana, town.group.id, "/help")
    town.clock.advance(5)
    town.world.edit(town.ana, town.group.id, said.id, "/helpme")
    update = town.updates[-1]["edited_message"]
    assert (update["text"], update["edit_date"] - update["date"]) == ("/helpme", 5)
    town.world.edit(town.ana, town.group.id, said.id, "no command any more")
    assert "no command" not in str(town.updates)
    with pytest.raises(PeopleError, match="is not a message of"):
        town.world.edit(town.ben, town.group.id, said.id, "mine")


async def test_deleting_takes_a_message_from_everyones_eyes_but_tells_the_bot_nothing(town: Town) -> None:
    sent = await town.picture()
    feed, before = town.world.subscribe(town.ben), town.updates
    town.world.delete_message(town.ana, town.group.id, sent["message_id"])
    assert await heard(feed) == [("deleted", {"message_id": sent["message_id"]})]
    assert town.updates == before
    assert sent["message_id"] not in {message["message_id"] for message in town.world.history(town.group.id)}
    with pytest.raises(PeopleError, match="no message"):
        town.world.delete_message(town.ana, town.group.id, sent["message_id"])


async def test_only_admins_delete_what_others_wrote(town: Town) -> None:
    said = town.world.say(town.ana, town.group.id, "hello")
    own = town.world.say(town.ben, town.group.id, "oops")
    with pytest.raises(PeopleError, match="Ben may not delete"):
        town.world.delete_message(town.ben, town.group.id, said.id)
    town.world.delete_message(town.ben, town.group.id, own.id)


async def test_a_private_chat_is_opened_by_the_person(town: Town) -> None:
    told = await town.refusal("sendMessage", chat_id=town.ben.id, text="hi")
    assert told == "Forbidden: bot can't initiate conversation with a user"
    private = town.world.open_private(town.ben)
    assert (await town.call("sendMessage", chat_id=town.ben.id, text="hi"))["chat"]["type"] == "private"
    assert town.updates[-1]["my_chat_member"]["new_chat_member"]["status"] == "member"
    town.world.block_bot(town.ben)
    assert town.updates[-1]["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    told = await town.refusal("sendMessage", chat_id=private.id, text="hi")
    assert told == "Forbidden: bot was blocked by the user"


async def test_a_person_sees_the_chats_one_is_in(town: Town) -> None:
    town.world.open_private(town.ben)
    town.world.make_group("Not his", [town.ana])
    assert [chat["id"] for chat in town.world.chats_of(town.ben)] == [town.group.id, town.ben.id]


async def test_a_cached_answer_does_not_reach_the_bot_again(town: Town) -> None:
    sent = await town.picture()
    first = town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    await town.call("answerCallbackQuery", callback_query_id=first.query, text="wait", cache_time=10)
    before = len(town.updates)
    assert await town.world.press(town.ben, town.group.id, sent["message_id"], 0) == Answer("wait")
    assert len(town.updates) == before
    town.world.press(town.ana, town.group.id, sent["message_id"], 0)
    town.clock.advance(11)
    town.world.press(town.ben, town.group.id, sent["message_id"], 0)
    assert len(town.updates) == before + 2
    assert town.world.state.cached == {}
