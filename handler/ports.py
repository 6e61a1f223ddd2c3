"""The seams to the world: what the service needs of a store, of Telegram and of timers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.card import Card
    from engine.game import Game, GameId, Millis, PlayerId, Revision

ChatId = NewType("ChatId", int)
"""A Telegram chat, up to 52 bits and a sign."""

Version = NewType("Version", int)
"""Counts the stored writes of a game; 0 is a game that was never stored."""


@dataclass(frozen=True, slots=True)
class GameKey:
    """Where a game is played: a chat, and a topic of it (0 where there is none)."""

    chat: ChatId
    topic: int = 0


@dataclass(frozen=True, slots=True)
class Tap:
    """One press on a card as it arrived."""

    update: int
    card: Card
    at: Millis


@dataclass(frozen=True, slots=True)
class Picks:
    """One player's taps in one game, as stored; `engine`-side meaning is folded from them.

    `seen` is the revision that a refusal told this player of and when; `shown_at` when My picks was last pressed;
    `cleared_at` the instant up to which taps are void.
    """

    taps: tuple[Tap, ...] = ()
    seen: tuple[Revision, Millis] | None = None
    shown_at: Millis | None = None
    cleared_at: Millis | None = None
    last_tap: Millis | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A judged update of a player: its id and the one-line text of the event it made."""

    player: PlayerId
    update: int
    event: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as stored: its value, its version, and the ring of updates it has answered.

    `previous` is the last finished game of the same place, for /score and /cards after the end.
    """

    game: Game
    version: Version
    answered: tuple[Answered, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """One message that shows a game, and what it shows.

    `shown` is the version it was last brought up to, `look` a fingerprint of all that is on it, `picture` of its
    picture alone. `lease` is who may edit it and until when.
    """

    message: int | None = None
    kind: str = "photo"
    shown: Version = Version(0)
    look: str = ""
    picture: str = ""
    owner: str | None = None
    lease_until: Millis | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """One strongly consistent read: the game, its message, and one player's picks."""

    stored: Stored | None
    view: View
    picks: Picks


@dataclass(frozen=True, slots=True)
class Budget:
    """What was sent to one chat: instants of the table's edits and of all else, and a wait that Telegram asked for."""

    table: tuple[Millis, ...] = ()
    other: tuple[Millis, ...] = ()
    blocked_until: Millis = 0  # type: ignore[assignment]
    version: int = 0


class Conflict(Exception):  # noqa: N818
    """The conditional write was refused: somebody else wrote first."""


class StoreFailure(Exception):  # noqa: N818
    """The store did not answer, or answered with a fault; whether the write landed is not known."""


class Store(Protocol):
    """Where games are kept. All reads are strongly consistent; every method is one round trip unless it says otherwise."""

    async def load(self, key: GameKey, player: PlayerId | None = None) -> Loaded:
        """The game at a place, its message and one player's picks, in one read."""

    async def save(self, key: GameKey, stored: Stored, expected: Version) -> None:
        """Store a game as version `expected + 1` if the stored version is `expected` (0: no game there yet, or an expired one).

        A write that failed with an unknown outcome is repeated by the adapter under the same mark, so that a write
        that had landed is recognised as one's own.

        Raises:
            Conflict: another version is stored.
            StoreFailure: the store did not answer.
        """

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        """Append one tap to a player's picks of this game, unconditionally, and return them all.

        Picks of another game at the same place are replaced. Sets `last_tap`.
        """

    async def put_picks(self, key: GameKey, game: GameId, player: PlayerId, picks: Picks) -> None:
        """Replace what is kept beside the taps (seen, shown_at, cleared_at, last_tap); drop taps not later than cleared_at."""
