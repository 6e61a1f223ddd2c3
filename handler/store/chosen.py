"""Items of what people choose: a chat's settings, a person's preferences. They are kept for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.errors import NotationError
from engine.notation import look_text, parse_look, parse_rules, rules_text
from handler.choices import ChatSettings, Preferences, WhoStarts
from handler.ports import Version
from handler.store.item import FORM, fields_of, json_text, known_fields, number, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.store.item import Item

SETTINGS, PREFERENCES = "settings", "preferences"

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
