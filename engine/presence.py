"""Who is present and who is away, and since when nobody has tapped (R11, R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Millis

if TYPE_CHECKING:
    from engine.game import Game, Player
    from engine.moment import Moment, Taps


def last_heard(player: Player, taps: Taps) -> Millis:
    """When anything last came from a player."""
    return max(player.seen_at, taps.get(player.id, Millis(0)))


def last_tap(game: Game, taps: Taps) -> Millis:
    """When anything last came from anyone."""
    return max((game.active_at, *taps.values()))


def away_from(game: Game, player: Player, taps: Taps) -> Millis:
    """From when on a player is away, unless something comes before."""
    return Millis(last_heard(player, taps) + game.rules.away_seconds * 1000)


def is_away(game: Game, player: Player, moment: Moment) -> bool:
    """Whether nothing has come from a player for too long."""
    return moment.at >= away_from(game, player, moment.taps)
