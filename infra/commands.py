"""Tells Telegram the bot's commands: for groups and for private chats, in every language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import TelegramError

from handler.command_list import commands_of
from handler.errors import Refused
from handler.languages import SOURCE, languages, words_of
from handler.telegram import translated

if TYPE_CHECKING:
    from telegram import Bot, BotCommandScope


async def register(bot: Bot) -> int:
    """Set the lists of commands anew; how many there are. English is for all whose language is none of ours.

    Raises:
        TelegramError: Telegram refuses, or does not answer.
    """
    asked = lists()
    try:
        for one in asked:
            await bot.set_my_commands(one.commands, one.scope, one.language)
    except TelegramError as refusal:
        raise translated(refusal) or Refused(str(refusal)) from refusal
    return len(asked)


@dataclass(frozen=True, slots=True)
class CommandList:
    """What is offered where; `language` is None for all whose language is none of ours."""

    commands: list[tuple[str, str]]
    scope: BotCommandScope
    language: str | None


def lists() -> list[CommandList]:
    """For groups and for private chats, in every language."""
    scopes = ((BotCommandScopeAllGroupChats(), False), (BotCommandScopeAllPrivateChats(), True))
    return [
        CommandList(commands_of(words_of(code), private=private), scope, None if code == SOURCE else code)
        for code in languages()
        for scope, private in scopes
    ]
