"""Tells Telegram the bot's commands: for groups and for private chats, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import TelegramError

from handler.command_list import commands_of
from handler.errors import Refused
from handler.languages import SOURCE, languages, words_of
from handler.telegram import translated

if TYPE_CHECKING:
    from telegram import Bot


async def register(bot: Bot) -> int:
    """Set the lists of commands anew; how many there are. English is for all whose language is none of ours.

    Raises:
        TelegramError: Telegram refuses, or does not answer.
    """
    scopes = ((BotCommandScopeAllGroupChats(), False), (BotCommandScopeAllPrivateChats(), True))
    lists = [(language, scope, private) for language in languages() for scope, private in scopes]
    try:
        for language, scope, private in lists:
            code = None if language == SOURCE else language
            await bot.set_my_commands(commands_of(words_of(language), private=private), scope, code)
    except TelegramError as refusal:
        raise translated(refusal) or Refused(str(refusal)) from refusal
    return len(lists)
