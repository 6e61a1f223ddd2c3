from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from infra.local.bot_api.chat import Rights
from infra.local.bot_api.errors import PeopleError

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


def services(chat: Chat) -> list[str]:
    return [next(iter(message.service)) for message in chat.messages.values() if message.service]


def fresh(town: Town) -> Town:
    town.world.state.outbox.pending.clear()
    return town


def kinds(town: Town) -> list[str]:
    """What the bot was told, each update by its most telling field."""
    told = []
    for update in town.updates:
        change = update.get("my_chat_member")
        told.append(change["new_chat_member"]["status"] if change else list(update["message"])[-1])
    return told


async def test_ids_look_like_telegrams(town: Town) -> None:
    wide = town.world.make_group("Wide", [town.ana], supergroup=True)
    assert -10_000_000_000 < town.group.id < 0
    assert str(wide.id).startswith("-100")
    assert town.ana.id > 0
    assert len({town.ana.id, town.ben.id, town.world.bot}) == 3


async def test_a_persons_id_can_be_chosen(town: Town) -> None:
    assert town.world.add_person("Big", person_id=2**51).id == 2**51


async def test_the_first_member_owns_a_group(town: Town) -> None:
    assert town.world.owner(town.group.id) == town.ana.id
    assert town.group.member(town.ben.id).status == "member"


async def test_the_bot_is_told_that_it_was_let_in(town: Town) -> None:
    assert kinds(town) == ["member", "new_chat_members"]


async def test_a_group_can_be_made_without_the_bot(town: Town) -> None:
    fresh(town)
    chat = town.world.make_group("Ours", [town.ana], bot=False)
    assert await town.refusal("getChat", chat_id=chat.id) == "Bad Request: chat not found"
    assert town.updates == []
    town.world.add_bot(chat.id, by=town.ana.id)
    assert (await town.call("getChat", chat_id=chat.id))["title"] == "Ours"


async def test_a_group_with_topics_is_a_forum(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["one", "two"])
    assert (forum.type, forum.forum) == ("supergroup", True)
    assert [topic.name for topic in forum.topics.values()] == ["one", "two"]
    assert 1 not in forum.topics
    assert services(forum) == ["forum_topic_created", "forum_topic_created", "new_chat_members"]


async def test_a_kicked_bot_is_told_twice_and_can_come_back(town: Town) -> None:
    town.world.kick_bot(fresh(town).group.id)
    assert kinds(town) == ["left_chat_member", "kicked"]
    town.world.add_bot(town.group.id)
    assert kinds(town)[2:] == ["member", "new_chat_members"]
    assert await town.send()


async def test_people_come_and_go(town: Town) -> None:
    cem = town.world.add_person("Cem")
    town.world.join(cem, town.group.id)
    assert cem.id in town.group.present()
    town.world.leave(cem, town.group.id)
    assert cem.id not in town.group.present()
    assert services(town.group)[-2:] == ["new_chat_members", "left_chat_member"]


async def test_the_bot_is_told_when_it_is_promoted_demoted_or_muted(town: Town) -> None:
    fresh(town)
    town.world.promote(town.world.bot, town.group.id)
    town.world.demote(town.world.bot, town.group.id)
    town.world.mute(town.group.id, town.world.bot)
    town.world.mute(town.group.id, town.world.bot, muted=False)
    assert kinds(town) == ["administrator", "member", "restricted", "member"]


async def test_the_bot_is_not_told_what_a_group_forbids_to_all(town: Town) -> None:
    fresh(town)
    town.world.forbid_photos(town.group.id)
    town.world.mute(town.group.id)
    assert town.updates == []
    assert town.group.rights == Rights(messages=False, photos=False)
    town.world.forbid_photos(town.group.id, forbidden=False)
    town.world.mute(town.group.id, muted=False)
    assert town.group.rights == Rights()


async def test_an_owner_stays_the_owner_when_made_anonymous(town: Town) -> None:
    town.world.promote(town.ana.id, town.group.id, anonymous=True)
    assert town.group.member(town.ana.id).status == "creator"
    assert town.group.member(town.ana.id).anonymous


async def test_topics_are_closed_and_opened_with_a_service_message(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana, town.ben], topics=["games"])
    topic = next(iter(forum.topics))
    town.world.close_topic(forum.id, topic)
    with pytest.raises(PeopleError, match="is closed"):
        town.world.say(town.ben, forum.id, "hello", topic=topic)
    assert town.world.say(town.ana, forum.id, "I own this", topic=topic)
    town.world.close_topic(forum.id, topic, closed=False)
    assert town.world.say(town.ben, forum.id, "hello", topic=topic)
    assert services(forum)[-2:] == ["forum_topic_closed", "forum_topic_reopened"]
    town.world.close_topic(forum.id, None)
    with pytest.raises(PeopleError, match="is closed"):
        town.world.say(town.ben, forum.id, "hello")


async def test_a_deleted_topic_takes_its_messages_along(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games", "talk"])
    games, talk = forum.topics
    gone, kept = (town.world.say(town.ana, forum.id, "x", topic=topic).id for topic in (games, talk))
    town.world.delete_topic(forum.id, games)
    assert (forum.messages[gone].deleted, forum.messages[kept].deleted) == (True, False)
    with pytest.raises(PeopleError, match="no topic"):
        town.world.say(town.ana, forum.id, "x", topic=games)


async def test_an_upgraded_group_keeps_people_and_rights_and_points_to_the_new_chat(town: Town) -> None:
    town.world.forbid_photos(town.group.id)
    new = town.world.migrate(fresh(town).group.id)
    assert (new.type, new.title, new.members) == ("supergroup", "Friends", town.group.members)
    assert new.rights == Rights(photos=False)
    assert kinds(town) == ["migrate_to_chat_id", "migrate_from_chat_id"]
    with pytest.raises(PeopleError, match="closed"):
        town.world.say(town.ana, town.group.id, "hello")


async def test_only_a_group_can_be_upgraded_and_only_once(town: Town) -> None:
    new = town.world.migrate(town.group.id)
    for chat_id in (town.group.id, new.id):
        with pytest.raises(PeopleError, match="only a group"):
            town.world.migrate(chat_id)


async def test_a_deleted_account_has_no_name_and_cannot_be_reached(town: Town) -> None:
    private = town.world.open_private(town.ben)
    nobody = town.world.deactivate(town.ben)
    assert (nobody.first_name, nobody.id) == ("", town.ben.id)
    told = await town.refusal("sendMessage", chat_id=private.id, text="hello")
    assert told == "Forbidden: user is deactivated"


async def test_an_unknown_chat_is_an_error_of_the_caller(town: Town) -> None:
    with pytest.raises(PeopleError, match="no chat 5"):
        town.world.chat(5)
