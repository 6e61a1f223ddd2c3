"""Items of what is chosen, kept for good: a chat's settings, a person's preferences, the operator's list of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.errors import NotationError
from engine.notation import look_text, parse_look, parse_rules, rules_text
from handler.chat_list import ChatList
from handler.choices import ChatSettings, Preferences, WhoStarts
from handler.ports import ChatId, Version
from handler.store.item import FORM, fields_of, json_text, known_fields, number, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.store.item import Item

SETTINGS, PREFERENCES = "settings", "preferences"

BOT, CHATS = "bot", "chats"
"""Partition and name of the list of groups: there is one."""

T = TypeVar("T")


def settings_item(settings: ChatSettings) -> Item:
    """A chat's settings as stored: rules and look as their one-line texts."""
    body = fields_of(settings, "version") | {
        "rules": rules_text(settings.rules),
        "look": look_text(settings.look),
        "who_starts": settings.who_starts.value,
    }
    return {"form": FORM, "version": settings.version, "body": json_text(body)}


def settings_of(item: Item) -> ChatSettings:
    """The settings of their item."""
    with readable("settings", item):
        data, usual = known_fields(ChatSettings, item), ChatSettings()
        data["rules"] = _chosen(parse_rules, data.get("rules"), usual.rules)
        data["look"] = _chosen(parse_look, data.get("look"), usual.look)
        data["who_starts"] = WhoStarts(data.get("who_starts", usual.who_starts.value))
        return ChatSettings(**data, version=Version(number(item, "version")))


def _chosen(parse: Callable[[str], T], text: str | None, usual: T) -> T:
    """A choice, or the usual one: what another version called differently must not close a chat's games."""
    try:
        return usual if text is None else parse(text)
    except NotationError:
        return usual


def preferences_item(preferences: Preferences) -> Item:
    """A person's preferences as stored."""
    return {"form": FORM, "body": json_text(fields_of(preferences))}


def preferences_of(item: Item) -> Preferences:
    """The preferences of their item."""
    with readable("preferences", item):
        return Preferences(**known_fields(Preferences, item))


def chat_list_item(chats: ChatList) -> Item:
    """The list of groups as stored."""
    body = {"allowed": sorted(chats.allowed), "denied": sorted(chats.denied)}
    return {"form": FORM, "version": chats.version, "body": json_text(body)}


def chat_list_of(item: Item) -> ChatList:
    """The list of its item."""
    with readable("list of chats", item):
        data = known_fields(ChatList, item)
        allowed, denied = (
            frozenset(ChatId(int(chat)) for chat in data.get(name, ())) for name in ("allowed", "denied")
        )
        return ChatList(allowed, denied, Version(number(item, "version")))
