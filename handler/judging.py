"""Carries a command through load, play and save: of those that race, the first whose write is accepted counts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.clock import PAUSE_AFTER
from engine.commands import CastVote, Claim, Kick, Stop, Tick, Touch
from engine.events import Called, ClaimJudged, Dealt, Finished, Joined, Left, NoSetSaid, Rejected, Started, Voted
from engine.game import Millis, Phase, PlayerId
from engine.notation import event_text, parse_event
from engine.play import play
from engine.presence import presence_matters
from engine.reasons import Reason
from engine.rules import Lockout
from engine.value import Value, replace
from handler.aliases import is_alias
from handler.errors import Conflict, StoreFailure
from handler.meter import count, note
from handler.ports import Answered, Stored, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.commands import Command
    from engine.events import Event
    from engine.game import Game, GameId
    from handler.desk import Desk
    from handler.ports import GameKey, Loaded, Store

TRIES = 8
"""So many conflicts, and the command is refused without effect.

Telegram delivers one person's presses one after another, so that at most seven others of a full table write before one
press is judged: also the lowest of eight callers, of whom each takes control over from the one before, comes to it.
"""

RING = 3
"""So many answered updates are kept per player: Telegram delivers a player's updates one after another."""

KEPT = Called | ClaimJudged | Dealt | Joined | Left | NoSetSaid | Started | Voted | Finished
"""What an answered update came to, told again where it is delivered again."""

KEEP_MS = 30 * 24 * 3_600_000
"""How long a finished game is kept for /score and /cards."""

SEATS_MS = 2 * KEEP_MS
"""How long it is kept where somebody sits: as long as the game, and a month in which that may be played."""


class Done(Value):
    """What a command came to. `changed` tells that it was stored; `repeated` that it had been before.

    `loaded` is what was read, with `stored`, the game after the command, in it.
    """

    loaded: Loaded
    stored: Stored
    events: tuple[Event, ...]
    changed: bool = False
    repeated: bool = False

    @property
    def rejected(self) -> Rejected | None:
        """The refusal, if it was one."""
        return next((event for event in self.events if isinstance(event, Rejected)), None)


class Missing(Value):
    """There is no such game at this place (any more); `loaded` is what there is."""

    loaded: Loaded


class Busy(Value):
    """Too many wrote at once: nothing was done, press again. `loaded` is what was read last."""

    loaded: Loaded


class Deed(Value):
    """A command in the making: whose, by which update, in which game (None: whichever is there)."""

    key: GameKey
    player: PlayerId | None
    update: int
    game: GameId | None
    command: Callable[[Loaded, Stored], Command]
    tapped_before: Millis | None = None
    """Where the update is itself a tap on a card: the player's last tap before it."""
    menu: str | None = None
    """The page of choices that stands open under the lobby once this is done; None for the one that does."""
    read: Loaded | None = None
    """What was read already, and with whom: it is judged first, and only read again if others wrote meanwhile."""


async def carry_out(store: Store, deed: Deed, now: Millis) -> Done | Missing | Busy:
    """Play a command on the stored game and store what comes of it.

    A lost race loads the game again and judges the command anew: if the table has moved on, the engine refuses it as
    stale.
    """
    for attempt in range(TRIES):
        first = deed.read if attempt == 0 else None
        loaded = first or await store.load(deed.key, deed.player, deed.game)
        stored = loaded.stored
        if stored is None or (deed.game is not None and stored.game.id != deed.game):
            return Missing(loaded)
        answered = _answered(stored, deed)
        if answered is not None:
            return Done(loaded, stored, (answered,), repeated=True)
        command = deed.command(loaded, stored)
        progress = play(stored.game, command, now, await _taps(store, deed, stored.game, command, now))
        _tell_meter(command, progress.events, progress.after)
        done = Done(loaded, stored, progress.events)
        menu = stored.menu if deed.menu is None or done.rejected is not None else deed.menu
        if (progress.after, menu) == (stored.game, stored.menu):
            return done
        answered_now = _ring(stored, deed, progress.events)
        after = Stored(progress.after, Version(stored.version + 1), answered_now, menu)
        try:
            await note_seats(store, deed.key, _joined(progress.events), now)
            await store.save(deed.key, after, stored.version, expires=expiry(after.game, now))
        except Conflict:
            continue
        except StoreFailure:
            return await _landed(store, deed, after, progress.events)
        return Done(replace(loaded, stored=after), after, progress.events, changed=True)
    return Busy(loaded)


