"""What every store promises about what people choose: a chat's settings by version, a person's preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import PlayerId
from engine.value import replace
from handler.chat_list import ChatList
from handler.choices import ChatSettings, Preferences
from handler.errors import Conflict
from handler.ports import Budget, ChatId, GameKey, Notes, Version
from tests.handler.store.samples import SETTINGS

if TYPE_CHECKING:
    from handler.ports import Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio


async def test_settings_are_read_back_as_they_were_in_every_topic_of_the_chat(store: Store, key: GameKey) -> None:
    await store.save_settings(key.chat, SETTINGS, Version(0))
    assert (await store.load(key)).settings == SETTINGS
    assert (await store.load(replace(key, topic=0))).settings == SETTINGS
    assert (await store.load(GameKey(ChatId(key.chat - 1_000_000)))).settings == ChatSettings()


async def test_settings_are_replaced_over_the_version_that_was_read(store: Store, key: GameKey) -> None:
    await store.save_settings(key.chat, SETTINGS, Version(0))
    after = ChatSettings(language="pl", version=Version(2))
    await store.save_settings(key.chat, after, Version(1))
    assert (await store.load(key)).settings == after


@pytest.mark.parametrize("expected", [0, 2])
async def test_settings_over_another_version_are_a_conflict(store: Store, key: GameKey, expected: int) -> None:
    await store.save_settings(key.chat, SETTINGS, Version(0))
    with pytest.raises(Conflict, match="settings"):
        await store.save_settings(key.chat, ChatSettings(version=Version(expected + 1)), Version(expected))
    assert (await store.load(key)).settings == SETTINGS


async def test_preferences_are_read_back_as_they_were_in_every_chat(store: Store, key: GameKey) -> None:
    person = _person(key)
    await store.save_preferences(person, Preferences("ro", spoken=True))
    assert (await store.load(key, person)).preferences == Preferences("ro", spoken=True)
    assert (await store.load(_alone_with(person), person)).preferences == Preferences("ro", spoken=True)


async def test_new_preferences_take_the_place_of_the_old_ones(store: Store, key: GameKey) -> None:
    person = _person(key)
    await store.save_preferences(person, Preferences("ro", spoken=True))
    await store.save_preferences(person, Preferences())
    assert (await store.load(key, person)).preferences == Preferences()


async def test_one_person_alone_is_a_chat_with_settings_budget_and_notes_too(store: Store, key: GameKey) -> None:
    person, alone = _person(key), _alone_with(_person(key))
    await store.save_preferences(person, Preferences("ro"))
    await store.save_settings(alone.chat, SETTINGS, Version(0))
    await store.save_notes(alone.chat, Notes(version=Version(1)), Version(0))
    await store.save_budget(alone.chat, Budget(version=Version(1)), Version(0))
    loaded = await store.load(alone, person)
    assert (loaded.preferences, loaded.settings) == (Preferences("ro"), SETTINGS)


async def test_what_was_chosen_is_kept_for_good(store: Store, key: GameKey, clock: Clock) -> None:
    person = _person(key)
    await store.save_settings(key.chat, SETTINGS, Version(0))
    await store.save_preferences(person, Preferences("ro"))
    clock.turn(seconds=1_000_000_000)
    loaded = await store.load(key, person)
    assert (loaded.settings, loaded.preferences) == (SETTINGS, Preferences("ro"))


async def test_the_list_of_groups_is_read_back_as_it_was_and_replaced_over_the_version_that_was_read(
    store: Store,
) -> None:
    before = await store.load_chat_list()  # tests share one store, and a bot has one list
    after = ChatList(frozenset({ChatId(-1), ChatId(-1_001_000_000_001)}), frozenset({ChatId(-2)}), _next(before))
    await store.save_chat_list(after, before.version)
    assert await store.load_chat_list() == after
    with pytest.raises(Conflict, match="chats"):
        await store.save_chat_list(ChatList(version=_next(before)), before.version)
    assert await store.load_chat_list() == after
    await store.save_chat_list(ChatList(version=_next(after)), after.version)
    assert await store.load_chat_list() == ChatList(version=_next(after))


def _next(chats: ChatList) -> Version:
    return Version(chats.version + 1)


def _person(key: GameKey) -> PlayerId:
    """Somebody whom no other test knows."""
    return PlayerId(-key.chat)


def _alone_with(person: PlayerId) -> GameKey:
    return GameKey(ChatId(person))
