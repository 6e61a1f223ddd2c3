"""Faults planted in the service, each with the kind of violation that has to find it.

Each changes what the real code does at one point. Nothing in the product is there for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from engine.commands import Claim
from engine.game import Game, Millis, PlayerId
from engine.play import play
from engine.value import replace
from handler import claiming
from handler.replies import busy
from handler.view import Shower
from tests.sim.ledger import Ledger
from tests.sim.memory_store import MemoryStore
from tests.sim.violations import Kind
from tests.sim.world import KeepingStore

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from engine.commands import Command
    from engine.events import Progress
    from handler.ports import GameKey, Loaded, Picks, Tap
    from handler.replies import Toast
    from handler.words import Words


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault, and the kind of violation that belongs to it."""

    plant: Callable[[], AbstractContextManager[object]]
    kind: Kind


def _unconditional() -> AbstractContextManager[object]:
    async def save(self: KeepingStore, key: GameKey, stored: Any, expected: Any, *, expires: Any = None) -> None:
        there = self._game(key)
        await kept(self, key, stored, there.version if there else expected, expires=expires)

    kept = KeepingStore.save
    return patch.object(KeepingStore, "save", save)


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
    if kept == progress.after.players:
        return progress
    return replace(progress, after=replace(progress.after, players=kept))


def _engine(plant: object) -> AbstractContextManager[object]:
    made = Ledger.__init__

    def planted(self: Ledger, *args: object) -> None:
        made(self, *args)  # type: ignore[arg-type]
        self.engine = plant  # type: ignore[assignment]

    return patch.object(Ledger, "__init__", planted)


class _Forgetful:
    """The store of a shower that never learns what was saved while it edited."""

    def __init__(self, store: Any) -> None:
        self._store, self._edited = store, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def put_view(self, *args: Any) -> Any:
        self._edited = True
        return await self._store.put_view(*args)

    async def load(self, *args: Any) -> Loaded:
        loaded: Loaded = await self._store.load(*args)
        return replace(loaded, stored=None) if self._edited else loaded


def _without_another_look() -> AbstractContextManager[object]:
    show = Shower.show

    async def shown(self: Shower, *args: Any, **kwargs: Any) -> None:
        await show(replace(self, store=_Forgetful(self.store)), *args, **kwargs)

    return patch.object(Shower, "show", shown)


def _all(taps: tuple[Tap, ...]) -> tuple[Tap, ...]:
    return taps


def _once_more() -> AbstractContextManager[object]:
    """SET! claims what was tapped last on whatever lies there, judged or not."""
    asked = claiming.asked_by_set

    def planted(game: Game, picks: Picks, player: PlayerId, _revision: object, now: Millis) -> Command:
        with patch("handler.picks.picks_from", lambda *_: Millis(0)):
            return asked(game, picks, player, game.revision, now)

    return patch.object(claiming, "asked_by_set", planted)


async def _nothing(*_: object, **__: object) -> None:
    return None


def _in_vain(_game: object, _judged: object, words: Words, **_: object) -> Toast:
    return busy(words)


PLANTED = {
    "condition dropped from the save": Planted(_unconditional, Kind.OVERWRITTEN),
    "lease ignored": Planted(lambda: patch("handler.view.LEASE_MS", 0), Kind.TWO_AT_ONCE),
    "revision unchecked": Planted(lambda: _engine(_unchecked), Kind.UNSEEN),
    "redelivery unrecognised": Planted(lambda: patch("handler.judging._answered", lambda *_: None), Kind.UPDATE_AGAIN),
    "budget ignored": Planted(lambda: patch("handler.budget.take", _nothing), Kind.BUDGET),
    "late pick accepted": Planted(lambda: _engine(_late), Kind.JUDGED_OTHERWISE),
    "lockout not lifted": Planted(lambda: _engine(_locked), Kind.OTHER_LOCKOUT),
    "edit without re-read": Planted(_without_another_look, Kind.LEFT_BEHIND),
    "re-sent press judged as a second claim": Planted(_once_more, Kind.PRESS_AGAIN),
    "blind pick toggle": Planted(lambda: patch("handler.picks._fresh", _all), Kind.OTHER_CARDS),
    "picks survive a verdict": Planted(
        lambda: patch("handler.picks.picks_from", lambda *_: Millis(0)), Kind.OTHER_CARDS
    ),
    "press not noted": Planted(lambda: patch.object(MemoryStore, "note_picks", _nothing), Kind.NOT_HEARD),
    "what counted told as in vain": Planted(lambda: patch("handler.replies.claimed", _in_vain), Kind.TOLD_WRONG),
    "answer forgotten": Planted(lambda: patch("handler.desk.Desk.tell", _nothing), Kind.UNANSWERED),
    "old keyboard kept": Planted(
        lambda: patch("handler.face.Face.fingerprint", lambda self: self.kind), Kind.SHOWN_WRONG
    ),
}
"""The ten that must be found, and some for the other kinds of violation."""
