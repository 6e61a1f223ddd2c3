"""What every store promises about people: where they sit is known while a game may name them, and can be erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Millis, PlayerId
from engine.value import replace
from handler.choices import Preferences
from handler.ports import Budget, ChatId, GameKey, Notes, Picks, Version, View
from tests.handler.store.samples import BO, GAME, SETTINGS, a_game, a_tap, stored

if TYPE_CHECKING:
    from handler.ports import Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio


def person(key: GameKey) -> PlayerId:
    """Somebody whom no other test knows."""
    return PlayerId(-key.chat)


def alone(key: GameKey, topic: int = 0) -> GameKey:
    return GameKey(ChatId(-key.chat), topic)


async def test_the_last_game_is_kept_until_it_expires_or_another_follows(
    store: Store, key: GameKey, clock: Clock
) -> None:
    assert await store.load_last_game(key) is None
    for name in ("Ana", "سارا"):
        await store.save_last_game(key, a_game(name), Millis(clock() + 60_000))
        assert await store.load_last_game(key) == a_game(name)
    assert await store.load_last_game(replace(key, topic=0)) is None
    assert (await store.load(key)).stored is None
    clock.turn(seconds=61)
    assert await store.load_last_game(key) is None


async def test_all_places_of_a_person_are_found_and_nobody_elses(store: Store, key: GameKey) -> None:
    ana, other = person(key), PlayerId(person(key) * 10)
    assert await store.seats_of(ana) == {}
    places = [key, replace(key, topic=0), GameKey(ChatId(-5)), alone(key)]
    for place in places:
        await store.note_seat(ana, place, Millis(2**42))
    await store.note_seat(other, GameKey(ChatId(-6)), Millis(2**42))
    assert set(await store.seats_of(ana)) == set(places)


async def test_a_seat_is_dropped_by_the_mark_it_was_last_noted_with_alone(store: Store, key: GameKey) -> None:
    ana = person(key)
    await store.note_seat(ana, key, Millis(2**42))
    first = (await store.seats_of(ana))[key]
    await store.note_seat(ana, key, Millis(2**42))
    second = (await store.seats_of(ana))[key]
    await store.drop_seat(ana, key, first)
    assert (await store.seats_of(ana)) == {key: second}
    for _ in range(2):
        await store.drop_seat(ana, key, second)
    assert await store.seats_of(ana) == {}


async def test_a_person_is_erased_but_for_seats_and_whoever_else(store: Store, key: GameKey) -> None:
    ana, chat = person(key), alone(key).chat
    for _ in range(2):
        await store.save_preferences(ana, Preferences("ro", spoken=True))
        await store.save_settings(chat, SETTINGS, Version(0))
        await store.save_notes(chat, Notes(version=Version(1)), Version(0))
        await store.save_budget(chat, Budget(version=Version(1)), Version(0))
        await store.save(alone(key), stored(1), Version(0))
        await store.note_seat(ana, alone(key), Millis(2**42))
        await store.erase_person(ana)
        loaded = await store.load(alone(key), ana)
        assert loaded.preferences == Preferences()
        assert loaded.settings != SETTINGS
        assert (await store.load_notes(chat)).version == (await store.load_budget(chat)).version == 0
        assert loaded.stored == stored(1)
        assert list(await store.seats_of(ana)) == [alone(key)]
        await store.erase_place(alone(key))
    await store.erase_person(PlayerId(ana + 1))


async def test_a_place_is_erased_whole_and_no_other(store: Store, key: GameKey) -> None:
    there, beside = alone(key), alone(key, 3)
    for place in (there, beside):
        await store.save(place, stored(1), Version(0))
        await store.take_lease(place, "me", Millis(1), Millis(2))
        await store.add_tap(place, GAME, BO, a_tap(1))
        await store.save_last_game(place, a_game(), Millis(2**42))
    await store.save_settings(there.chat, SETTINGS, Version(0))
    await store.erase_place(there)
    loaded = await store.load(there, BO, GAME)
    assert (loaded.stored, loaded.view, loaded.picks) == (None, View(), Picks())
    assert loaded.settings == SETTINGS
    assert await store.load_last_game(there) is None
    kept = await store.load(beside, BO, GAME)
    assert (kept.stored, kept.picks.taps) == (stored(1), (a_tap(1),))
    await store.save(there, stored(1), Version(0))
    await store.erase_place(there)


async def test_a_persons_picks_are_erased_in_all_games_of_a_place_and_nobody_elses(store: Store, key: GameKey) -> None:
    games = [GAME, type(GAME)("another-")]
    like = PlayerId(int(f"1{BO}"))
    for game in games:
        for player in (BO, like):
            await store.add_tap(key, game, player, a_tap(1))
    await store.add_tap(replace(key, topic=0), GAME, BO, a_tap(1))
    await store.erase_picks(key, BO)
    for game in games:
        assert list(await store.last_taps(key, game)) == [like]
    assert list(await store.last_taps(replace(key, topic=0), GAME)) == [BO]
