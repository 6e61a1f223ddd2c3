"""The made-up world: it repeats itself, finds nothing wrong with the service, and finds what is planted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

import handler.judging
from engine.commands import Claim
from engine.game import Game, Millis, PlayerId
from engine.play import play
from tests.sim.ledger import Ledger
from tests.sim.memory_store import MemoryStore
from tests.sim.running import run, run_seed, shrunk
from tests.sim.schedule import schedule
from tests.sim.world import KeepingStore

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from engine.commands import Command
    from engine.events import Progress
    from handler.picks import Tap

WITHIN = 500


def test_a_seed_is_one_evening_and_always_the_same() -> None:
    first, again = run(schedule(13)), run(schedule(13))
    assert first.story == again.story
    assert first.ledger.judged


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_lost_or_shown_wrong_whatever_happens(seed: int) -> None:
    assert run_seed(seed) == []


class Unconditional(KeepingStore):
    async def save(self, key, stored, expected, *, expires=None) -> None:  # type: ignore[no-untyped-def]
        there = self._game(key)
        await super().save(key, stored, there.version if there else expected, expires=expires)


def _unchecked(game: Game, command: Command, now: Millis, taps: Mapping[PlayerId, Millis]) -> Progress:
    return play(game, replace(command, revision=game.revision) if isinstance(command, Claim) else command, now, taps)


def _late(game: Game, command: Command, now: Millis, taps: Mapping[PlayerId, Millis]) -> Progress:
    held = game.control
    early = Millis(held.at + 1) if held is not None and isinstance(command, Claim) else now
    return play(game, command, early, taps)


def _locked(game: Game, command: Command, now: Millis, taps: Mapping[PlayerId, Millis]) -> Progress:
    progress = play(game, command, now, taps)
    locked = {player.id for player in game.players if player.locked}
    kept = tuple(replace(one, locked=one.locked or one.id in locked) for one in progress.after.players)
    return (
        progress if kept == progress.after.players else replace(progress, after=replace(progress.after, players=kept))
    )


async def _any_budget(*_: object) -> None:
    return None


def _all(taps: tuple[Tap, ...]) -> tuple[Tap, ...]:
    return taps


def _engine(plant: object) -> AbstractContextManager[object]:
    made = Ledger.__init__

    def planted(self: Ledger, *args: object) -> None:
        made(self, *args)  # type: ignore[arg-type]
        self.engine = plant  # type: ignore[assignment]

    return patch.object(Ledger, "__init__", planted)


def _found(plan_store: type[KeepingStore] = KeepingStore) -> int | None:
    return next((seed for seed in range(WITHIN) if run(schedule(seed), plan_store).violations), None)


PLANTED = {
    "revision unchecked": lambda: _engine(_unchecked),
    "late pick accepted": lambda: _engine(_late),
    "lockout not lifted": lambda: _engine(_locked),
    "redelivery unrecognised": lambda: patch.object(handler.judging, "_answered", lambda *_: None),
    "budget ignored": lambda: patch("handler.budget.take", _any_budget),
    "blind pick toggle": lambda: patch("handler.picks._fresh", _all),
    "picks survive a verdict": lambda: patch("handler.picks.picks_from", lambda *_: Millis(0)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    with PLANTED[name]():
        assert _found() is not None


def test_a_save_without_its_condition_is_found_and_made_small() -> None:
    seed = _found(Unconditional)
    assert seed is not None


def test_a_failing_schedule_is_made_smaller() -> None:
    with patch.object(MemoryStore, "add_tap", side_effect=RuntimeError):
        seed = _found()
        assert seed is not None
        small = shrunk(schedule(seed))
    assert (small.people, small.twice) <= (schedule(seed).people, 0)
    assert small.trouble == 0
