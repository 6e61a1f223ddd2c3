"""The stored form of what people choose: readable by later and by earlier versions."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.look import Design, Look, Palette
from engine.rules import SYSTEMS
from handler.chat_list import ChatList
from handler.choices import ChatSettings, Preferences, WhoStarts
from handler.errors import StoreFailure
from handler.ports import ChatId, Version
from handler.store.chosen import (
    chat_list_item,
    chat_list_of,
    preferences_item,
    preferences_of,
    settings_item,
    settings_of,
)
from tests.handler.store.samples import SETTINGS
from tests.strategies import made

LANGUAGES = st.none() | st.sampled_from(["en", "fa", "pl", "ro"])
CHOICES = made(
    ChatSettings,
    language=LANGUAGES,
    rules=st.sampled_from([*SYSTEMS.values()]),
    look=made(Look, st.sampled_from(Design), st.sampled_from(Palette), st.booleans()),
    who_starts=st.sampled_from(WhoStarts),
    topic=st.none() | st.integers(0, 2**31),
    gap_minutes=st.integers(0, 10_000),
    cards_in_words=st.booleans(),
    version=st.integers(1, 10_000).map(Version),
)


@given(CHOICES)
def test_settings_are_read_back_as_they_were(settings: ChatSettings) -> None:
    assert settings_of(settings_item(settings)) == settings


@given(made(Preferences, language=LANGUAGES, spoken=st.booleans()))
def test_preferences_are_read_back_as_they_were(preferences: Preferences) -> None:
    assert preferences_of(preferences_item(preferences)) == preferences


@given(st.frozensets(st.integers(-(2**52), -1).map(ChatId)), st.frozensets(st.integers(-9, -1).map(ChatId)))
def test_a_list_of_groups_is_read_back_as_it_was(allowed: frozenset[ChatId], denied: frozenset[ChatId]) -> None:
    chats = ChatList(allowed, denied, Version(3))
    assert chat_list_of(chat_list_item(chats)) == chats


@pytest.mark.parametrize("body", ['{"allowed":["x"]}', '{"allowed":5}', "{"])
def test_a_list_of_groups_that_cannot_be_read_is_told(body: str) -> None:
    with pytest.raises(StoreFailure, match="a stored list of chats cannot be read"):
        chat_list_of({"form": 1, "version": 1, "body": body})


def test_rules_and_look_are_stored_in_their_own_notation() -> None:
    body = json.loads(str(settings_item(SETTINGS)["body"]))
    assert body["rules"] == "race deck=easy table-seconds=90"
    assert body["look"] == "modern safe marks"


def test_settings_of_an_earlier_form_are_filled_in() -> None:
    bare = {"form": 1, "version": 3, "body": '{"language":"pl"}'}
    assert settings_of(bare) == ChatSettings(language="pl", version=Version(3))


def test_fields_that_a_later_version_added_are_left_out() -> None:
    item = {"form": 1, "version": 3, "body": '{"mood":"sunny"}'}
    assert settings_of(item) == ChatSettings(version=Version(3))
    assert preferences_of(item) == Preferences()


def test_rules_and_looks_that_this_version_does_not_know_are_as_if_nobody_chose_them() -> None:
    item = {"form": 1, "version": 3, "body": '{"language":"ro","rules":"chess blitz=yes","look":"cubist"}'}
    assert settings_of(item) == ChatSettings(language="ro", version=Version(3))


@pytest.mark.parametrize("damage", [{"body": "{"}, {"version": None}, {"form": 2}, {"body": '{"who_starts":"cats"}'}])
def test_damaged_settings_are_the_operators_matter(damage: dict[str, str | int | None]) -> None:
    with pytest.raises(StoreFailure, match="a stored settings cannot be read"):
        settings_of({**settings_item(SETTINGS), **damage})


@pytest.mark.parametrize("damage", [{"body": "["}, {"form": 2}])
def test_damaged_preferences_are_the_operators_matter(damage: dict[str, str | int]) -> None:
    with pytest.raises(StoreFailure, match="a stored preferences cannot be read"):
        preferences_of({**preferences_item(Preferences("fa")), **damage})
