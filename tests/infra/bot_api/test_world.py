from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.query import Answer
from infra.local.bot_api.world import World
from tests.infra.bot_api.stage import TOKEN, png

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


async def busy(town: Town) -> Town:
    """A town in which a little of everything has happened."""
    world = town.world
    sent = await town.picture()
    forum = world.make_group("Forum", [town.ben], topics=["games"])
    await town.call("sendMessage", chat_id=forum.id, text="<b>x</b>", parse_mode="HTML", message_thread_id=2)
    world.mute(town.group.id, town.ben.id)
    answered = world.press(town.ana, town.group.id, sent["message_id"], 0)
    await town.call("answerCallbackQuery", callback_query_id=answered.query, text="hi", cache_time=60)
    world.press(town.ben, town.group.id, sent["message_id"], "again")
    await town.call("setWebhook", url="http://127.0.0.1:1/hook", allowed_updates=["message"])
    await town.call("setMyCommands", commands=[{"command": "newgame", "description": "Start"}])
    world.migrate(world.make_group("Small", [town.ana]).id)
    return town


def again(snapshot: dict[str, object], town: Town) -> World:
    """A world that goes on from a snapshot that was written down."""
    world = World(TOKEN, clock=town.clock)
    world.restore(json.loads(json.dumps(snapshot)))
    return world


async def test_a_picture_is_found_by_any_of_its_file_ids(town: Town) -> None:
    sent = await town.picture()
    assert {town.world.photo(size["file_id"]) for size in sent["photo"]} == {png()}
    with pytest.raises(KeyError):
        town.world.photo("nothing")


async def test_a_world_goes_on_where_its_snapshot_was_taken(town: Town) -> None:
    before = (await busy(town)).world
    after = again(before.snapshot(), town)
    assert after.state.people == before.state.people
    assert after.state.photos == before.state.photos
    assert after.state.webhook == before.state.webhook
    assert after.state.bot == before.state.bot
    assert after.state.queries == before.state.queries
    assert after.state.cached == before.state.cached
    assert after.state.outbox.pending == before.state.outbox.pending
    assert len(after.state.outbox.pending) >= 3
    for chat_id, chat in before.state.chats.items():
        assert after.state.chats[chat_id].messages == chat.messages
        assert after.state.chats[chat_id].members == chat.members


async def test_after_a_restart_no_number_is_given_out_a_second_time(town: Town) -> None:
    before = (await busy(town)).world
    after = again(before.snapshot(), town)
    known = {message.id for message in before.chat(town.group.id).messages.values()}
    assert after.state.outbox.next_id >= before.state.outbox.next_id + 1000
    assert after.say(town.ana, town.group.id, "/hello").id > max(known) + 900
    press = after.press(town.ana, town.group.id, min(known & _pictures(before, town)), "new")
    assert int(press.query) > max(int(number) for number in before.state.queries) + 900


def _pictures(world: World, town: Town) -> set[int]:
    return {message.id for message in world.chat(town.group.id).messages.values() if message.photo}


async def test_an_open_query_can_still_be_answered_after_a_restart(town: Town) -> None:
    sent = await town.picture()
    press = town.world.press(town.ana, town.group.id, sent["message_id"], 0)
    world = again(town.world.snapshot(), town)
    feed = world.subscribe(town.ana)
    world.settle(world.state.queries[press.query], Answer("late but well"), 0)
    assert (await anext(feed)).body["text"] == "late but well"


async def test_pictures_that_are_written_down_already_can_be_left_out(town: Town) -> None:
    await busy(town)
    whole, lean = town.world.snapshot(), town.world.snapshot(without_photos=["p1"])
    assert set(whole["photos"]) == {"p1"}
    assert lean["photos"] == {}
    lean["photos"] = whole["photos"]
    assert again(lean, town).state.photos == town.world.state.photos


async def test_every_change_can_be_noticed(town: Town) -> None:
    world, seen = town.world, []
    sent = await town.picture()
    press = world.press(town.ana, town.group.id, sent["message_id"], 0)
    for step in (
        lambda: world.add_person("Cem"),
        lambda: world.make_group("New", [town.ana]),
        lambda: world.say(town.ana, town.group.id, "hello"),
        lambda: world.press(town.ana, town.group.id, sent["message_id"], 0),
        lambda: world.settle(world.state.queries[press.query], Answer("late but well"), 0),
        lambda: world.forbid_photos(town.group.id),
        lambda: world.mute(town.group.id),
        lambda: world.delete_message(town.ana, town.group.id, sent["message_id"]),
        lambda: world.kick_bot(town.group.id),
        lambda: world.delete_group(town.group.id),
    ):
        before = world.changes
        step()
        seen.append(world.changes > before)
    assert all(seen), seen
