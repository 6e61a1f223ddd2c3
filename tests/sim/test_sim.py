"""The made-up world: it repeats itself, finds nothing wrong with the service, and finds what is planted."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from tests.sim.memory_store import MemoryStore
from tests.sim.planted import PLANTED
from tests.sim.running import first_with, run, run_seed, shrunk, story_of
from tests.sim.schedule import schedule
from tests.sim.violations import Kind

WITHIN = 500

ASKED = {
    "condition dropped from the save",
    "lease ignored",
    "revision unchecked",
    "redelivery unrecognised",
    "budget ignored",
    "late pick accepted",
    "lockout not lifted",
    "edit without re-read",
    "re-sent press judged as a second claim",
    "blind pick toggle",
}
"""What has to be found, whatever else is."""


def test_a_seed_is_one_evening_and_always_the_same() -> None:
    first, again = run(schedule(13)), run(schedule(13))
    assert first.story == again.story
    assert first.ledger.judged


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_lost_or_shown_wrong_whatever_happens(seed: int) -> None:
    assert run_seed(seed) == []


def test_each_fault_that_has_to_be_found_is_planted() -> None:
    assert PLANTED.keys() >= ASKED
    assert {planted.kind for planted in PLANTED.values()} == {*Kind} - {Kind.OTHER_GAME, Kind.FELL}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_by_what_belongs_to_it(name: str) -> None:
    planted = PLANTED[name]
    with planted.plant():
        assert first_with(planted.kind, range(WITHIN)) is not None


def test_a_failing_schedule_is_made_smaller_and_its_story_told() -> None:
    planted = PLANTED["blind pick toggle"]
    with planted.plant():
        seed = first_with(planted.kind, range(WITHIN))
        assert seed is not None
        plan = schedule(seed)
        small = shrunk(plan, planted.kind)
        story = story_of(small)
    assert (small.people, small.steps, small.trouble) <= (plan.people, plan.steps, plan.trouble)
    assert small != plan
    assert small.twice  # what is planted needs it
    assert story.startswith(str(small))
    assert f"VIOLATION: {planted.kind.value}" in story
    assert not run(small).violations


def test_a_store_at_fault_from_the_start_needs_neither_trouble_nor_presses_sent_twice() -> None:
    with patch.object(MemoryStore, "add_tap", side_effect=RuntimeError):
        seed = first_with(Kind.FELL, range(WITHIN))
        assert seed is not None
        small = shrunk(schedule(seed), Kind.FELL)
    assert (small.twice, small.trouble, small.talk, small.fates, small.bells) == (0, 0, 0, (), False)
