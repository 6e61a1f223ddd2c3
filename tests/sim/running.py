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
from tests.sim.world import KeepingStore, World
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator
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
        world.violate(f"the world fell: {type(error).__name__}: {error}")
    return world


def run_seed(seed: int) -> list[str]:
    return run(schedule(seed)).violations


def story_of(plan: Schedule) -> str:
    return "\n".join([str(plan), *run(plan).story])


def smaller(plan: Schedule) -> Iterator[Schedule]:
    if plan.people > 1:
        yield replace(plan, people=plan.people - 1)
    for steps in (plan.steps // 2, plan.steps - 1):
        if steps:
            yield replace(plan, steps=steps)
    if plan.trouble:
        yield replace(plan, trouble=0)
        for fault in plan.faults:
            yield replace(plan, faults=tuple(other for other in plan.faults if other != fault))
    if plan.twice:
        yield replace(plan, twice=0)


def shrunk(plan: Schedule) -> Schedule:
    """The smallest of those that come from a failing schedule and fail as well."""
    found = next((small for small in smaller(plan) if small != plan and run(small).violations), None)
    return plan if found is None else shrunk(found)
