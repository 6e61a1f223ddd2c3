"""What may be asked of a game, each as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import Value

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import PlayerId, Revision
    from engine.look import Look
    from engine.rules import Rules


class Join(Value):
    """Take a seat, or come back to one's own. `readmit`: an admin or the starter lets a kicked player back."""

    player: PlayerId
    name: str
    readmit: bool = False


class Leave(Value):
    """Give up the seat."""

    player: PlayerId


class Start(Value):
    """Deal. `deck` is a shuffle of the cards that the rules play with; `admin` says the player is one in the chat."""

    player: PlayerId
    deck: tuple[Card, ...]
    admin: bool = False


class Claim(Value):
    """Three cards offered for judging. `cards` are those picked, three or not; `revision` the one claimed on."""

    player: PlayerId
    cards: tuple[Card, ...]
    revision: Revision


class Call(Value):
    """Take control of the table: SET! before the cards are picked. `revision` is the one called on."""

    player: PlayerId
    revision: Revision


class CastVote(Value):
    """Agree that no set is there, or take that back (R12)."""

    player: PlayerId
    revision: Revision


class NoSet(Value):
    """Say that no set is there, alone: three more cards and a penalty, or the end once the deck is empty."""

    player: PlayerId
    revision: Revision


class Deal(Value):
    """Deal the next round of a match. `deck` is a shuffle of the cards that the rules play with."""

    player: PlayerId
    deck: tuple[Card, ...]
    admin: bool = False


class Configure(Value):
    """Choose the rules and the look of a game that waits in its lobby."""

    player: PlayerId
    rules: Rules
    look: Look
    admin: bool = False


class SetHandicap(Value):
    """Let a player wait so many seconds after each change of the cards before calling; 0 for none."""

    player: PlayerId
    target: PlayerId
    seconds: int
    admin: bool = False


class Stop(Value):
    """End the game with its standings. `anew`: a new game was asked for, which any player may on a paused one."""

    player: PlayerId
    admin: bool = False
    anew: bool = False


class Kick(Value):
    """Unseat another player."""

    player: PlayerId
    target: PlayerId
    admin: bool = False


class Touch(Value):
    """Any other tap of a player: resumes a paused game, otherwise only brings its clocks up to now."""

    player: PlayerId


class Tick(Value):
    """Nobody's: bring the game's clocks up to now, as a timer does."""


Command = (
    Join | Leave | Start | Claim | Call | CastVote | NoSet | Deal | Configure | SetHandicap | Stop | Kick | Touch | Tick
)
