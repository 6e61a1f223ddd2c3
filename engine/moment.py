"""When a command is judged, and what is known of taps on cards by then."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game import Millis, PlayerId
from engine.value import Value

if TYPE_CHECKING:
    from engine.game import Game
    from engine.rules import Rules

Taps = Mapping[PlayerId, Millis]
"""Each player's last tap on cards, as far as it is known."""

NO_TAPS: Taps = MappingProxyType({})

MINUTE = 60_000


class Moment(Value):
    """An instant that is never before the game's last change, and the taps known then."""

    at: Millis
    taps: Taps


def table_millis(rules: Rules) -> int:
    """How long a table's deadline is away after a change of the cards, in milliseconds."""
    return rules.table_seconds * 1000


def last_change(game: Game) -> Millis:
    """The latest instant that the game has lived through: no later command may come before it.

    A deadline lies one table time after the change or the deadline that set it.
    """
    set_at = None if game.deadline is None else Millis(game.deadline - table_millis(game.rules))
    lost_at = None if game.lost is None else game.lost.at
    over_at = None if game.round_over is None else game.round_over.at
    known = (set_at, lost_at, over_at, game.paused_at, game.finished_at)
    return max(game.created_at, game.active_at, game.changed_at, *(at for at in known if at is not None))


def moment_of(game: Game, now: Millis, taps: Taps) -> Moment:
    """The moment of a command that came at `now`, by a clock that may be behind that of the game's last change."""
    return Moment(max(now, last_change(game)), taps)
