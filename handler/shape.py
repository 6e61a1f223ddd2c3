"""The form of what we read in an update, as Telegram documents it: what has another never reaches the product. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Shape = Callable[[object], bool] | Mapping[str, "Shape"]

LONGEST_TEXT = 4096
"""Characters of a message: no field that we read is longer."""


def _id(value: object) -> bool:
    """A person's or chat's number: at most 52 bits and a sign."""
    return type(value) is int and -(2**52) < value < 2**52


def _number(value: object) -> bool:
    """An update's, message's or topic's number."""
    return type(value) is int and 0 <= value < 2**63


def _text(value: object) -> bool:
    """A text that is not too long, and can be written down again."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


_CHAT: dict[str, Shape] = {"id": _id, "type": _text}
_USER: Shape = {"id": _id, "is_bot": _flag, "first_name": _text, "last_name?": _text, "language_code?": _text}
_MEMBER: Shape = {"status": _text, "is_member?": _flag}
_UPDATE: Shape = {
    "update_id": _number,
    "callback_query?": {
        "id": _text,
        "from": _USER,
        "message?": {"message_id": _number, "chat": _CHAT},
        "data?": _text,
    },
    "message?": {
        "message_id": _number,
        "chat": {**_CHAT, "is_direct_messages?": _flag},
        "from?": _USER,
        "sender_chat?": _CHAT,
        "text?": _text,
        "message_thread_id?": _number,
        "is_topic_message?": _flag,
        "is_automatic_forward?": _flag,
        "migrate_to_chat_id?": _id,
        "migrate_from_chat_id?": _id,
        "reply_to_message?": {"from?": _USER, "sender_chat?": _CHAT},
    },
    "my_chat_member?": {"chat": _CHAT, "from": _USER, "old_chat_member": _MEMBER, "new_chat_member": _MEMBER},
}
"""A name with a question mark is a field that may be missing, or null."""


def flaw(update: object) -> str | None:
    """Where an update has not the form of one, as the path of a field; None where it has. Others may be anything."""
    return _flaw(update, _UPDATE, "update")


def _flaw(value: object, shape: Shape, path: str) -> str | None:
    if callable(shape):
        return None if shape(value) else path
    if not isinstance(value, dict):
        return path
    for name, inner in shape.items():
        field = name.removesuffix("?")
        if value.get(field) is None and name != field:
            continue
        found = _flaw(value.get(field), inner, f"{path}.{field}")
        if found is not None:
            return found
    return None
