from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import telegram

from infra.local.bot_api.describing import offered_commands

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.person import Person
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio

NEWGAME = {"command": "newgame", "description": "Open a lobby"}


async def test_the_bot_is_told_who_it_is(town: Town) -> None:
    me = telegram.User.de_json(await town.call("getMe"), None)
    assert (me.id, me.username, me.is_bot) == (town.world.bot, "setgram_bot", True)
    assert (me.can_join_groups, me.can_read_all_group_messages) == (True, False)
    town.world.state.bot.privacy = False
    assert (await town.call("getMe"))["can_read_all_group_messages"] is True


@pytest.mark.parametrize(
    ("what", "field", "most"),
    [("Name", "name", 64), ("Description", "description", 512), ("ShortDescription", "short_description", 120)],
)
async def test_texts_about_itself_are_kept_by_language(town: Town, what: str, field: str, most: int) -> None:
    await town.call(f"setMy{what}", **{field: "general"})
    await town.call(f"setMy{what}", **{field: "po polsku"}, language_code="pl")
    found = [(await town.call(f"getMy{what}", language_code=code))[field] for code in ("pl", "ro", "")]
    assert found == ["po polsku", "general", "general"]
    assert await town.call(f"setMy{what}", **{field: "x" * most})
    assert "is too long" in await town.refusal(f"setMy{what}", **{field: "x" * (most + 1)})


async def test_the_general_name_is_what_people_see(town: Town) -> None:
    await town.call("setMyName", name="Referee", language_code="pl")
    assert (await town.call("getMe"))["first_name"] == "Setgram"
    await town.call("setMyName", name="Referee")
    assert (await town.call("getMe"))["first_name"] == "Referee"
    await town.call("setMyName", name="")
    assert (await town.call("getMe"))["first_name"] == (await town.call("getMyName"))["name"] == "Setgram"


async def test_a_wrong_language_is_refused(town: Town) -> None:
    told = await town.refusal("setMyName", name="x", language_code="polish")
    assert told == "Bad Request: invalid language code specified"


async def test_commands_are_kept_by_scope_and_language(town: Town) -> None:
    groups = {"type": "all_group_chats"}
    await town.call("setMyCommands", commands=[NEWGAME])
    await town.call("setMyCommands", commands=[{"command": "/stop", "description": "End"}], scope=groups)
    assert await town.call("getMyCommands") == [NEWGAME]
    assert await town.call("getMyCommands", scope={"type": "default"}) == [NEWGAME]
    assert await town.call("getMyCommands", scope=groups) == [{"command": "stop", "description": "End"}]
    assert await town.call("getMyCommands", language_code="pl") == []


async def test_an_app_offers_the_commands_of_the_narrowest_scope_in_its_language(town: Town) -> None:
    world = town.world
    pole, admin = world.add_person("Dan", language_code="pl-PL"), world.add_person("Ana", language_code="en")
    chat = world.make_group("Friends", [admin, pole])
    private = world.open_private(pole)

    def offered(where: Chat, person: Person) -> list[str]:
        return [one["description"] for one in offered_commands(world.state, where, person)]

    assert offered(chat, pole) == []
    for scope, code in (("default", ""), ("all_group_chats", ""), ("all_group_chats", "pl"), ("default", "pl")):
        listed = [{"command": "stop", "description": f"{scope} {code}"}]
        await town.call("setMyCommands", commands=listed, scope={"type": scope}, language_code=code)
    assert offered(chat, pole) == ["all_group_chats pl"]
    assert offered(chat, admin) == ["all_group_chats "]
    assert offered(private, pole) == ["default pl"]
    ruled = [{"command": "stop", "description": "admins"}]
    await town.call("setMyCommands", commands=ruled, scope={"type": "all_chat_administrators"})
    assert (offered(chat, admin), offered(chat, pole)) == (["admins"], ["all_group_chats pl"])
    await town.call("setMyCommands", commands=[NEWGAME], scope={"type": "chat", "chat_id": chat.id})
    assert offered(chat, admin) == ["Open a lobby"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (NEWGAME | {"command": "NewGame"}, "BOT_COMMAND_INVALID"),
        (NEWGAME | {"command": "x" * 33}, "BOT_COMMAND_INVALID"),
        (NEWGAME | {"description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        (NEWGAME | {"description": "x" * 257}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ],
)
async def test_a_wrong_command_is_refused(town: Town, command: dict[str, str], told: str) -> None:
    assert await town.refusal("setMyCommands", commands=[command]) == f"Bad Request: {told}"


async def test_there_are_at_most_a_hundred_commands(town: Town) -> None:
    commands = [{"command": f"c{number}", "description": "x"} for number in range(101)]
    assert await town.call("setMyCommands", commands=commands[:100])
    assert "BOT_COMMANDS_TOO_MUCH" in await town.refusal("setMyCommands", commands=commands)
