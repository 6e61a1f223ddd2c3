"""The budget of sends and edits: never above Telegram's limit, always a share for the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Millis
from handler.budget import WINDOW_MS, Purse, block, spend, take
from handler.errors import Conflict
from handler.ports import Budget, ChatId
from handler.store.sqlite import SqliteStore
from tests.builders import NOON, later
from tests.fakes import CountingStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHAT = ChatId(-1001)
PERSON = ChatId(7)
ATTEMPTS = st.lists(st.tuples(st.integers(0, 9_000), st.sampled_from(Purse)), max_size=80)
"""Sends and edits that are wanted: so many milliseconds after the one before, for what."""


def granted(attempts: list[tuple[int, Purse]], per_minute: int) -> list[tuple[Millis, Purse]]:
    """Those attempts that the budget allows."""
    budget, now, allowed = Budget(), NOON, []
    for gap, purse in attempts:
        now = Millis(now + gap)
        spent = spend(budget, purse, now, per_minute)
        if isinstance(spent, Budget):
            budget = spent
            allowed.append((now, purse))
        else:
            assert spent > now
    return allowed


@given(ATTEMPTS, st.integers(3, 25))
def test_no_minute_ever_has_more_than_the_limit(attempts: list[tuple[int, Purse]], per_minute: int) -> None:
    times = [at for at, _ in granted(attempts, per_minute)]
    for start in times:
        assert sum(start <= at < start + 60_000 for at in times) <= per_minute


@given(ATTEMPTS)
def test_other_than_tables_never_have_more_than_eight_of_twenty(attempts: list[tuple[int, Purse]]) -> None:
    times = [at for at, purse in granted(attempts, 20) if purse is Purse.OTHER]
    for start in times:
        assert sum(start <= at < start + 60_000 for at in times) <= 8


def test_twelve_of_twenty_stay_for_the_table_and_it_may_use_all() -> None:
    rush = [(0, Purse.OTHER)] * 30 + [(0, Purse.TABLE)] * 30
    assert len(granted(rush, 20)) == 20
    assert sum(purse is Purse.TABLE for _, purse in granted(rush, 20)) == 12
    assert len(granted([(0, Purse.TABLE)] * 30, 20)) == 20


@given(ATTEMPTS, st.sampled_from(Purse))
def test_the_instant_told_is_the_first_that_is_granted(attempts: list[tuple[int, Purse]], purse: Purse) -> None:
    budget, now = Budget(), NOON
    for gap, wanted in attempts:
        now = Millis(now + gap)
        spent = spend(budget, wanted, now, 5)
        budget = spent if isinstance(spent, Budget) else budget
    wait = spend(budget, purse, now, 5)
    if not isinstance(wait, Budget):
        assert isinstance(spend(budget, purse, wait, 5), Budget)
        assert not isinstance(spend(budget, purse, Millis(wait - 1), 5), Budget)


def test_a_wait_that_telegram_asked_for_holds_for_all() -> None:
    blocked = Budget(blocked_until=later(30))
    assert spend(blocked, Purse.TABLE, NOON, 20) == later(30)
    assert isinstance(spend(blocked, Purse.TABLE, later(30), 20), Budget)


def test_what_is_older_than_the_window_is_forgotten() -> None:
    budget = Budget(table=(NOON,), other=(NOON,))
    spent = spend(budget, Purse.TABLE, Millis(NOON + WINDOW_MS), 20)
    assert isinstance(spent, Budget)
    assert (len(spent.table), spent.other) == (1, ())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CountingStore]:
    inner = SqliteStore(tmp_path / "games.sqlite", lambda: NOON)
    yield CountingStore(inner)
    inner.close()


def taken(store: CountingStore, chat: ChatId, now: Millis = NOON, purse: Purse = Purse.TABLE) -> Millis | None:
    return asyncio.run(take(store, chat, purse, now, 20))  # type: ignore[arg-type]


def test_taking_writes_down_what_was_spent(store: CountingStore) -> None:
    assert [taken(store, CHAT) for _ in range(21)] == [None] * 20 + [NOON + WINDOW_MS]
    assert store.calls == {"load_budget": 21, "save_budget": 20}
    assert taken(store, ChatId(-2)) is None


def test_a_private_chat_has_no_budget_and_needs_no_store(store: CountingStore) -> None:
    assert taken(store, PERSON) is None
    assert not store.calls


def test_takers_at_once_never_take_more_than_there_is(store: CountingStore) -> None:
    async def rush() -> list[Millis | None]:
        takers = (take(store, CHAT, Purse.TABLE, NOON, 5) for _ in range(12))  # type: ignore[arg-type]
        return await asyncio.gather(*takers)

    assert asyncio.run(rush()).count(None) in range(1, 6)


def test_where_too_many_take_at_once_one_waits_a_second(store: CountingStore) -> None:
    store.failing["save_budget"] = Conflict("another")
    assert taken(store, CHAT) == NOON + 1000


def test_blocking_keeps_the_longest_wait(store: CountingStore) -> None:
    for seconds in (30, 10):
        asyncio.run(block(store, CHAT, later(seconds)))  # type: ignore[arg-type]
    assert taken(store, CHAT) == later(30)


def test_blocking_gives_up_where_too_many_write_at_once(store: CountingStore) -> None:
    store.failing["save_budget"] = Conflict("another")
    asyncio.run(block(store, CHAT, later(30)))  # type: ignore[arg-type]
    assert store.calls["save_budget"] == 3
