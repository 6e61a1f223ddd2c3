"""Lockouts: what frees those whom a wrong claim barred from claiming."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import Freed
from engine.players import seated
from engine.presence import all_present_from, present
from engine.rules import Lockout
from engine.value import replace

if TYPE_CHECKING:
    from engine.game import Game, Millis
    from engine.moment import Moment, Taps
    from engine.step import Step


def free_all(game: Game) -> Step:
    """Nobody locked out any more."""
    if not any(player.locked for player in game.players):
        return game, ()
    freed = tuple(player.id for player in seated(game) if player.locked)
    players = tuple(replace(player, locked=False) if player.locked else player for player in game.players)
    return replace(game, players=players), (Freed(freed),) if freed else ()


def after_set(game: Game) -> Step:
    """Lockouts after a set left the table. Who took it was not locked out: to all who are it is another's."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE | Lockout.UNTIL_ANOTHERS_SET:
            return free_all(game)
        case Lockout.NO_SECOND_CALL | Lockout.NONE:
            return game, ()
        case _:
            assert_never(game.rules.lockout)


def after_deadline(game: Game) -> Step:
    """Lockouts after a deadline passed."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE:
            return free_all(game)
        case Lockout.UNTIL_ANOTHERS_SET | Lockout.NO_SECOND_CALL | Lockout.NONE:
            return game, ()
        case _:
            assert_never(game.rules.lockout)


def free_if_all_locked(game: Game, moment: Moment) -> Step:
    """Everyone free if all who count are locked out: those who have not left, or of them those present."""
    match game.rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE:
            count = seated(game)
        case Lockout.UNTIL_ANOTHERS_SET:
            count = present(game, moment)
        case Lockout.NO_SECOND_CALL | Lockout.NONE:
            count = ()
        case _:
            assert_never(game.rules.lockout)
    return free_all(game) if count and all(player.locked for player in count) else (game, ())


def freed_from(game: Game, taps: Taps) -> Millis | None:
    """From when on everyone is free because those who are not locked out are away; None while that cannot be."""
    match game.rules.lockout:
        case Lockout.UNTIL_ANOTHERS_SET:
            return all_present_from(game, {player.id for player in seated(game) if player.locked}, taps)
        case Lockout.UNTIL_SET_OR_DEADLINE | Lockout.NO_SECOND_CALL | Lockout.NONE:
            return None
        case _:
            assert_never(game.rules.lockout)
