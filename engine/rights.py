"""Who may do what in a game (R14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.moment import MINUTE

if TYPE_CHECKING:
    from engine.game import Game, PlayerId

ANYONE_STARTS_AFTER = 2 * MINUTE
ANYONE_STOPS_AFTER = 30 * MINUTE


def leads(game: Game, player: PlayerId, *, admin: bool) -> bool:
    """Whether someone may do what the starter may: start, choose, stop, unseat who is away."""
    return admin or player == game.starter


def may_start(game: Game, player: PlayerId, idle: int, *, admin: bool) -> bool:
    """Whether a player may start a lobby that has been without a tap for `idle` milliseconds."""
    return leads(game, player, admin=admin) or idle >= ANYONE_STARTS_AFTER


def may_stop(game: Game, player: PlayerId, idle: int, *, admin: bool) -> bool:
    """Whether a player may end a game that has been without a tap for `idle` milliseconds."""
    return leads(game, player, admin=admin) or idle >= ANYONE_STOPS_AFTER
