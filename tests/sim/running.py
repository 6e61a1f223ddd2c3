"""Runs schedules, and makes one that fails smaller while it still fails."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.lambda_entry import SECRET, imported
from tests.sim.schedule import Schedule, schedule
from tests.sim.violations import Kind
from tests.sim.world import KeepingStore, World
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

_open = ExitStack()
atexit.register(_open.close)


@cache
def app() -> ModuleType:
    """The Lambda's entry, imported once per process."""
    where = Path(tempfile.mkdtemp())
    _open.callback(shutil.rmtree, where)
    settings = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": SECRET}
    return _open.enter_context(imported(STORE=f"sqlite:{where / 'unused.sqlite'}", **settings))


def run(plan: Schedule, store: type[KeepingStore] = KeepingStore) -> World:
    """One schedule, played."""
    world = World(app(), plan, store)
    try:
        world.run()
    except Exception as error:
        world.violate(Kind.FELL, f"the world: {type(error).__name__}: {error}")
    return world


def run_seed(seed: int) -> list[str]:
    return [str(violation) for violation in run(schedule(seed)).violations]


def first_with(kind: Kind, seeds: Iterable[int]) -> int | None:
    """The first schedule with a violation of a kind."""
    return next((seed for seed in seeds if _fails(schedule(seed), kind)), None)


def _fails(plan: Schedule, kind: Kind | None) -> bool:
    return any(kind in (None, violation.kind) for violation in run(plan).violations)


def story_of(plan: Schedule) -> str:
    return "\n".join([str(plan), *run(plan).story])


def smaller(plan: Schedule) -> Iterator[Schedule]:
    if plan.people > 1:
        yield replace(plan, people=plan.people - 1)
    for steps in (plan.steps // 2, plan.steps - 1):
        if steps:
            yield replace(plan, steps=steps)
    for nothing in ({"trouble": 0}, {"twice": 0}, {"late": 0}, {"talk": 0}, {"topics": 1}, {"bells": False}):
        yield replace(plan, **nothing)  # type: ignore[arg-type]
    for fate in plan.fates:
        yield replace(plan, fates=tuple(other for other in plan.fates if other != fate))
    if plan.trouble:
        for fault in plan.faults:
            yield replace(plan, faults=tuple(other for other in plan.faults if other != fault))


def shrunk(plan: Schedule, kind: Kind | None = None) -> Schedule:
    """The smallest of those that come from a failing schedule and fail as well, in the same way if that is said."""
    found = next((small for small in smaller(plan) if small != plan and _fails(small, kind)), None)
    return plan if found is None else shrunk(found, kind)
