"""Rounds: a game has one, a match one for each who sat there at its start (R24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.ending import finish
from engine.events import RoundEnded
from engine.game import Finish, Millis, Phase, RoundOver
from engine.moment import MINUTE
from engine.players import is_seated
from engine.rules import Ending, Rounds
from engine.sets import has_set
from engine.value import replace

if TYPE_CHECKING:
    from engine.game import Game, PlayerId
    from engine.step import Step

ANYONE_DEALS_AFTER = MINUTE


def next_dealer(game: Game) -> PlayerId | None:
    """Who deals the round after this one: the first still to deal who has not left; None if this is the last."""
    return next((player for player in game.dealers if is_seated(game, player)), None)


def dealer(game: Game) -> PlayerId | None:
    """For whose deal the game waits; None while it does not."""
    return next_dealer(game) if game.phase is Phase.DEALING else None


def anyone_deals_from(game: Game) -> Millis | None:
    """From when on anyone may deal instead of the dealer; None while no deal is waited for."""
    return None if game.round_over is None else Millis(game.round_over.at + ANYONE_DEALS_AFTER)


def rounds_in_all(game: Game) -> int:
    """How many rounds a game or match has, as things stand: whoever left deals none."""
    return game.round + sum(is_seated(game, player) for player in game.dealers)


def end_round(game: Game, why: Finish, at: Millis) -> Step:
    """The game over, or waiting for its next round's dealer."""
    match game.rules.rounds:
        case Rounds.MATCH if next_dealer(game) is not None:
            return _interval(game, RoundOver(at, why))
        case Rounds.ONE | Rounds.MATCH:
            return finish(game, why, at)
        case _:
            assert_never(game.rules.rounds)


def _interval(game: Game, over: RoundOver) -> Step:
    waiting = replace(game, phase=Phase.DEALING, round_over=over, control=None, votes=(), deadline=None, stalled=False)
    return waiting, (RoundEnded(game.round, over.why),)


def end_if_played_out(game: Game, at: Millis) -> Step:
    """The round over if nothing can be found any more (R14), else the game as it was."""
    match game.rules.ending:
        case Ending.NO_SET_LEFT:
            over = not game.deck and not has_set(game.table)
        case Ending.BY_AGREEMENT:
            over = False
        case _:
            assert_never(game.rules.ending)
    return end_round(game, Finish.NO_SET_LEFT, at) if over else (game, ())


def end_without_dealer(game: Game, at: Millis) -> Step:
    """The match over if nobody is left whose deal it waits for, else as it was."""
    if game.round_over is None or next_dealer(game) is not None:
        return game, ()
    return finish(game, game.round_over.why, at)
