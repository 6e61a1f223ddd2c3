"""A game's clocks: what time alone brings about, settled before every command."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.ending import finish
from engine.events import DeadlinePassed, Paused, Resumed
from engine.game import Finish, Millis, Phase
from engine.lockouts import after_deadline
from engine.moment import MINUTE, last_change, table_millis
from engine.players import touched
from engine.presence import last_tap
from engine.step import then
from engine.voting import agreed_from

if TYPE_CHECKING:
    from engine.game import Game, PlayerId
    from engine.moment import Moment, Taps
    from engine.step import Step

PAUSE_AFTER = 10 * MINUTE
LOBBY_CLOSES_AFTER = 30 * MINUTE
GAME_ENDS_AFTER = 24 * 60 * MINUTE


def settle(game: Game, moment: Moment) -> Step:
    """The game brought up to a moment; the same whether it is done at once or in many small steps."""
    match game.phase:
        case Phase.LOBBY:
            return _end_if_idle(game, moment, LOBBY_CLOSES_AFTER, Finish.LOBBY_CLOSED)
        case Phase.PLAYING | Phase.DEALING:
            return _settle_play(game, moment)
        case Phase.FINISHED:
            return game, ()
        case _:
            assert_never(game.phase)


def _settle_play(game: Game, moment: Moment) -> Step:
    ran = _run(game, moment) if game.paused_at is None else (game, ())
    return then(ran, lambda after: _end_if_idle(after, moment, GAME_ENDS_AFTER, Finish.IDLE))


def _end_if_idle(game: Game, moment: Moment, after: int, why: Finish) -> Step:
    end = _idle_from(game, moment.taps, after)
    return (game, ()) if game.phase is Phase.FINISHED or moment.at < end else finish(game, why, end)


def _idle_from(game: Game, taps: Taps, after: int) -> Millis:
    return max(Millis(last_tap(game, taps) + after), last_change(game))


def _run(game: Game, moment: Moment) -> Step:
    """Let the clocks run until the moment, an agreement or a pause, whichever comes first."""
    pause = _idle_from(game, moment.taps, PAUSE_AFTER)
    agreed = agreed_from(game, moment.taps)
    if agreed is not None and agreed <= min(moment.at, pause):
        return then(_pass_deadlines(game, agreed), lambda after: finish(after, Finish.AGREED, agreed))
    passed = _pass_deadlines(game, min(moment.at, pause))
    return passed if moment.at < pause else then(passed, lambda after: _pause(after, pause))


def _pause(game: Game, at: Millis) -> Step:
    return replace(game, paused_at=at), (Paused(at),)


def _pass_deadlines(game: Game, until: Millis) -> Step:
    if game.deadline is None or until < game.deadline:
        return game, ()
    every = table_millis(game.rules)
    last = Millis(game.deadline + (until - game.deadline) // every * every)
    freed, events = after_deadline(game)
    return replace(freed, deadline=Millis(last + every), stalled=True), (DeadlinePassed(last), *events)


def resume(game: Game, player: PlayerId, moment: Moment) -> Step:
    """The game going on after a pause, its deadline later by the length of it; a game that runs stays as it is."""
    if game.paused_at is None:
        return game, ()
    deadline = None if game.deadline is None else Millis(game.deadline + moment.at - game.paused_at)
    running = replace(game, paused_at=None, deadline=deadline)
    return touched(running, player, moment.at), (Resumed(player),)
