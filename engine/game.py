"""One game as a value: who plays, what lies on the table, what has been judged."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NewType

from engine.look import Look
from engine.rules import RACE, Rules
from engine.value import Value, field

if TYPE_CHECKING:
    from engine.card import Card

PlayerId = NewType("PlayerId", int)
"""Who plays: the person's id in the chat service, up to 52 bits."""

GameId = NewType("GameId", str)
"""A game's own short random name, 8 characters of A-Z a-z 0-9 - _."""

Millis = NewType("Millis", int)
"""An instant: whole milliseconds since 1970-01-01 UTC."""

Revision = NewType("Revision", int)
"""Counter of the table, carried by the buttons: see RULES id R5."""

Slot = NewType("Slot", int)
"""A numbered place on the table, from 1, row by row, three to a row."""

Triple = tuple["Card", "Card", "Card"]


class Phase(Enum):
    """Where a game stands. A pause is not a phase: see `Game.paused_at`."""

    LOBBY = "lobby"
    PLAYING = "playing"
    DEALING = "dealing"
    """A round of a match is over, and the next one's dealer has not dealt yet: see `Game.round_over`."""
    FINISHED = "finished"


class Finish(Enum):
    """Why a game is over."""

    NO_SET_LEFT = "no-set-left"
    AGREED = "agreed"
    NO_SET_SAID = "no-set-said"
    """A single player said "No set" once the deck was empty."""
    ALONE = "alone"
    ALL_LEFT = "all-left"
    KICKED = "kicked"
    STOPPED = "stopped"
    IDLE = "idle"
    LOBBY_CLOSED = "lobby-closed"


class Loss(Enum):
    """Why a caller lost control without a claim."""

    TIME = "time"
    LEFT = "left"


class Player(Value):
    """One seat. `seat` is 1..8 in joining order and the number on the player's chip."""

    id: PlayerId
    name: str
    seat: int
    """Renumbered when someone leaves the lobby, fixed from the start of play on."""
    score: int = 0
    sets: int = 0
    wrong: int = 0
    locked: bool = False
    left: int | None = None
    """When this player left, as 1 for the first who left, 2 for the next; None while seated."""
    kicked: bool = False
    judged_at: Millis = Millis(0)
    """When this player's last claim was judged: picks up to then are used up."""
    seen_at: Millis = Millis(0)
    """When this player's last command was accepted; taps on cards are known to the picks and handed in."""
    seated_at: Millis = Millis(0)
    """When this player last sat down: who sits longest follows a starter who leaves."""
    voted_at: Millis = Millis(0)
    """When this player last agreed or took it back: the same press comes twice (R12)."""
    late: int = 0
    """Calls that ran out, or were left."""
    wait_until: Millis | None = None
    """After a call that failed: until when this player may not call again, unless something ends the wait before."""
    penalties: int = 0
    """Penalties of one set each that are noted and not cancelled; the score has them in it."""
    handicap: int = 0
    """Seconds that this player waits after each change of the cards before calling."""


class Judged(Value):
    """One judged claim. `revision` is the one that judging made; `slots` are where the cards lay."""

    player: PlayerId
    cards: Triple
    slots: tuple[Slot, Slot, Slot]
    right: bool
    at: Millis
    revision: Revision


class Control(Value):
    """A call that holds: who has control of the table. `revision` is the one that taking control made."""

    player: PlayerId
    at: Millis
    revision: Revision
    first_at: Millis
    """When control was first called for: courtesy counts from there. As `at` unless control was taken over."""
    before: Revision
    """The revision before that first call: what courtesy counts on, and what the caller's buttons may still show."""


class Lost(Value):
    """Control that ended without a claim. `revision` is the game's after it, which only time moves."""

    player: PlayerId
    why: Loss
    at: Millis
    revision: Revision


class RoundOver(Value):
    """When and why the last round of a match ended."""

    at: Millis
    why: Finish


class Game(Value):
    """One game in one chat (and topic): everything the referee knows."""

    id: GameId
    starter: PlayerId
    created_at: Millis
    rules: Rules = RACE
    look: Look = field(default_factory=Look)
    phase: Phase = Phase.LOBBY
    players: tuple[Player, ...] = ()
    table: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    """Undealt cards; the next to be dealt is the first."""
    taken: tuple[Judged, ...] = ()
    """Every right claim, in order."""
    last: Judged | None = None
    """The last judged claim, right or wrong."""
    control: Control | None = None
    """Who has called and has control of the table."""
    lost: Lost | None = None
    """The last control that was lost without a claim in this round."""
    laid: Revision = Revision(0)
    """The revision at which cards last came without a claim: by a vote, a deadline or "No set"; 0 if never.

    Of `last`, `control`, `lost` and `laid`, the one of the highest revision is what happened last."""
    fresh: tuple[Card, ...] = ()
    """The cards that the last change dealt, to be marked as new; of the first deal only what an extension added."""
    revision: Revision = Revision(0)
    changed_at: Millis = Millis(0)
    """When the cards on the table last changed; later by the pauses since then."""
    dealt_at: Millis = Millis(0)
    """When the first cards of this round were dealt: picks up to then are void."""
    deadline: Millis | None = None
    """When the table's time passes; None where that changes nothing."""
    stalled: bool = False
    """Whether a deadline has passed since the last change of the cards."""
    votes: tuple[PlayerId, ...] = ()
    """Who agrees that no set is there."""
    active_at: Millis = Millis(0)
    """The last tap known to the game; taps on cards are known to the picks and handed in."""
    paused_at: Millis | None = None
    paused_for: int = 0
    """How long the pauses of this round lasted that are over, in milliseconds."""
    barred: tuple[PlayerId, ...] = ()
    """Who was kicked out of the lobby: no entry is kept there, but they may not simply join again."""
    round: int = 0
    """Which round is played or was played last, from 1 on."""
    dealers: tuple[PlayerId, ...] = ()
    """Who deals the rounds still to come, in order; who has left by then is passed over."""
    round_over: RoundOver | None = None
    """When and why the last round ended, while the next one waits for its dealer."""
    finish: Finish | None = None
    finished_at: Millis | None = None
