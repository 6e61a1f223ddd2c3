"""What every store promises about a place's message and about a chat: one editor at a time, no lost update."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import GameId, Millis
from engine.value import replace
from handler.errors import Conflict
from handler.ports import Budget, Notes, Version, View
from tests.handler.store.samples import GAME

if TYPE_CHECKING:
    from handler.ports import GameKey, Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio

SHOWN = View(
    game=GAME,
    message=2_147_483_648,
    kind="photo",
    shown=Version(9),
    look="a1b2",
    picture="c3d4",
    posted_at=Millis(5),
    told=GameId("told____"),
    due=Millis(77),
    owner="me",
    lease_until=Millis(20),
)
BUDGET = Budget((Millis(1), Millis(2)), (Millis(3),), Millis(4), Version(1))
NOTES = Notes({"score": 11, "rules": 12}, Version(1), (0, 17), Millis(1), Millis(2))


async def test_one_at_a_time_may_edit_a_message(store: Store, key: GameKey) -> None:
    assert await store.take_lease(key, "me", Millis(10), Millis(20)) == View(owner="me", lease_until=Millis(20))
    assert await store.take_lease(key, "you", Millis(10), Millis(30)) is None
    assert await store.take_lease(key, "you", Millis(19), Millis(30)) is None
    assert (await store.load(key)).view == View(owner="me", lease_until=Millis(20))


async def test_a_lease_that_has_run_out_can_be_taken(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.take_lease(key, "you", Millis(20), Millis(30)) == View(owner="you", lease_until=Millis(30))
    assert await store.take_lease(key, "me", Millis(21), Millis(31)) is None


async def test_its_holder_may_take_a_lease_again(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.take_lease(key, "me", Millis(12), Millis(22)) == View(owner="me", lease_until=Millis(22))


async def test_what_a_message_shows_is_kept_and_handed_to_the_next_editor(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.put_view(key, SHOWN, "me")
    assert (await store.load(key)).view == SHOWN
    after = await store.take_lease(key, "you", Millis(25), Millis(35))
    assert after == replace(SHOWN, look="", picture="", owner="you", lease_until=Millis(35))


async def test_who_takes_a_lease_that_was_given_back_knows_what_the_message_shows(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.put_view(key, replace(SHOWN, owner=None, lease_until=Millis(0)), "me")
    after = await store.take_lease(key, "you", Millis(11), Millis(21))
    assert after == replace(SHOWN, owner="you", lease_until=Millis(21))


async def test_who_takes_a_lease_that_was_left_does_not(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.put_view(key, replace(SHOWN, owner=None, lease_until=Millis(0)), "me")
    await store.take_lease(key, "you", Millis(11), Millis(21))
    after = await store.take_lease(key, "me", Millis(21), Millis(31))
    assert after == replace(SHOWN, look="", picture="", owner="me", lease_until=Millis(31))


async def test_a_lease_is_given_back_with_what_the_message_shows(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    given_back = replace(SHOWN, owner=None, lease_until=Millis(0))
    assert await store.put_view(key, given_back, "me")
    assert (await store.load(key)).view == given_back
    assert not await store.put_view(key, SHOWN, "me")
    assert await store.take_lease(key, "you", Millis(11), Millis(21)) is not None


async def test_who_lost_the_lease_stores_nothing(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    await store.take_lease(key, "you", Millis(20), Millis(30))
    assert not await store.put_view(key, SHOWN, "me")
    assert (await store.load(key)).view == View(owner="you", lease_until=Millis(30))


async def test_who_never_had_the_lease_stores_nothing(store: Store, key: GameKey) -> None:
    assert not await store.put_view(key, SHOWN, "me")
    assert (await store.load(key)).view == View()


async def test_a_lease_that_ran_out_but_was_not_taken_still_lets_its_holder_store(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    await store.put_view(key, replace(SHOWN, lease_until=Millis(0)), "me")
    assert await store.put_view(key, SHOWN, "me")


async def test_two_topics_of_a_chat_have_two_messages(store: Store, key: GameKey) -> None:
    await store.take_lease(key, "me", Millis(10), Millis(20))
    assert await store.take_lease(replace(key, topic=0), "you", Millis(10), Millis(20)) is not None


async def test_nothing_is_known_of_a_new_chat(store: Store, key: GameKey) -> None:
    assert await store.load_budget(key.chat) == Budget()
    assert await store.load_notes(key.chat) == Notes()


async def test_budget_and_notes_are_read_back_as_they_were(store: Store, key: GameKey) -> None:
    await store.save_budget(key.chat, BUDGET, Version(0))
    await store.save_notes(key.chat, NOTES, Version(0))
    assert await store.load_budget(key.chat) == BUDGET
    assert await store.load_notes(key.chat) == NOTES
    assert (await store.load(replace(key, topic=0))).stored is None


async def test_budget_and_notes_are_replaced_over_the_version_that_was_read(store: Store, key: GameKey) -> None:
    await store.save_budget(key.chat, BUDGET, Version(0))
    await store.save_budget(key.chat, Budget(version=Version(2)), Version(1))
    await store.save_notes(key.chat, NOTES, Version(0))
    await store.save_notes(key.chat, Notes(version=Version(2)), Version(1))
    assert await store.load_budget(key.chat) == Budget(version=Version(2))
    assert await store.load_notes(key.chat) == Notes(version=Version(2))


@pytest.mark.parametrize("expected", [0, 2])
async def test_a_budget_over_another_version_is_a_conflict(store: Store, key: GameKey, expected: int) -> None:
    await store.save_budget(key.chat, BUDGET, Version(0))
    with pytest.raises(Conflict, match="budget"):
        await store.save_budget(key.chat, Budget(version=Version(expected + 1)), Version(expected))
    assert await store.load_budget(key.chat) == BUDGET


@pytest.mark.parametrize("expected", [0, 2])
async def test_notes_over_another_version_are_a_conflict(store: Store, key: GameKey, expected: int) -> None:
    await store.save_notes(key.chat, NOTES, Version(0))
    with pytest.raises(Conflict, match="notes"):
        await store.save_notes(key.chat, Notes(version=Version(expected + 1)), Version(expected))
    assert await store.load_notes(key.chat) == NOTES


async def test_a_budget_is_forgotten_after_ten_minutes_and_notes_never(
    store: Store, key: GameKey, clock: Clock
) -> None:
    await store.save_budget(key.chat, BUDGET, Version(0))
    await store.save_notes(key.chat, NOTES, Version(0))
    clock.turn(seconds=598)
    assert await store.load_budget(key.chat) == BUDGET
    clock.turn(seconds=3)
    assert await store.load_budget(key.chat) == Budget()
    await store.save_budget(key.chat, BUDGET, Version(0))
    assert await store.load_budget(key.chat) == BUDGET
    assert await store.load_notes(key.chat) == NOTES
