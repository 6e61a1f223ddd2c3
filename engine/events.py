"""What happened in a game, in the order it happened, each as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Finish, Game, Judged, Loss, Millis, PlayerId
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
class Called:
    """A player took control of the table; with `taken_from` by courtesy, from the one who had it."""

    player: PlayerId
    taken_from: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ControlLost:
    """A caller lost control without a claim, and was charged for it; `at` is when."""

    player: PlayerId
    why: Loss
    at: Millis


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
class VotePassed:
    """All present agreed that no set is there; more cards follow. Where the game ends, `Finished` says so."""

    at: Millis


@dataclass(frozen=True, slots=True)
class NoSetSaid:
    """A player said "No set", and a penalty was noted; `had_set` tells whether a set was there."""

    player: PlayerId
    had_set: bool


@dataclass(frozen=True, slots=True)
class PenaltyCancelled:
    """A set among the last cards cancelled one of a player's penalties."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round of a match is over, and a next one waits for its dealer."""

    round: int
    why: Finish


@dataclass(frozen=True, slots=True)
class Dealt:
    """The first cards of a match's next round lie on the table."""

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class Configured:
    """The game's rules and look were chosen."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class HandicapSet:
    """A player's handicap was set."""

    player: PlayerId
    target: PlayerId
    seconds: int


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
    than the refused claim's own time: then it was a photo finish. `until` is when the reason will have passed, of
    those that pass by time alone.
    """

    player: PlayerId
    reason: Reason
    faster: Judged | None = None
    until: Millis | None = None


Event = (
    Joined
    | Left
    | Started
    | Called
    | ControlLost
    | ClaimJudged
    | Extended
    | Freed
    | DeadlinePassed
    | Voted
    | VotePassed
    | NoSetSaid
    | PenaltyCancelled
    | RoundEnded
    | Dealt
    | Configured
    | HandicapSet
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
