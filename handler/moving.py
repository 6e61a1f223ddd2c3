"""Games whose group moves or loses the bot."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine import commands
from engine.game import Phase
from engine.play import play
from engine.value import replace
from handler.choices import ChatSettings
from handler.errors import Conflict
from handler.judging import TRIES, Deed, carry_out, expiry, note_seats
from handler.ports import Budget, GameKey, Stored, Version
from handler.typed import NOBODY
from handler.view import end_is_untold, is_behind

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Moved, Removed


STOP = commands.Stop(NOBODY, admin=True)


async def close(desk: Desk, removed: Removed, now: Millis) -> None:
    """Games that nobody can see any more end, those of all topics; nothing is sent to where the bot is not."""
    for topic in (0, *(await desk.store.load_notes(removed.chat)).topics):
        deed = Deed(GameKey(removed.chat, topic), NOBODY, removed.update, None, lambda _loaded, _stored: STOP)
        await carry_out(desk.store, deed, now)


async def move(desk: Desk, moved: Moved, now: Millis) -> None:
    """The game goes on in the supergroup that the group became, with its table posted there.

    A group has no topics before it is a supergroup, so that its game is the only one. It is carried over before it
    ends in the group, as often as somebody plays there in between: where this breaks off, it can be done again.
    """
    await _take_along(desk, moved, (await desk.store.load(GameKey(moved.chat))).settings)
    for _ in range(TRIES):
        loaded = await desk.store.load(GameKey(moved.chat))
        old = loaded.stored
        if old is None or (old.game.phase is Phase.FINISHED and not end_is_untold(old.game, loaded.view)):
            return
        await _carry_over(desk, moved, old, now)
        if old.game.phase is Phase.FINISHED or await _is_closed(desk, moved, old, now):
            return


async def _carry_over(desk: Desk, moved: Moved, old: Stored, now: Millis) -> None:
    """Store and show the game at its new place, unless it goes on there already: the other message came first."""
    key = GameKey(moved.to)
    there = await desk.store.load(key)
    before = there.stored.version if there.stored is not None else Version(0)
    if there.stored is None or (old.game.phase is not Phase.FINISHED and before < old.version):
        try:
            await note_seats(desk.store, key, [player.id for player in old.game.players], now)
            await desk.store.save(key, old, before, expires=expiry(old.game, now))
        except Conflict:
            return
        for player, at in (await desk.store.last_taps(GameKey(moved.chat), old.game.id)).items():
            await desk.store.note_picks(key, old.game.id, player, at)
        there = replace(there, stored=old)
    if there.stored is not None and is_behind(there, there.stored, now, grace=0):
        await desk.publish(key, there)


async def _is_closed(desk: Desk, moved: Moved, old: Stored, now: Millis) -> bool:
    """End the game in the group that is no more; False if it is another than what was carried over."""
    taps = await desk.store.last_taps(GameKey(moved.chat), old.game.id)
    stopped = Stored(play(old.game, STOP, now, taps).after, Version(old.version + 1), old.answered)
    try:
        await desk.store.save(GameKey(moved.chat), stopped, old.version, expires=expiry(old.game, now))
    except Conflict:
        return False
    return True


async def _take_along(desk: Desk, moved: Moved, settings: ChatSettings) -> None:
    """What was chosen for a group holds in its supergroup, and what was sent there of late counts."""
    if settings != ChatSettings():
        with suppress(Conflict):
            await desk.store.save_settings(moved.to, replace(settings, version=Version(1)), Version(0))
    budget = await desk.store.load_budget(moved.chat)
    if budget != Budget():
        with suppress(Conflict):
            await desk.store.save_budget(moved.to, replace(budget, version=Version(1)), Version(0))
