from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import telegram

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


async def test_a_group_tells_its_rights(town: Town) -> None:
    town.world.forbid_photos(town.group.id)
    chat = telegram.ChatFullInfo.de_json(await town.call("getChat", chat_id=town.group.id), None)
    assert not chat.api_kwargs
    assert (chat.title, chat.type) == ("Friends", "group")
    assert chat.permissions.can_send_messages is True
    assert chat.permissions.can_send_photos is False


async def test_a_private_chat_tells_the_person(town: Town) -> None:
    town.world.open_private(town.ana)
    chat = telegram.ChatFullInfo.de_json(await town.call("getChat", chat_id=town.ana.id), None)
    assert (chat.first_name, chat.username, chat.permissions) == ("Ana", "ana", None)


async def test_admins_are_told_without_bots_unless_asked_for(town: Town) -> None:
    town.world.promote(town.ben.id, town.group.id, anonymous=True)
    town.world.promote(town.world.bot, town.group.id)
    admins = await town.call("getChatAdministrators", chat_id=town.group.id)
    assert [admin["user"]["id"] for admin in admins] == [town.ana.id, town.ben.id]
    assert [admin["is_anonymous"] for admin in admins] == [False, True]
    with_bots = await town.call("getChatAdministrators", chat_id=town.group.id, return_bots=True)
    assert [admin["user"]["id"] for admin in with_bots][2:] == [town.world.bot]


async def test_a_private_chat_has_no_admins_and_cannot_be_left(town: Town) -> None:
    private = town.world.open_private(town.ana).id
    assert "there are no administrators" in await town.refusal("getChatAdministrators", chat_id=private)
    assert "can't be changed in private chats" in await town.refusal("leaveChat", chat_id=private)


async def test_a_members_place_is_told(town: Town) -> None:
    stranger = town.world.add_person("Cem")
    users = (town.ana.id, town.ben.id, town.world.bot, stranger.id)
    found = [await town.call("getChatMember", chat_id=town.group.id, user_id=user) for user in users]
    assert [member["status"] for member in found] == ["creator", "member", "member", "left"]


@pytest.mark.parametrize(("user", "told"), [(0, "invalid user_id specified"), (12345, "user not found")])
async def test_an_unknown_users_place_is_not_told(town: Town, user: int, told: str) -> None:
    assert await town.refusal("getChatMember", chat_id=town.group.id, user_id=user) == f"Bad Request: {told}"


async def test_the_bot_leaves(town: Town) -> None:
    assert await town.call("leaveChat", chat_id=town.group.id)
    change = town.updates[-1]["my_chat_member"]
    assert (change["new_chat_member"]["status"], change["from"]["id"]) == ("left", town.world.bot)
