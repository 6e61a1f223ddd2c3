"""Who sits in a game: finding players and changing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Millis, Player, PlayerId


def player_of(game: Game, player: PlayerId) -> Player | None:
    """A player's entry, seated or left; None for who never joined."""
    return next((entry for entry in game.players if entry.id == player), None)


def seated(game: Game) -> tuple[Player, ...]:
    """All who have not left, in the order of their seats."""
    return tuple(entry for entry in game.players if entry.left is None)


def is_seated(game: Game, player: PlayerId) -> bool:
    """Whether someone plays in a game and has not left."""
    return any(entry.id == player for entry in seated(game))


def with_player(game: Game, player: Player) -> Game:
    """The game with a player's entry put in place of the one it has."""
    return changed(game, player.id, lambda _: player)


def changed(game: Game, player: PlayerId, change: Callable[[Player], Player]) -> Game:
    """The game with a change to a player's entry."""
    return replace(game, players=entries(game, player, change))


def entries(game: Game, player: PlayerId, change: Callable[[Player], Player]) -> tuple[Player, ...]:
    """All entries, with a change to one player's."""
    return tuple(change(entry) if entry.id == player else entry for entry in game.players)


def touched(game: Game, player: PlayerId, at: Millis) -> Game:
    """The game after an accepted command: somebody did something, and if it was a player, that one is here."""
    return replace(game, players=entries(game, player, lambda entry: replace(entry, seen_at=at)), active_at=at)
