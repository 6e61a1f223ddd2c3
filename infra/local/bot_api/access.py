"""What the bot may reach and do: each refusal in Telegram's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.errors import bad_request, forbidden, moved

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.core import Core
    from infra.local.bot_api.message import Message
    from infra.local.bot_api.state import State


def reached_chat(core: Core, args: Args) -> Chat:
    """The chat that a call names, if the bot is in it.

    Raises:
        ApiError: it is unknown, was upgraded or deleted, or the bot is out of it.
    """
    chat_id = args.text("chat_id").strip()
    if not chat_id:
        raise bad_request("chat_id is empty")
    found = _by_name(core.state, chat_id[1:]) if chat_id.startswith("@") else args.integer("chat_id")
    return check_chat(core, found)


def _by_name(state: State, username: str) -> int:
    names = {chat.username.lower(): chat.id for chat in state.chats.values() if chat.username}
    return names.get(username.lower(), 0)


def check_chat(core: Core, chat_id: int) -> Chat:
    """The chat of this id, if the bot is in it."""
    chat = core.state.chats.get(chat_id)
    if chat is None or core.bot not in chat.members:
        raise _unknown(core, chat_id)
    if chat.moved_to is not None:
        raise moved(chat.moved_to)
    if chat.type == "private":
        return _check_private(core, chat)
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    if chat.member(core.bot).status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    if not chat.member(core.bot).present:
        raise forbidden(f"bot is not a member of the {chat.type} chat")
    return chat


def _unknown(core: Core, chat_id: int) -> Exception:
    person = core.state.people.get(chat_id)
    if person is None:
        return bad_request("chat not found")
    if person.is_bot:
        return forbidden("bot can't send messages to bots")
    return forbidden("bot can't initiate conversation with a user")


def _check_private(core: Core, chat: Chat) -> Chat:
    if core.state.people[chat.id].deactivated:
        raise forbidden("user is deactivated")
    if not chat.member(core.bot).present:
        raise forbidden("bot was blocked by the user")
    return chat


def check_text_right(core: Core, chat: Chat) -> None:
    """Whether the bot may send texts here."""
    if not chat.may(core.bot).messages:
        raise bad_request("not enough rights to send text messages to the chat")


def check_photo_right(core: Core, chat: Chat) -> None:
    """Whether the bot may send photos here."""
    rights = chat.may(core.bot)
    if not (rights.messages and rights.photos):
        raise bad_request("not enough rights to send photos to the chat")


def check_edit_right(core: Core, chat: Chat) -> None:
    """Whether the bot may still edit here. Assumed of a muted bot, since messages.editMessage may answer so."""
    if not chat.may(core.bot).messages:
        raise bad_request("CHAT_WRITE_FORBIDDEN")


def checked_thread(core: Core, chat: Chat, args: Args) -> int | None:
    """The topic that a message is meant for; None for none, or General.

    Raises:
        ApiError: there is no such topic, or it is closed.
    """
    admin = chat.member(core.bot).admin
    if not args.has("message_thread_id") or args.integer("message_thread_id") == 0:
        if chat.forum and chat.general_closed and not admin:
            raise bad_request("TOPIC_CLOSED")
        return None
    topic = chat.topics.get(args.integer("message_thread_id"))
    if not chat.forum or topic is None or topic.deleted:
        raise bad_request("message thread not found")
    if topic.closed and not admin:
        raise bad_request("TOPIC_CLOSED")
    return topic.id


def own_message(core: Core, chat: Chat, message_id: int) -> Message:
    """A message of the bot that it may edit.

    Raises:
        ApiError: there is none, or it is not the bot's, or it can never be edited.
    """
    if message_id <= 0:
        raise bad_request("MESSAGE_ID_INVALID")
    message = chat.messages.get(message_id)
    if message is None or message.deleted:
        raise bad_request("message to edit not found")
    if message.sender != core.bot or message.fixed or message.service:
        raise bad_request("message can't be edited")
    return message
