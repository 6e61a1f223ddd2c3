from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.chat import Member
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.limits import Limits
from tests.infra.bot_api.stage import make_town, settled

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


def fresh(town: Town) -> Town:
    town.world.state.outbox.pending.clear()
    return town


async def spend(town: Town, count: int) -> None:
    for _ in range(count):
        await town.world.spend(town.group)


async def test_the_budget_of_a_group_comes_back_as_the_window_moves_on() -> None:
    town = make_town()
    await spend(town, 10)
    town.clock.advance(30)
    await spend(town, 10)
    town.clock.advance(30)
    await spend(town, 10)  # the first ten are a minute old
    with pytest.raises(ApiError, match="retry after 30"):
        await spend(town, 1)


async def test_waits_add_up_until_they_are_too_long_to_hide() -> None:
    town = make_town(Limits(group_sends=1, group_window=5.0))
    await spend(town, 1)
    first, second = (asyncio.ensure_future(spend(town, 1)) for _ in range(2))
    await settled()
    town.clock.advance(5)
    await settled()
    assert first.done()
    with pytest.raises(ApiError, match="retry after 5"):  # five hidden seconds are spent, five more are too many
        await second


async def test_a_private_chat_keeps_no_account() -> None:
    town = make_town()
    private = town.world.open_private(town.ana)
    for _ in range(50):
        await town.world.spend(private)
    assert private.spent == []


async def test_supergroups_number_their_own_messages_and_all_else_shares_a_count(town: Town) -> None:
    world = town.world
    first, second = (world.make_group(name, [town.ana], supergroup=True) for name in "ab")
    assert [world.say(town.ana, chat.id, "x").id for chat in (first, second, first)] == [3, 3, 4]
    small = [world.say(town.ana, town.group.id, "x").id for _ in range(2)]
    private = world.say(town.ana, world.open_private(town.ana).id, "x").id
    assert [small[1], private] == [small[0] + 1, small[0] + 2]


async def test_news_go_to_all_who_are_there_and_to_nobody_else(town: Town) -> None:
    stranger = town.world.add_person("Cem")
    feeds = [town.world.subscribe(person) for person in (town.ana, town.ben, stranger)]
    town.world.say(town.ana, town.group.id, "hello")
    for feed in feeds:
        feed.close()
    heard = [[event.body["text"] async for event in feed] for feed in feeds]
    assert heard == [["hello"], ["hello"], []]


async def test_an_update_of_a_kind_that_is_not_wanted_is_not_even_kept(town: Town) -> None:
    fresh(town).world.state.webhook.allowed = ["callback_query"]
    town.world.say(town.ana, town.group.id, "/newgame")
    assert town.updates == []


async def test_places_of_others_are_told_only_to_an_admin_who_asked(town: Town) -> None:
    fresh(town).world.state.webhook.allowed = ["chat_member"]
    town.world.place(town.group, Member(town.ben.id, "administrator"), town.ana.id)
    assert town.updates == []
    town.world.promote(town.world.bot, town.group.id)
    town.world.place(town.group, Member(town.ben.id), town.ana.id)
    assert [update["chat_member"]["old_chat_member"]["status"] for update in town.updates] == ["administrator"]


async def test_a_place_that_stays_the_same_is_no_news(town: Town) -> None:
    fresh(town).world.place(town.group, town.group.member(town.world.bot), town.ana.id)
    assert town.updates == []


async def test_a_reply_in_a_supergroup_carries_the_thread_it_belongs_to(town: Town) -> None:
    world = town.world
    chat = world.make_group("Wide", [town.ana], supergroup=True)
    root = world.say(town.ana, chat.id, "root")
    reply = world.say(town.ana, chat.id, "reply", reply_to=root.id)
    further = world.say(town.ana, chat.id, "further", reply_to=reply.id)
    assert [(message.thread, message.in_topic) for message in (root, reply, further)] == [
        (None, False),
        (root.id, False),
        (root.id, False),
    ]


async def test_a_reply_in_a_topic_stays_there(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games"])
    topic = next(iter(forum.topics))
    asked = town.world.say(town.ana, forum.id, "who?", topic=topic)
    reply = town.world.say(town.ana, forum.id, "me", reply_to=asked.id)
    assert (reply.thread, reply.in_topic) == (topic, True)
