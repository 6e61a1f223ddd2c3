"""What stands in a game in place of a person who asked to be forgotten: a number that nobody has.

It is made of the game and the person by a key, so that it tells nobody who it was, while the same person is known again
in that one game: who is forgotten there does not come back to it as somebody new, without penalties.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from engine.game import PlayerId

if TYPE_CHECKING:
    from engine.game import Game

BYTES = 6
"""Of the signature: a person's number has no more, and two people of one game never come to share one."""


def alias_of(key: bytes, game: Game, person: PlayerId) -> PlayerId:
    """The number, below zero, that stands for a person in a game."""
    digest = hmac.digest(key, f"forgotten {game.id} {person}".encode(), "sha256")
    return PlayerId(-1 - int.from_bytes(digest[:BYTES]))


def is_alias(player: PlayerId) -> bool:
    """Whether a number stands for somebody forgotten."""
    return player < 0


def is_forgotten(key: bytes, game: Game, person: PlayerId) -> bool:
    """Whether a person asked to be forgotten in a game."""
    alias = alias_of(key, game, person)
    return alias in game.barred or any(player.id == alias for player in game.players)
