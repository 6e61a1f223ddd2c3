from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import telegram

from infra.local.bot_api.chat import Member, Rights
from infra.local.bot_api.person import Person
from infra.local.bot_api.wire import chat_json, member_json, message_json, rights_json, user_json

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


def test_a_user_has_only_what_is_known() -> None:
    assert user_json(Person(5, "")) == {"id": 5, "is_bot": False, "first_name": ""}
    full = user_json(Person(5, "Ana", "B", "ana", "pl"))
    assert full == {
        "id": 5,
        "is_bot": False,
        "first_name": "Ana",
        "last_name": "B",
        "username": "ana",
        "language_code": "pl",
    }


def test_chats_are_told_apart(town: Town) -> None:
    world, state = town.world, town.world.state
    private = chat_json(state, world.open_private(town.ana))
    assert private == {"id": town.ana.id, "type": "private", "first_name": "Ana", "username": "ana"}
    assert chat_json(state, town.group) == {"id": town.group.id, "type": "group", "title": "Friends"}
    forum = world.make_group("Forum", [town.ana], topics=["x"], username="theforum")
    shown = {"id": forum.id, "type": "supergroup", "title": "Forum", "username": "theforum", "is_forum": True}
    assert chat_json(state, forum) == shown


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("creator", telegram.ChatMemberOwner),
        ("administrator", telegram.ChatMemberAdministrator),
        ("member", telegram.ChatMemberMember),
        ("restricted", telegram.ChatMemberRestricted),
        ("left", telegram.ChatMemberLeft),
        ("kicked", telegram.ChatMemberBanned),
    ],
)
def test_a_member_of_each_kind_has_all_that_the_library_needs(
    town: Town, status: str, kind: type[telegram.ChatMember]
) -> None:
    body = member_json(town.world.state, Member(town.ana.id, status, title="boss"))
    member = telegram.ChatMember.de_json(body, None)
    assert type(member) is kind
    assert not member.api_kwargs
    assert body.get("custom_title") == ("boss" if status in ("creator", "administrator") else None)


def test_rights_are_all_that_the_library_knows() -> None:
    names = set(telegram.ChatPermissions.all_permissions().to_dict())
    assert set(rights_json(Rights())) == names
    assert not any(rights_json(Rights(messages=False)).values())
    assert rights_json(Rights(photos=False))["can_send_photos"] is False


async def test_a_message_shows_what_it_replies_to_but_not_further(town: Town) -> None:
    first = town.world.say(town.ana, town.group.id, "first")
    second = town.world.say(town.ana, town.group.id, "second", reply_to=first.id)
    third = town.world.say(town.ana, town.group.id, "third", reply_to=second.id)
    shown = message_json(town.world.state, third)
    assert shown["reply_to_message"]["text"] == "second"
    assert "reply_to_message" not in shown["reply_to_message"]


async def test_a_deleted_message_is_not_shown_where_it_was_replied_to(town: Town) -> None:
    first = town.world.say(town.ana, town.group.id, "first")
    second = town.world.say(town.ana, town.group.id, "second", reply_to=first.id)
    town.world.delete_message(town.ana, town.group.id, first.id)
    assert "reply_to_message" not in message_json(town.world.state, second)


async def test_in_a_topic_a_message_replies_to_the_one_that_made_the_topic(town: Town) -> None:
    forum = town.world.make_group("Forum", [town.ana], topics=["games"])
    topic = next(iter(forum.topics))
    said = town.world.say(town.ana, forum.id, "hello", topic=topic)
    shown = message_json(town.world.state, said)
    assert shown["reply_to_message"]["forum_topic_created"]["name"] == "games"
    assert "reply_to_message" not in message_json(town.world.state, forum.messages[topic])


async def test_a_picture_shows_all_that_was_asked_for(town: Town) -> None:
    sent = await town.picture(
        show_caption_above_media=True, has_spoiler=True, protect_content=True, caption="<b>t</b>", parse_mode="HTML"
    )
    message = telegram.Message.de_json(sent, None)
    assert not message.api_kwargs
    assert message.show_caption_above_media is True
    assert message.has_media_spoiler is True
    assert message.has_protected_content is True
    assert message.caption_entities[0].type == "bold"
    assert message.text is None
