"""What the bot gets to see of what others write."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.message import Message
    from infra.local.bot_api.state import State


def bot_sees(state: State, chat: Chat, message: Message) -> bool:
    """Whether a message goes to the bot: never its own nor other bots'; in privacy mode little else of groups."""
    bot = chat.member(state.bot.id)
    written_by_bot = state.people[message.sender].is_bot and message.sender_chat is None
    if not bot.present or message.sender == state.bot.id or (written_by_bot and not message.service):
        return False
    if chat.type == "private" or bot.admin or not state.bot.privacy or message.service:
        return True
    return _is_reply_to_bot(state, chat, message) or _is_command(state, chat, message)


def _is_reply_to_bot(state: State, chat: Chat, message: Message) -> bool:
    replied = chat.messages.get(message.reply_to) if message.reply_to is not None else None
    return replied is not None and replied.sender == state.bot.id


def _is_command(state: State, chat: Chat, message: Message) -> bool:
    """A command for this bot by name, or for nobody by name while no other bot wrote here last."""
    if not message.entities or message.entities[0]["type"] != "bot_command" or message.entities[0]["offset"] != 0:
        return False
    _, _, name = message.text[: message.entities[0]["length"]].partition("@")
    return name.lower() == state.bot.username.lower() if name else _last_bot(state, chat) in (state.bot.id, None)


def _last_bot(state: State, chat: Chat) -> int | None:
    """Which bot wrote last here, itself, not a person behind a fake one."""
    for message in reversed(chat.messages.values()):
        if state.people[message.sender].is_bot and message.sender_chat is None and not message.service:
            return message.sender
    return None
