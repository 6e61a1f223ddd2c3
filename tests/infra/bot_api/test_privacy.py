from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.infra.bot_api.stage import Town

pytestmark = pytest.mark.anyio


def seen(town: Town) -> list[str | None]:
    return [update["message"].get("text") for update in town.updates if "message" in update]


def fresh(town: Town) -> Town:
    town.world.state.outbox.pending.clear()
    return town


@pytest.mark.parametrize("text", ["/newgame", "/newgame@setgram_bot", "/newgame@SetGram_Bot race"])
async def test_commands_for_this_bot_or_nobody_are_seen(town: Town, text: str) -> None:
    fresh(town).world.say(town.ana, town.group.id, text)
    assert seen(town) == [text]


@pytest.mark.parametrize("text", ["hello", "hello /newgame", "/newgame@other_bot", "@setgram_bot hello"])
async def test_other_texts_are_not_seen(town: Town, text: str) -> None:
    fresh(town).world.say(town.ana, town.group.id, text)
    assert seen(town) == []


async def test_replies_to_the_bot_are_seen_and_others_are_not(town: Town) -> None:
    asked = await town.send("who?")
    mine = town.world.say(town.ana, town.group.id, "mine")
    fresh(town)
    town.world.say(town.ben, town.group.id, "me", reply_to=asked["message_id"])
    town.world.say(town.ben, town.group.id, "not you", reply_to=mine.id)
    assert seen(town) == ["me"]


async def test_a_command_without_a_name_goes_to_the_bot_that_wrote_last(town: Town) -> None:
    other = town.world.add_person("Other", username="other_bot", is_bot=True)
    town.world.join(other, town.group.id)
    await town.send("I was here")
    town.world.say(other, town.group.id, "me too")
    fresh(town).world.say(town.ana, town.group.id, "/help")
    assert seen(town) == []
    await town.send("I am back")
    town.world.say(town.ana, town.group.id, "/help")
    assert seen(town) == ["/help"]


async def test_service_messages_are_seen(town: Town) -> None:
    fresh(town).world.join(town.world.add_person("Cem"), town.group.id)
    assert [list(update["message"])[-1] for update in town.updates] == ["new_chat_members"]


@pytest.mark.parametrize("how", ["admin", "privacy off"])
async def test_an_admin_or_a_bot_without_privacy_sees_all(town: Town, how: str) -> None:
    if how == "admin":
        town.world.promote(town.world.bot, town.group.id)
    else:
        town.world.state.bot.privacy = False
    fresh(town).world.say(town.ana, town.group.id, "hello")
    assert seen(town) == ["hello"]


async def test_all_of_a_private_chat_is_seen(town: Town) -> None:
    private = town.world.open_private(town.ana)
    town.world.say(town.ana, private.id, "hello")
    assert seen(town)[-1] == "hello"


async def test_other_bots_are_never_seen(town: Town) -> None:
    town.world.state.bot.privacy = False
    other = town.world.add_person("Other", is_bot=True)
    town.world.join(other, town.group.id)
    fresh(town).world.say(other, town.group.id, "/newgame@setgram_bot")
    assert seen(town) == []


async def test_ones_own_messages_are_never_updates(town: Town) -> None:
    fresh(town)
    await town.send("/newgame")
    assert town.updates == []


async def test_a_bot_that_is_out_sees_nothing(town: Town) -> None:
    town.world.kick_bot(town.group.id)
    fresh(town).world.say(town.ana, town.group.id, "/newgame")
    assert town.updates == []
