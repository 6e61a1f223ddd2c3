"""How a game comes to its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.events import Finished
from engine.game import Finish, Millis, Phase
from engine.players import touched
from engine.reasons import Reason
from engine.rights import may_stop
from engine.rules import Ending
from engine.sets import has_set
from engine.step import refused

if TYPE_CHECKING:
    from engine.commands import Stop
    from engine.game import Game
    from engine.moment import Moment
    from engine.step import Step


def finish(game: Game, why: Finish, at: Millis) -> Step:
    """The game over: its clocks stopped and its votes void."""
    over = replace(
        game, phase=Phase.FINISHED, finish=why, finished_at=at, deadline=None, paused_at=None, votes=(), stalled=False
    )
    return over, (Finished(why),)


def finish_if_played_out(game: Game, at: Millis) -> Step:
    """The game over if nothing can be found any more (R14), else as it was."""
    match game.rules.ending:
        case Ending.NO_SET_LEFT:
            over = not game.deck and not has_set(game.table)
        case Ending.BY_AGREEMENT:
            over = False
        case _:
            assert_never(game.rules.ending)
    return finish(game, Finish.NO_SET_LEFT, at) if over else (game, ())


def stop(game: Game, command: Stop, moment: Moment, idle: int, *, was_paused: bool) -> Step:
    """The game over because somebody with the right to it says so.

    `idle` is how long it was without a tap before this one, and `was_paused` whether it was paused then.
    """
    anew = command.anew and was_paused
    if not anew and not may_stop(game, command.player, idle, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    why = Finish.LOBBY_CLOSED if game.phase is Phase.LOBBY else Finish.STOPPED
    return finish(touched(game, command.player, moment.at), why, moment.at)
