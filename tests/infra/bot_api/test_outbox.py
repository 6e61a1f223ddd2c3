from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.bot_api.limits import Limits
from infra.local.bot_api.outbox import Bell, Outbox, Pending

LIMITS = Limits()


def outbox(*queues: str, expires: float = 150.0) -> Outbox:
    made = Outbox(next_id=10)
    for queue in queues:
        made.add(queue, "message", {"text": queue}, expires)
    return made


def heads(made: Outbox, now: float = 0.0) -> list[int]:
    return [update.id for update in made.heads(now)]


def test_updates_are_numbered_in_the_order_they_happened() -> None:
    assert [update.update() for update in outbox("a", "b").pending] == [
        {"update_id": 10, "message": {"text": "a"}},
        {"update_id": 11, "message": {"text": "b"}},
    ]


def test_only_the_first_of_each_queue_is_at_its_head() -> None:
    made = outbox("a", "a", "b", "a", "b")
    assert heads(made) == [10, 12]
    made.drop(made.pending[0])
    assert heads(made) == [11, 12]


def test_what_expired_while_it_waited_is_no_head() -> None:
    made = outbox("a", expires=150.0)
    made.add("a", "message", {}, 151.0)
    assert heads(made, 150.0) == [11]


def test_updates_below_the_one_asked_for_are_forgotten() -> None:
    made = outbox("a", "b", "c")
    made.forget_before(12)
    assert heads(made) == [12]


def test_each_failure_waits_longer() -> None:
    made = outbox("a", expires=1e9)
    update, now, instants = made.pending[0], 0.0, [0.0]
    for _ in range(9):
        made.failed(update, now, LIMITS)
        now = update.due
        instants.append(now)
    assert instants == [0, 0, 2, 6, 14, 30, 62, 126, 216, 306]


def test_a_failure_is_the_last_when_the_next_time_would_be_too_late() -> None:
    made = outbox("a", expires=5.0)
    made.failed(made.pending[0], 4.0, LIMITS)
    assert made.pending
    made.failed(made.pending[0], 4.0, LIMITS)
    assert not made.pending


@pytest.mark.parametrize(("asked", "waited"), [(7.0, 7.0), (9999.0, 3600.0)])
def test_a_webhook_may_ask_for_its_own_pause_within_reason(asked: float, waited: float) -> None:
    made = outbox("a", expires=1e9)
    made.failed(made.pending[0], 100.0, LIMITS, asked)
    assert made.pending[0].due == 100.0 + waited


@given(st.lists(st.sampled_from("abc"), max_size=12), st.randoms(use_true_random=False))
def test_however_queues_are_emptied_each_keeps_its_order(queues: list[str], random: object) -> None:
    made, taken = outbox(*queues), []
    while made.pending:
        update: Pending = random.choice(list(made.heads(0.0)))  # type: ignore[attr-defined]
        made.drop(update)
        taken.append(update)
    for queue in "abc":
        numbers = [update.id for update in taken if update.queue == queue]
        assert numbers == sorted(numbers)
    assert len(taken) == len(queues)


def test_a_bell_wakes_all_who_hear_it_and_nobody_who_left() -> None:
    bell = Bell()
    first, second = bell.hear(), bell.hear()
    bell.leave(second)
    bell.ring()
    assert (first.is_set(), second.is_set()) == (True, False)


def test_leaving_a_bell_twice_does_no_harm() -> None:
    bell = Bell()
    bell.leave(asyncio.Event())
    bell.ring()
    assert not bell.hear().is_set()
