"""Lockouts: whom a wrong claim bars from claiming, and what frees them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.events import Freed
from engine.players import seated
from engine.rules import Lockout

if TYPE_CHECKING:
    from engine.game import Game, PlayerId
    from engine.step import Step


def _free_all(game: Game) -> Step:
    freed = tuple(player.id for player in seated(game) if player.locked)
    players = tuple(replace(player, locked=False) if player.locked else player for player in game.players)
    return replace(game, players=players), (Freed(freed),) if freed else ()


def after_wrong_claim(game: Game, claimer: PlayerId) -> Step:
    """The game with the wrong claimer locked out, or everyone free if nobody else was left to claim."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE | Lockout.UNTIL_ANOTHERS_SET:
            return free_if_all_locked(_locked(game, claimer))
        case Lockout.NO_SECOND_CALL | Lockout.NONE:
            return game, ()
        case _:
            assert_never(game.rules.lockout)


def _locked(game: Game, player: PlayerId) -> Game:
    players = tuple(replace(entry, locked=True) if entry.id == player else entry for entry in game.players)
    return replace(game, players=players)


def free_if_all_locked(game: Game) -> Step:
    """Everyone free if everyone who has not left is locked out, else the game as it was."""
    return _free_all(game) if all(player.locked for player in seated(game)) else (game, ())


def after_set(game: Game) -> Step:
    """Lockouts after a set left the table."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE | Lockout.UNTIL_ANOTHERS_SET:
            return _free_all(game)
        case Lockout.NO_SECOND_CALL | Lockout.NONE:
            return game, ()
        case _:
            assert_never(game.rules.lockout)


def after_deadline(game: Game) -> Step:
    """Lockouts after a deadline passed."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE:
            return _free_all(game)
        case Lockout.UNTIL_ANOTHERS_SET | Lockout.NO_SECOND_CALL | Lockout.NONE:
            return game, ()
        case _:
            assert_never(game.rules.lockout)
