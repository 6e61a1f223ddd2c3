"""getMe, and what the bot says of itself: names, descriptions, commands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.wire import user_json

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.core import Core
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person
    from infra.local.bot_api.state import State

NAME_CHARS = 64
DESCRIPTION_CHARS = 512
SHORT_DESCRIPTION_CHARS = 120
COMMANDS = 100
COMMAND_DESCRIPTION_CHARS = 256
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")


async def get_me(core: Core, _args: Args) -> Json:
    """The bot itself."""
    able = {"can_join_groups": True, "can_read_all_group_messages": not core.state.bot.privacy}
    unable = dict.fromkeys(("supports_inline_queries", "can_connect_to_business", "has_main_web_app"), False)
    return user_json(core.state.people[core.bot]) | able | unable


def _language(args: Args) -> str:
    code = args.text("language_code")
    if code and not re.fullmatch("[a-z]{2}", code):
        raise bad_request("invalid language code specified")
    return code


async def set_my_name(core: Core, args: Args) -> bool:
    """Set the bot's name for a language."""
    done = _set(core, core.state.bot.names, args, "name", NAME_CHARS)
    general = core.state.bot.names.get("") or core.state.bot.first_name
    core.state.people[core.bot] = replace(core.state.people[core.bot], first_name=general)
    return done


async def get_my_name(core: Core, args: Args) -> Json:
    """The bot's name in a language, or the general one."""
    return {"name": _get(core.state.bot.names, args) or core.state.bot.first_name}


async def set_my_description(core: Core, args: Args) -> bool:
    """Set what an empty private chat shows."""
    return _set(core, core.state.bot.descriptions, args, "description", DESCRIPTION_CHARS)


async def get_my_description(core: Core, args: Args) -> Json:
    """What an empty private chat shows."""
    return {"description": _get(core.state.bot.descriptions, args)}


async def set_my_short_description(core: Core, args: Args) -> bool:
    """Set what the bot's profile shows."""
    return _set(core, core.state.bot.short_descriptions, args, "short_description", SHORT_DESCRIPTION_CHARS)


async def get_my_short_description(core: Core, args: Args) -> Json:
    """What the bot's profile shows."""
    return {"short_description": _get(core.state.bot.short_descriptions, args)}


def _set(core: Core, texts: dict[str, str], args: Args, name: str, most: int) -> bool:
    text, language = args.text(name), _language(args)
    if len(text) > most:
        raise bad_request(f"{name.replace('_', ' ')} is too long")
    texts[language] = text
    core.changes += 1
    return True


def _get(texts: dict[str, str], args: Args) -> str:
    return texts.get(_language(args)) or texts.get("", "")


async def set_my_commands(core: Core, args: Args) -> bool:
    """Set the list of commands for a scope and a language."""
    commands = [_command(entry) for entry in args.objects("commands")]
    if len(commands) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    core.state.bot.commands[_scope(args)] = commands
    core.changes += 1
    return True


async def get_my_commands(core: Core, args: Args) -> list[Json]:
    """The list of commands of exactly this scope and language."""
    return core.state.bot.commands.get(_scope(args), [])


def _scope(args: Args) -> str:
    return _listed_under(args.object("scope") or {"type": "default"}, _language(args))


def _listed_under(scope: Json, language: str) -> str:
    return f"{json.dumps(scope, sort_keys=True)} {language}"


def offered_commands(state: State, chat: Chat, person: Person) -> list[Json]:
    """The commands that a person's app offers in a chat: those of the narrowest scope, in the app's language if set."""
    names = ["all_private_chats", "default"]
    if chat.group:
        names = [*["all_chat_administrators"] * chat.member(person.id).admin, "all_group_chats", "default"]
    scopes: list[Json] = [{"type": "chat", "chat_id": chat.id}, *({"type": name} for name in names)]
    keys = [_listed_under(scope, language) for scope in scopes for language in (person.language_code[:2], "")]
    return next((state.bot.commands[key] for key in keys if state.bot.commands.get(key)), [])


def _command(entry: Json) -> Json:
    command, description = str(entry.get("command", "")).removeprefix("/"), str(entry.get("description", ""))
    if not _COMMAND.fullmatch(command):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= COMMAND_DESCRIPTION_CHARS:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": command, "description": description}
