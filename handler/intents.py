"""What an update asks of us: Telegram's forms in, our values out. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from telegram import ChatMemberRestricted

from engine.card import DECK
from engine.game import PlayerId
from engine.value import Value
from handler.callback_data import Action, ButtonData, parse_button
from handler.names import shown_name
from handler.ports import ChatId, GameKey

if TYPE_CHECKING:
    from telegram import CallbackQuery, ChatMember, ChatMemberUpdated, Message, Update, User

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,32}))?(?:\s+(.*))?", re.DOTALL)
_NOBODY = {1087968824, 136817688, 777000}
"""Ids that stand for anonymous admins, channels and Telegram itself: no player has them."""

_GROUPS = {"group", "supergroup"}
_OUT = {"left", "kicked"}


class Person(Value):
    """Who acts: an id, a name that may be shown, and the language of the person's app as Telegram tells it."""

    id: PlayerId
    name: str
    language: str | None = None


class Press(Value):
    """A button of ours was pressed under `message`."""

    update: int
    query: str
    person: Person
    key: GameKey
    message: int
    data: ButtonData


class ForgedPress(Value):
    """A button was pressed that we never made for this chat."""

    update: int
    query: str
    person: Person


class Typed(Value):
    """A command for us. `person` is None where Telegram hides who wrote; `admin` where it is certain by the form.

    `target` is whose message it answers; `private` tells a chat with one person.
    """

    update: int
    key: GameKey
    person: Person | None
    admin: bool
    command: str
    argument: str
    target: Person | None
    private: bool


class Added(Value):
    """The bot came into a group, brought by `person`. `admin` says it came as one."""

    update: int
    key: GameKey
    admin: bool
    person: Person


class Removed(Value):
    """The bot is out of a group."""

    update: int
    chat: ChatId


class Moved(Value):
    """The group `chat` became the supergroup `to`; both say so, in any order."""

    update: int
    chat: ChatId
    to: ChatId


class Ignored(Value):
    """Nothing for us; `why` goes to the log."""

    update: int
    why: str


Intent = Press | ForgedPress | Typed | Added | Removed | Moved | Ignored


def intent_of(update: Update, username: str, key: bytes) -> Intent:
    """What an update asks, for the bot called `username` whose buttons are signed with `key`."""
    if update.callback_query is not None:
        return _pressed(update.update_id, update.callback_query, key)
    if update.message is not None:
        return _moved(update.update_id, update.message) or _typed(update.update_id, update.message, username)
    if update.my_chat_member is not None:
        return _membership(update.update_id, update.my_chat_member)
    return Ignored(update.update_id, "a kind of update that is not for us")


def _person(user: User) -> Person:
    name = shown_name(user.first_name or "", user.last_name or "", user.id)
    return Person(PlayerId(user.id), name, user.language_code)


def _pressed(update: int, query: CallbackQuery, key: bytes) -> Intent:
    """The message under the button is not trusted beyond its ids: it may be inaccessible, or an old copy."""
    person = _person(query.from_user)
    if query.message is None or query.data is None:
        return ForgedPress(update, query.id, person)
    chat = ChatId(query.message.chat.id)
    data = parse_button(query.data, chat, key)
    if data is None or query.from_user.is_bot or (data.action is Action.PICK and data.argument not in DECK):
        return ForgedPress(update, query.id, person)
    return Press(update, query.id, person, GameKey(chat, data.topic), query.message.message_id, data)


def _moved(update: int, message: Message) -> Moved | None:
    if message.migrate_to_chat_id is not None:
        return Moved(update, ChatId(message.chat.id), ChatId(message.migrate_to_chat_id))
    if message.migrate_from_chat_id is not None:
        return Moved(update, ChatId(message.migrate_from_chat_id), ChatId(message.chat.id))
    return None


def _typed(update: int, message: Message, username: str) -> Intent:
    form = _COMMAND.fullmatch(message.text or "")
    if form is None:
        return Ignored(update, "a message that is no command")
    command, addressee, argument = form.groups()
    if addressee is not None and addressee.lower() != username.lower():
        return Ignored(update, "a command for another bot")
    if message.chat.type not in {*_GROUPS, "private"} or message.chat.is_direct_messages:
        return Ignored(update, "a command in a chat where nobody plays")
    topic = message.message_thread_id if message.is_topic_message else None
    hidden = message.sender_chat is not None or message.from_user is None or message.from_user.id in _NOBODY
    if message.is_automatic_forward or (not hidden and message.from_user is not None and message.from_user.is_bot):
        return Ignored(update, "a command that no person typed here")
    return Typed(
        update,
        GameKey(ChatId(message.chat.id), topic or 0),
        None if hidden or message.from_user is None else _person(message.from_user),
        message.sender_chat is not None and message.sender_chat.id == message.chat.id,
        command.lower(),
        (argument or "").strip(),
        _target(message),
        message.chat.type == "private",
    )


def _target(message: Message) -> Person | None:
    """Whose message is answered. In a topic every message answers the one that opened it: that is nobody's."""
    answered = message.reply_to_message
    if answered is None or answered.from_user is None or answered.from_user.id in _NOBODY:
        return None
    if answered.forum_topic_created is not None or answered.sender_chat is not None:
        return None
    return _person(answered.from_user)


def _membership(update: int, change: ChatMemberUpdated) -> Intent:
    if change.chat.type not in _GROUPS:
        return Ignored(update, f"a membership in a {change.chat.type}")
    if _is_out(change.new_chat_member):
        return Removed(update, ChatId(change.chat.id))
    if _is_out(change.old_chat_member):
        admin = change.new_chat_member.status == "administrator"
        return Added(update, GameKey(ChatId(change.chat.id)), admin, _person(change.from_user))
    return Ignored(update, "a change of rights")


def _is_out(member: ChatMember) -> bool:
    """Whether that is nobody's membership: a restriction outlives it."""
    return member.status in _OUT or (isinstance(member, ChatMemberRestricted) and not member.is_member)
