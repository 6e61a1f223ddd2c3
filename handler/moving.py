"""Games whose group moves or loses the bot."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from engine import commands
from engine.game import Phase
from handler.choices import ChatSettings
from handler.errors import Conflict
from handler.intents import Moved, Removed
from handler.judging import Deed, carry_out, expiry
from handler.ports import Budget, GameKey, Version
from handler.typed import NOBODY

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk


async def close(desk: Desk, removed: Removed, now: Millis) -> None:
    """Games that nobody can see any more end, those of all topics; nothing is sent to where the bot is not."""
    stop = commands.Stop(NOBODY, admin=True)
    for topic in (0, *(await desk.store.load_notes(removed.chat)).topics):
        deed = Deed(GameKey(removed.chat, topic), NOBODY, removed.update, None, lambda _loaded, _stored: stop)
        await carry_out(desk.store, deed, now)


async def move(desk: Desk, moved: Moved, now: Millis) -> None:
    """The game goes on in the supergroup that the group became, with its table posted there.

    A group has no topics before it is a supergroup, so that its game is the only one.
    """
    loaded = await desk.store.load(GameKey(moved.chat))
    await _take_along(desk, moved, loaded.settings)
    old = loaded.stored
    if old is None or old.game.phase is Phase.FINISHED:
        return
    key, stored = GameKey(moved.to), replace(old, version=Version(1))
    with suppress(Conflict):  # the other of the two messages came first
        await desk.store.save(key, stored, Version(0), expires=expiry(stored.game, now))
        await desk.publish(key, replace(loaded, stored=stored))
    await close(desk, Removed(moved.update, moved.chat), now)


async def _take_along(desk: Desk, moved: Moved, settings: ChatSettings) -> None:
    """What was chosen for a group holds in its supergroup, and what was sent there of late counts."""
    if settings != ChatSettings():
        with suppress(Conflict):
            await desk.store.save_settings(moved.to, replace(settings, version=Version(1)), Version(0))
    budget = await desk.store.load_budget(moved.chat)
    if budget != Budget():
        with suppress(Conflict):
            await desk.store.save_budget(moved.to, replace(budget, version=Version(1)), Version(0))
