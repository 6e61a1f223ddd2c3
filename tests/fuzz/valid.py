"""Who may change anything: told from a throw alone, by rules that share no code with the handler."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

    from tests.fuzz.throw import Throw

COMMANDS = {
    *("newgame", "solo", "table", "cards", "score", "leave", "stop", "kick", "unkick"),
    *("rules", "odds", "help", "start", "language", "settings"),
}
GROUPS = {"group", "supergroup"}


def may_act(throw: Throw, issued: Collection[tuple[int, str]]) -> bool:
    """Whether a throw may lead to a write or a call. `issued` has chat and data of every button that was made."""
    if throw.kind == "wake":
        return any(_is_wake(record) for record in _list(json.loads(throw.text).get("Records")))
    if throw.door not in ("", "packed") or len(throw.text) > 256 * 1024:
        return False
    try:
        update = json.loads(throw.text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(update, dict) or not _is_id(update.get("update_id"), 63):
        return False
    if update.get("callback_query"):
        return _is_press(update["callback_query"], issued)
    return _is_message(update.get("message")) or _is_membership(update.get("my_chat_member"))


def _is_id(value: object, bits: int = 52) -> bool:
    return type(value) is int and -(2**bits) <= value < 2**bits


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_press(query: object, issued: Collection[tuple[int, str]]) -> bool:
    found = _dict(query)
    chat, data = _dict(_dict(found.get("message")).get("chat")).get("id"), found.get("data")
    person = _dict(found.get("from"))
    known = isinstance(data, str) and _is_id(chat) and (chat, data) in issued
    return known and _is_person(person) and not person.get("is_bot") and isinstance(found.get("id"), str)


def _is_person(person: dict[str, Any]) -> bool:
    return _is_id(person.get("id")) and isinstance(person.get("first_name"), str)


def _is_message(message: object) -> bool:
    found = _dict(message)
    chat = _dict(found.get("chat"))
    if not _is_id(chat.get("id")):
        return False
    if _is_id(found.get("migrate_to_chat_id")) or _is_id(found.get("migrate_from_chat_id")):
        return True
    text = found.get("text")
    if not isinstance(text, str) or chat.get("type") not in (*GROUPS, "private"):
        return False
    command = text.split(maxsplit=1)[0] if text.strip() else ""
    name, _, bot = command.partition("@")
    answered = chat["type"] == "private" or name[1:].lower() in COMMANDS  # one person alone is always answered
    return text.startswith("/") and answered and bot.lower() in ("", "setgram_bot")


def _is_membership(change: object) -> bool:
    found = _dict(change)
    chat = _dict(found.get("chat"))
    return _is_id(chat.get("id")) and chat.get("type") in GROUPS and _is_person(_dict(found.get("from")))


def _is_wake(record: object) -> bool:
    body = _dict(record).get("body")
    try:
        wake = json.loads(body) if isinstance(body, str) else None
    except (ValueError, RecursionError):
        return False
    return all(_is_id(_dict(wake).get(name), 63) for name in ("chat", "topic", "version", "due"))
