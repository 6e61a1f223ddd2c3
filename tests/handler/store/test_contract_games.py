"""What every store promises about games: versions, expiry, and that a read shows what was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Millis
from engine.value import replace
from handler.choices import ChatSettings, Preferences
from handler.errors import Conflict
from handler.ports import Loaded, Picks, Version, View
from tests.handler.store.samples import ANA, BO, GAME, SETTINGS, a_game, a_tap, stored

if TYPE_CHECKING:
    from handler.ports import GameKey, Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio


async def test_a_place_where_nobody_played_is_empty(store: Store, key: GameKey) -> None:
    empty = Loaded(None, View(), Picks(), ChatSettings(), Preferences())
    assert await store.load(key) == await store.load(key, ANA) == await store.load(key, ANA, GAME) == empty


async def test_a_stored_game_is_read_back_as_it_was(store: Store, key: GameKey) -> None:
    await store.save(key, stored(1), Version(0))
    assert (await store.load(key)).stored == stored(1)


async def test_a_game_far_larger_than_any_real_one_is_read_back_as_it_was(store: Store, key: GameKey) -> None:
    large = stored(1, name="ș" * 50_000, event="wrong " * 20_000)
    await store.save(key, large, Version(0))
    assert (await store.load(key)).stored == large


async def test_a_write_over_the_version_that_was_read_replaces_the_game(store: Store, key: GameKey) -> None:
    await store.save(key, stored(1), Version(0))
    after = replace(stored(2, name="Ana Maria"), answered=())
    await store.save(key, after, Version(1))
    assert (await store.load(key)).stored == after


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_a_write_over_another_version_is_a_conflict_and_changes_nothing(
    store: Store, key: GameKey, expected: int
) -> None:
    await store.save(key, stored(1), Version(0))
    await store.save(key, stored(2), Version(1))
    with pytest.raises(Conflict, match="game"):
        await store.save(key, stored(expected + 1, name="Eve"), Version(expected))
    assert (await store.load(key)).stored == stored(2)


async def test_a_write_over_a_version_of_nothing_is_a_conflict(store: Store, key: GameKey) -> None:
    with pytest.raises(Conflict):
        await store.save(key, stored(2), Version(1))
    assert (await store.load(key)).stored is None


async def test_two_topics_of_a_chat_hold_two_games(store: Store, key: GameKey) -> None:
    other = replace(key, topic=key.topic + 1)
    await store.save(key, stored(1), Version(0))
    await store.save(other, stored(1, name="Other"), Version(0))
    assert (await store.load(key)).stored == stored(1)
    assert (await store.load(other)).stored == stored(1, name="Other")


async def test_an_expired_game_that_is_still_there_counts_as_gone(store: Store, key: GameKey, clock: Clock) -> None:
    await store.save(key, stored(4), Version(0), expires=Millis(clock() + 60_000))
    clock.turn(seconds=58)
    assert (await store.load(key)).stored == stored(4)
    clock.turn(seconds=3)
    assert (await store.load(key)).stored is None


async def test_a_new_game_takes_the_place_of_an_expired_one(store: Store, key: GameKey, clock: Clock) -> None:
    await store.save(key, stored(4), Version(0), expires=Millis(clock() + 60_000))
    clock.turn(seconds=61)
    with pytest.raises(Conflict):
        await store.save(key, stored(5), Version(4))
    await store.save(key, stored(1, name="New"), Version(0))
    assert (await store.load(key)).stored == stored(1, name="New")


async def test_a_write_without_an_expiry_takes_an_earlier_one_back(store: Store, key: GameKey, clock: Clock) -> None:
    await store.save(key, stored(1), Version(0), expires=Millis(clock() + 60_000))
    await store.save(key, stored(2), Version(1))
    clock.turn(seconds=100_000_000)
    assert (await store.load(key)).stored == stored(2)


async def test_one_read_finds_all_that_is_known_of_a_place_and_of_one_player(store: Store, key: GameKey) -> None:
    await store.save(key, stored(1), Version(0))
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.add_tap(key, GAME, BO, a_tap(2))
    await store.save_settings(key.chat, SETTINGS, Version(0))
    await store.save_preferences(ANA, Preferences("fa"))
    await store.save_preferences(BO, Preferences("pl"))
    view = await store.take_lease(key, "me", Millis(10), Millis(20))
    loaded = await store.load(key, ANA, GAME)
    assert (loaded.stored, loaded.view, loaded.picks.taps) == (stored(1), view, (a_tap(1),))
    assert (loaded.settings, loaded.preferences) == (SETTINGS, Preferences("fa"))


async def test_picks_are_read_of_a_game_and_preferences_of_a_player(store: Store, key: GameKey) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.save_preferences(ANA, Preferences("fa"))
    without_game, of_nobody = await store.load(key, ANA), await store.load(key)
    assert (without_game.picks, without_game.preferences) == (Picks(), Preferences("fa"))
    assert (of_nobody.picks, of_nobody.preferences) == (Picks(), Preferences())


async def test_a_game_is_written_without_touching_its_message_or_picks(store: Store, key: GameKey) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    view = await store.take_lease(key, "me", Millis(10), Millis(20))
    await store.save(key, stored(1), Version(0))
    loaded = await store.load(key, ANA, GAME)
    assert (loaded.view, loaded.picks.taps) == (view, (a_tap(1),))
    assert loaded.stored is not None
    assert loaded.stored.game == a_game()