async def _landed(store: Store, deed: Deed, after: Stored, events: tuple[Event, ...]) -> Done:
    """What a command came to whose save was not answered: it may have landed, and then counts.

    Raises:
        StoreFailure: it did not, as far as can be known.
    """
    loaded = await store.load(deed.key, deed.player, deed.game)
    if loaded.stored == after:
        return Done(loaded, after, events, changed=True)
    answered = _answered(loaded.stored, deed) if loaded.stored is not None else None
    if loaded.stored is None or answered is None:
        raise StoreFailure("a save was not answered, and did not land")
    return Done(loaded, loaded.stored, (answered,), repeated=True)


def _joined(events: tuple[Event, ...]) -> tuple[PlayerId, ...]:
    return tuple(event.player for event in events if isinstance(event, Joined))


async def note_seats(store: Store, key: GameKey, players: Iterable[PlayerId], now: Millis) -> None:
    """Keep where people sit, before a game that names them is stored: so they are found who want to be forgotten."""
    until = Millis(now + SEATS_MS)
    await asyncio.gather(*(store.note_seat(player, key, until) for player in players if not is_alias(player)))


def _tell_meter(command: Command, events: tuple[Event, ...], after: Game) -> None:
    """What a command came to, for the log: in words of the code, and the revision."""
    outcomes = [event.reason.value if isinstance(event, Rejected) else type(event).__name__ for event in events]
    note(outcome=" ".join(outcomes), revision=after.revision)
    for event in events:
        if isinstance(event, ClaimJudged):
            count("ClaimsRight" if event.judged.right else "ClaimsWrong")
        elif isinstance(event, Rejected) and isinstance(command, Claim):
            count("ClaimsLate")


def expiry(game: Game, now: Millis) -> Millis:
    """When a game may be forgotten: a month after its last write."""
    return Millis(max(now, game.active_at) + KEEP_MS)


async def _taps(store: Store, deed: Deed, game: Game, command: Command, now: Millis) -> Mapping[PlayerId, Millis]:
    """When each player last tapped a card, where that can matter: presence for votes and kicks, idleness for pauses."""
    if game.phase not in (Phase.PLAYING, Phase.DEALING):
        return {}
    idle = now - game.active_at >= PAUSE_AFTER  # it may have paused: only the taps on cards can tell
    may_lock = isinstance(command, Claim) and game.rules.lockout is Lockout.UNTIL_ANOTHERS_SET
    if idle or may_lock or presence_matters(game) or isinstance(command, CastVote | Kick | Stop | Tick | Touch):
        taps = await store.last_taps(deed.key, game.id)
        return taps if deed.tapped_before is None else {**taps, deed.player or PlayerId(0): deed.tapped_before}
    return {}


def _answered(stored: Stored, deed: Deed) -> Event | None:
    """What this very update came to when it was delivered before."""
    for answered in stored.answered:
        if answered.player == deed.player and answered.update == deed.update:
            return parse_event(answered.event)
    return None


def _ring(stored: Stored, deed: Deed, events: tuple[Event, ...]) -> tuple[Answered, ...]:
    """The answered updates with this one, the oldest of the player's left out; a refusal may be judged again."""
    own = next((event for event in events if isinstance(event, KEPT)), None)
    if own is None or deed.player is None:
        return stored.answered
    mine = [entry for entry in stored.answered if entry.player == deed.player]
    drop = set(mine[: len(mine) - RING + 1])
    kept = tuple(entry for entry in stored.answered if entry not in drop)
    return (*kept, Answered(deed.player, deed.update, event_text(own)))


ADMIN_DECIDES = {Reason.NO_RIGHT, Reason.NOT_AWAY, Reason.NOT_IN_GAME, Reason.KICKED, Reason.NOT_DEALER}
"""Refusals that may not hold for an admin, who need not be seated."""


async def as_admin_if_needed(
    desk: Desk, person: PlayerId, deed: Callable[[bool], Deed], now: Millis
) -> Done | Missing | Busy:
    """Carry out a deed as anybody, and again as an admin if that was refused and its doer is one.

    So Telegram is asked who an admin is only where that decides. `deed` makes the deed for an admin or not.
    """
    done = await carry_out(desk.store, deed(False), now)
    if not isinstance(done, Done) or not _admin_decides(done, deed):
        return done
    if not await desk.answers.is_admin(deed(True).key.chat, person):
        return done
    again = await carry_out(desk.store, deed(True), now)
    return replace(again, changed=again.changed or done.changed) if isinstance(again, Done) else again


def _admin_decides(done: Done, deed: Callable[[bool], Deed]) -> bool:
    """Whether an admin's command, if it is another at all, may fare better."""
    if done.rejected is None or done.rejected.reason not in ADMIN_DECIDES:
        return False
    return deed(True).command(done.loaded, done.stored) != deed(False).command(done.loaded, done.stored)
