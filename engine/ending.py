"""How a game comes to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Finished
from engine.game import Finish, Phase
from engine.players import touched
from engine.reasons import Reason
from engine.rights import may_stop
from engine.step import refused
from engine.value import replace

if TYPE_CHECKING:
    from engine.commands import Stop
    from engine.game import Game, Millis
    from engine.moment import Moment
    from engine.step import Step


def finish(game: Game, why: Finish, at: Millis) -> Step:
    """The game over: its clocks stopped, its votes void and nobody in control."""
    over = replace(
        game,
        phase=Phase.FINISHED,
        finish=why,
        finished_at=at,
        deadline=None,
        paused_at=None,
        paused_for=game.paused_for + (0 if game.paused_at is None else at - game.paused_at),
        votes=(),
        stalled=False,
        control=None,
        round_over=None,
    )
    return over, (Finished(why),)


def stop(game: Game, command: Stop, moment: Moment, idle: int, *, was_paused: bool) -> Step:
    """The game over because somebody with the right to it says so.

    `idle` is how long it was without a tap before this one, and `was_paused` whether it was paused then.
    """
    anew = command.anew and was_paused
    if not anew and not may_stop(game, command.player, idle, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    why = Finish.LOBBY_CLOSED if game.phase is Phase.LOBBY else Finish.STOPPED
    return finish(touched(game, command.player, moment.at), why, moment.at)
