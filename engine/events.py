"""What happened in a game, in the order it happened, each as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Finish, Game, Judged, Millis, PlayerId
    from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took a seat, or came back to it."""

    player: PlayerId
    back: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A player gave up the seat, or was unseated by another."""

    player: PlayerId
    kicked_by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The first cards lie on the table."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ClaimJudged:
    """A claim was judged, right or wrong."""

    judged: Judged


@dataclass(frozen=True, slots=True)
class Extended:
    """Three more cards came to the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Freed:
    """These players' lockouts ended."""

    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """The table's deadline passed, once or more; `at` is the last passing."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Voted:
    """A player agreed, or took it back."""

    player: PlayerId
    agrees: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """Nobody tapped for ten minutes; the clocks stood still from `at` on."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Resumed:
    """A tap ended a pause."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""

    why: Finish


@dataclass(frozen=True, slots=True)
class Rejected:
    """The command was refused without effect. Always the last event.

    `faster` is the right claim that took one of the refused claim's cards, if one did (R6); its `at` may be later
    than the refused claim's own time: then it was a photo finish.
    """

    player: PlayerId
    reason: Reason
    faster: Judged | None = None


Event = (
    Joined
    | Left
    | Started
    | ClaimJudged
    | Extended
    | Freed
    | DeadlinePassed
    | Voted
    | Paused
    | Resumed
    | Finished
    | Rejected
)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a command did: the game before, the game after, and what happened between. Equal games: nothing to store."""

    before: Game
    after: Game
    events: tuple[Event, ...] = ()
