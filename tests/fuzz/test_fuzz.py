"""The thrower itself: it throws the same again, finds what is planted, and prints what can be replayed."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from handler import webhook
from tests.fuzz.__main__ import throws
from tests.fuzz.changing import changed
from tests.fuzz.reach import Reach
from tests.fuzz.target import target
from tests.fuzz.throw import DOORS, Throw, parse_throw, throw_text
from tests.fuzz.valid import may_act

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.target import Target


@pytest.fixture
def aim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target(tmp_path_factory.mktemp("fuzz") / "games.sqlite") as made:
        yield made


def complaints(aim: Target, count: int, seed: int = 0) -> list[tuple[Throw, str]]:
    reach = Reach()
    with reach.watching():
        return [(throw, wrong) for throw, wrong, _ in throws(aim, reach, count, seed) if wrong]


def test_what_is_recorded_and_some_changes_of_it_are_answered_as_they_should_be(aim: Target) -> None:
    count = len(aim.seeds) + 100
    assert len(aim.seeds) >= 100
    assert complaints(aim, count) == []


def test_a_fault_that_is_planted_is_found_and_can_be_replayed(aim: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "flaw", lambda _: None)  # the form of updates is unchecked
    found = complaints(aim, len(aim.seeds))
    assert found
    throw, wrong = found[0]
    again = parse_throw(throw_text(throw))
    assert again == throw
    assert aim.take(again) == wrong


def test_each_throw_meets_the_same_games(aim: Target) -> None:
    before = aim.made.dump()
    acting = [throw for throw in aim.seeds if may_act(throw, aim.issued)]
    assert len(acting) > 50
    for throw in acting[:40]:
        assert aim.take(throw) is None
        assert aim.made.dump() == before


def test_changes_are_the_same_for_the_same_seed_and_events_stay_events() -> None:
    seeds = [
        Throw("update", json.dumps({"update_id": 1, "message": {"text": "/score"}})),
        Throw("wake", '{"Records": []}'),
    ]

    def some(seed: int) -> list[Throw]:
        chance = Random(seed)
        return [changed(chance.choice(seeds), seeds, chance) for _ in range(300)]

    assert some(1) == some(1) != some(2)
    assert len({throw.door for throw in some(1)} & set(DOORS)) > 3
    assert all("Records" in throw.event() for throw in some(1) if throw.kind == "wake")


@pytest.mark.parametrize(
    "throw",
    [
        Throw("update", json.dumps({"update_id": 1, "message": {"chat": {"id": 5, "type": "group"}, "text": "hello"}})),
        Throw(
            "update", json.dumps({"update_id": 1, "message": {"chat": {"id": "5", "type": "group"}, "text": "/score"}})
        ),
        Throw("update", json.dumps({"update_id": 1, "callback_query": {"message": {"chat": {"id": 5}}, "data": "x"}})),
        Throw(
            "update",
            json.dumps({"update_id": 1, "message": {"chat": {"id": 5, "type": "group"}, "text": "/score"}}),
            "no secret",
        ),
        Throw("wake", json.dumps({"Records": [{"body": '{"chat": 1}'}]})),
    ],
)
def test_what_is_not_valid_may_do_nothing(throw: Throw) -> None:
    assert not may_act(throw, set())


def test_what_is_valid_may_act() -> None:
    chat = {"id": 5, "type": "group"}
    assert may_act(Throw("update", json.dumps({"update_id": 1, "message": {"chat": chat, "text": "/score"}})), set())
