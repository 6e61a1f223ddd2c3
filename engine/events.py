"""What happened in a game, in the order it happened, each as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import Value

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Finish, Game, Judged, Loss, Millis, PlayerId
    from engine.reasons import Reason


class Joined(Value):
    """A player took a seat, or came back to it."""

    player: PlayerId
    back: bool


class Left(Value):
    """A player gave up the seat, or was unseated by another."""

    player: PlayerId
    kicked_by: PlayerId | None = None


class Started(Value):
    """The first cards lie on the table."""

    player: PlayerId


class Called(Value):
    """A player took control of the table; with `taken_from` by courtesy, from the one who had it."""

    player: PlayerId
    taken_from: PlayerId | None = None


class ControlLost(Value):
    """A caller lost control without a claim, and was charged for it; `at` is when."""

    player: PlayerId
    why: Loss
    at: Millis


class ClaimJudged(Value):
    """A claim was judged, right or wrong."""

    judged: Judged


class Extended(Value):
    """Three more cards came to the table."""

    cards: tuple[Card, ...]


class Freed(Value):
    """These players' lockouts ended."""

    players: tuple[PlayerId, ...]


class DeadlinePassed(Value):
    """The table's deadline passed, once or more; `at` is the last passing."""

    at: Millis


class Voted(Value):
    """A player agreed, or took it back."""

    player: PlayerId
    agrees: bool


class VotePassed(Value):
    """All present agreed that no set is there; more cards follow. Where the game ends, `Finished` says so."""

    at: Millis


class NoSetSaid(Value):
    """A player said "No set", and a penalty was noted; `had_set` tells whether a set was there."""

    player: PlayerId
    had_set: bool


class PenaltyCancelled(Value):
    """A set among the last cards cancelled one of a player's penalties."""

    player: PlayerId


class RoundEnded(Value):
    """A round of a match is over, and a next one waits for its dealer."""

    round: int
    why: Finish


class Dealt(Value):
    """The first cards of a match's next round lie on the table."""

    player: PlayerId
    round: int


class Configured(Value):
    """The game's rules and look were chosen."""

    player: PlayerId


class HandicapSet(Value):
    """A player's handicap was set."""

    player: PlayerId
    target: PlayerId
    seconds: int


class Paused(Value):
    """Nobody tapped for ten minutes; the clocks stood still from `at` on."""

    at: Millis


class Resumed(Value):
    """A tap ended a pause."""

    player: PlayerId


class Finished(Value):
    """The game is over."""

    why: Finish


class Rejected(Value):
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


class Progress(Value):
    """What a command did: the game before, the game after, and what happened between. Equal games: nothing to store."""

    before: Game
    after: Game
    events: tuple[Event, ...] = ()
