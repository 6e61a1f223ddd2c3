"""What every store promises about picks: taps in the order they came, and none lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.game import GameId, Millis, PlayerId, Revision
from engine.value import replace
from handler.ports import Picks, Version
from tests.handler.store.samples import ANA, BO, GAME, a_tap, stored

if TYPE_CHECKING:
    from handler.ports import GameKey, Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60


async def picks_of(store: Store, key: GameKey, player: PlayerId = ANA, game: GameId = GAME) -> Picks:
    return (await store.load(key, player, game)).picks


async def test_taps_are_kept_in_the_order_they_came_whatever_their_times(store: Store, key: GameKey) -> None:
    taps = (a_tap(3, at=30), a_tap(1, at=10), a_tap(2, at=20), a_tap(1, at=10))
    for tap in taps[:-1]:
        await store.add_tap(key, GAME, ANA, tap)
    assert await store.add_tap(key, GAME, ANA, taps[-1]) == Picks(taps, last_tap=Millis(30))
    assert await picks_of(store, key) == Picks(taps, last_tap=Millis(30))


async def test_what_comes_late_takes_no_time_back(store: Store, key: GameKey) -> None:
    await store.note_picks(key, GAME, ANA, Millis(40), seen=(Revision(4), Millis(40)))
    await store.add_tap(key, GAME, ANA, a_tap(1, at=30))
    await store.note_picks(key, GAME, ANA, Millis(20), shown=(7, Millis(20)), cleared_at=Millis(20))
    assert await picks_of(store, key) == Picks(
        (a_tap(1, at=30),), (Revision(4), Millis(40)), (7, Millis(20)), Millis(20), Millis(40), Millis(40)
    )
    await store.add_tap(key, GAME, ANA, a_tap(2, at=50))
    await store.note_picks(key, GAME, ANA, Millis(45))
    noted = await picks_of(store, key)
    assert (noted.last_tap, noted.noted_at) == (50, 45)
    assert await store.last_taps(key, GAME) == {ANA: 50}


async def test_each_player_has_picks_in_each_game_and_place(store: Store, key: GameKey) -> None:
    other, elsewhere = GameId("other___"), replace(key, topic=0)
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.add_tap(key, GAME, BO, a_tap(2))
    await store.add_tap(key, other, ANA, a_tap(3))
    await store.add_tap(elsewhere, GAME, ANA, a_tap(4))
    assert (await picks_of(store, key)).taps == (a_tap(1),)
    assert (await picks_of(store, key, BO)).taps == (a_tap(2),)
    assert (await picks_of(store, key, game=other)).taps == (a_tap(3),)
    assert (await picks_of(store, elsewhere)).taps == (a_tap(4),)


async def test_a_tap_and_a_read_go_side_by_side(store: Store, key: GameKey) -> None:
    await store.save(key, stored(1), Version(0))
    loaded, picks = await asyncio.gather(store.load(key), store.add_tap(key, GAME, ANA, a_tap(1)))
    assert (loaded.stored, picks.taps) == (stored(1), (a_tap(1),))


async def test_what_is_noted_stands_beside_the_taps_until_noted_anew(store: Store, key: GameKey) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1, at=10))
    await store.note_picks(key, GAME, ANA, Millis(20), seen=(Revision(4), Millis(19)), shown=(7, Millis(18)))
    await store.note_picks(key, GAME, ANA, Millis(30), shown=(8, Millis(29)), cleared_at=Millis(28))
    await store.note_picks(key, GAME, ANA, Millis(40))
    noted = Picks((a_tap(1, at=10),), (Revision(4), Millis(19)), (8, Millis(29)), Millis(28), Millis(40), Millis(40))
    assert await picks_of(store, key) == noted
    assert await store.add_tap(key, GAME, ANA, a_tap(2, at=50)) == replace(
        noted, taps=(*noted.taps, a_tap(2, at=50)), last_tap=Millis(50)
    )


async def test_a_player_who_never_tapped_can_be_noted_and_then_tap(store: Store, key: GameKey) -> None:
    await store.note_picks(key, GAME, ANA, Millis(20), cleared_at=Millis(20))
    assert await picks_of(store, key) == Picks(cleared_at=Millis(20), last_tap=Millis(20), noted_at=Millis(20))
    assert (await store.add_tap(key, GAME, ANA, a_tap(1))).taps == (a_tap(1),)


async def test_taps_are_compacted_while_no_other_has_come(store: Store, key: GameKey) -> None:
    for update in range(5):
        await store.add_tap(key, GAME, ANA, a_tap(update, at=update))
    await store.compact_picks(key, GAME, ANA, (a_tap(1, at=1), a_tap(4, at=4)), 5)
    assert await picks_of(store, key) == Picks((a_tap(1, at=1), a_tap(4, at=4)), last_tap=Millis(4))
    await store.compact_picks(key, GAME, ANA, (), 2)
    assert await picks_of(store, key) == Picks(last_tap=Millis(4))


@pytest.mark.parametrize("count", [0, 1, 3])
async def test_taps_are_left_alone_when_their_number_has_changed(store: Store, key: GameKey, count: int) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.add_tap(key, GAME, ANA, a_tap(2))
    await store.compact_picks(key, GAME, ANA, (a_tap(1),), count)
    assert (await picks_of(store, key)).taps == (a_tap(1), a_tap(2))


async def test_compacting_picks_that_are_not_there_makes_none(store: Store, key: GameKey) -> None:
    await store.compact_picks(key, GAME, ANA, (a_tap(1),), 1)
    assert await picks_of(store, key) == Picks()
    assert await store.last_taps(key, GAME) == {}


async def test_the_last_tap_of_every_player_of_a_game_is_known(store: Store, key: GameKey) -> None:
    longer = PlayerId(BO * 10 + 1)
    await store.add_tap(key, GAME, ANA, a_tap(1, at=10))
    await store.add_tap(key, GAME, ANA, a_tap(2, at=20))
    await store.add_tap(key, GAME, BO, a_tap(3, at=15))
    await store.note_picks(key, GAME, longer, Millis(30))
    await store.add_tap(key, GameId("aZ09-_x"), BO, a_tap(4, at=99))
    await store.add_tap(replace(key, topic=0), GAME, BO, a_tap(5, at=98))
    assert await store.last_taps(key, GAME) == {ANA: 20, BO: 15, longer: 30}


async def test_picks_that_nobody_touched_for_a_day_count_as_gone(store: Store, key: GameKey, clock: Clock) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.note_picks(key, GAME, BO, Millis(5), cleared_at=Millis(5))
    clock.turn(seconds=DAY - 2)
    await store.note_picks(key, GAME, BO, Millis(6))
    assert (await picks_of(store, key)).taps == (a_tap(1),)
    clock.turn(seconds=3)
    assert await picks_of(store, key) == Picks()
    assert await store.last_taps(key, GAME) == {BO: 6}


async def test_a_tap_after_a_day_starts_anew(store: Store, key: GameKey, clock: Clock) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    await store.note_picks(key, GAME, ANA, Millis(20), cleared_at=Millis(20))
    clock.turn(seconds=DAY + 1)
    await store.compact_picks(key, GAME, ANA, (), 1)
    assert await store.add_tap(key, GAME, ANA, a_tap(2, at=40)) == Picks((a_tap(2, at=40),), last_tap=Millis(40))


async def test_a_note_after_a_day_starts_anew(store: Store, key: GameKey, clock: Clock) -> None:
    await store.add_tap(key, GAME, ANA, a_tap(1))
    clock.turn(seconds=DAY + 1)
    await store.note_picks(key, GAME, ANA, Millis(40), shown=(9, Millis(40)))
    assert await picks_of(store, key) == Picks(shown=(9, Millis(40)), last_tap=Millis(40), noted_at=Millis(40))
