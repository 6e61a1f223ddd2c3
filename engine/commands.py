"""What may be asked of a game, each as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import PlayerId, Revision
    from engine.look import Look
    from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat, or come back to one's own. `readmit`: an admin or the starter lets a kicked player back."""

    player: PlayerId
    name: str
    readmit: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the seat."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Start:
    """Deal. `deck` is a shuffle of the cards that the rules play with; `admin` says the player is one in the chat."""

    player: PlayerId
    deck: tuple[Card, ...]
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Three cards offered for judging. `cards` are those picked, three or not; `revision` the one claimed on."""

    player: PlayerId
    cards: tuple[Card, ...]
    revision: Revision


@dataclass(frozen=True, slots=True)
class Call:
    """Take control of the table: SET! before the cards are picked. `revision` is the one called on."""

    player: PlayerId
    revision: Revision


@dataclass(frozen=True, slots=True)
class CastVote:
    """Agree that no set is there, or take that back (R12)."""

    player: PlayerId
    revision: Revision


@dataclass(frozen=True, slots=True)
class NoSet:
    """Say that no set is there, alone: three more cards and a penalty, or the end once the deck is empty."""

    player: PlayerId
    revision: Revision


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next round of a match. `deck` is a shuffle of the cards that the rules play with."""

    player: PlayerId
    deck: tuple[Card, ...]
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Configure:
    """Choose the rules and the look of a game that waits in its lobby."""

    player: PlayerId
    rules: Rules
    look: Look
    admin: bool = False


@dataclass(frozen=True, slots=True)
class SetHandicap:
    """Let a player wait so many seconds after each change of the cards before calling; 0 for none."""

    player: PlayerId
    target: PlayerId
    seconds: int
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game with its standings. `anew`: a new game was asked for, which any player may on a paused one."""

    player: PlayerId
    admin: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Kick:
    """Unseat another player."""

    player: PlayerId
    target: PlayerId
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Touch:
    """Any other tap of a player: resumes a paused game, otherwise only brings its clocks up to now."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Tick:
    """Nobody's: bring the game's clocks up to now, as a timer does."""


Command = (
    Join | Leave | Start | Claim | Call | CastVote | NoSet | Deal | Configure | SetHandicap | Stop | Kick | Touch | Tick
)
