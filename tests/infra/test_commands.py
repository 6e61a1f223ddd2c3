"""The lists of commands that Telegram is told: one for groups and one for private chats in every language."""

from __future__ import annotations

import asyncio

import pytest
from telegram import Bot
from telegram.error import NetworkError

from handler import errors
from handler.command_list import commands_of
from handler.languages import languages, words_of
from infra.commands import register
from infra.local.bot_api.spec import METHODS
from tests.wire import TOKEN, Wire

HERE = {"all_group_chats": False, "all_private_chats": True}


def registered(*told: object) -> Wire:
    wire = Wire()
    wire.told["setMyCommands"] = [*told, *[True] * 20]
    count = asyncio.run(register(Bot(TOKEN, request=wire, get_updates_request=wire)))
    assert count == len(wire.asked)
    return wire


def test_every_language_has_a_list_for_groups_and_one_for_private_chats() -> None:
    asked = [one.fields for one in registered().asked]
    assert len(asked) == 2 * len(languages())
    found = {(one.get("language_code"), one["scope"]["type"]): one["commands"] for one in asked}
    for language in languages():
        for scope, private in HERE.items():
            listed = [
                {"command": name, "description": does}
                for name, does in commands_of(words_of(language), private=private)
            ]
            assert found[None if language == "en" else language, scope] == listed


def test_the_call_is_one_that_telegram_has() -> None:
    wire = registered()
    assert set(wire.methods) == {"setMyCommands"} <= set(METHODS)


@pytest.mark.parametrize("failure", [NetworkError("cut"), NetworkError("off")])
def test_a_telegram_that_does_not_answer_is_told(failure: Exception) -> None:
    with pytest.raises(errors.Unknown, match="NetworkError"):
        registered(failure)
