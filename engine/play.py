"""The referee: a game and a command in, the game after it and what happened out."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import claims, seats, voting
from engine.clock import resume, settle
from engine.commands import (
    Call,
    CastVote,
    Claim,
    Configure,
    Deal,
    Join,
    Kick,
    Leave,
    NoSet,
    SetHandicap,
    Start,
    Stop,
    Tick,
    Touch,
)
from engine.ending import stop
from engine.events import Progress
from engine.game import Phase
from engine.moment import NO_TAPS, moment_of
from engine.opening import new_game, start
from engine.players import is_seated, player_of
from engine.presence import last_tap
from engine.reasons import Reason
from engine.step import refused, then
from engine.voting import recount

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Millis, PlayerId
    from engine.moment import Moment, Taps
    from engine.step import Step

__all__ = ["new_game", "play"]

PlayersCommand = (
    Join | Leave | Start | Claim | Call | CastVote | NoSet | Deal | Configure | SetHandicap | Stop | Kick | Touch
)
"""Every command but a timer's."""


def play(game: Game, command: Command, now: Millis, taps: Taps = NO_TAPS) -> Progress:
    """Bring a game's clocks up to now, then judge a command.

    A refused command changes nothing, but what time had changed before it stays: then `after` differs from `before`
    and the last event is `Rejected`.

    Args:
        game: The game as it was stored.
        command: What is asked of it.
        now: When; taken for the game's last change if a clock that is behind says it was before that.
        taps: Each player's last tap on cards as far as it is known, those of this very command left out.
    """
    moment = moment_of(game, now, taps)
    after, events = then(settle(game, moment), lambda settled: _act(settled, command, moment))
    return Progress(game, after, events)


def _act(game: Game, command: Command, moment: Moment) -> Step:
    """The command on a game whose clocks are settled: a player's first ends a pause and is then judged (R15)."""
    if isinstance(command, Tick):
        return game, ()
    if not is_seated(game, command.player):
        return _judge(game, command, moment, game)
    return then(_wake(game, command.player, moment), lambda awake: _judge(awake, command, moment, game))


def _wake(game: Game, player: PlayerId, moment: Moment) -> Step:
    """The game going on if it was paused, where whoever ends the pause may be the only one present to agree."""
    if game.paused_at is None:
        return game, ()
    return then(resume(game, player, moment), lambda running: recount(running, moment))


def _judge(game: Game, command: PlayersCommand, moment: Moment, before: Game) -> Step:
    if game.phase is Phase.FINISHED:
        faster = claims.faster(game, command) if isinstance(command, Claim) else None
        return refused(game, command.player, Reason.FINISHED, faster)
    match command:
        case Join():
            return seats.join(game, command, moment)
        case Start() | Stop() | Kick():
            return _lead(game, command, moment, before)
        case Leave() | Claim() | CastVote() | Touch():
            return _take_part(game, command, moment)
        case Call() | NoSet() | Deal() | Configure() | SetHandicap():
            return refused(game, command.player, Reason.NOT_IN_RULES)
        case _:
            assert_never(command)


def _lead(game: Game, command: Start | Stop | Kick, moment: Moment, before: Game) -> Step:
    """What the starter or an admin of the chat may do, who need not be seated."""
    if not command.admin and not is_seated(game, command.player):
        return refused(game, command.player, Reason.NOT_IN_GAME)
    idle = moment.at - last_tap(before, moment.taps)
    match command:
        case Start():
            return start(game, command, moment, idle)
        case Stop():
            return stop(game, command, moment, idle, was_paused=before.paused_at is not None)
        case Kick():
            return seats.kick(game, command, moment)
        case _:
            assert_never(command)


def _take_part(game: Game, command: Leave | Claim | CastVote | Touch, moment: Moment) -> Step:
    """What only those do who are seated."""
    player = player_of(game, command.player)
    if player is None or player.left is not None:
        return refused(game, command.player, Reason.NOT_IN_GAME)
    match command:
        case Leave():
            return seats.leave(game, player, moment)
        case Touch():
            return game, ()
        case Claim() | CastVote() if game.phase is Phase.LOBBY:
            return refused(game, player.id, Reason.NOT_STARTED)
        case Claim():
            return claims.claim(game, player, command, moment)
        case CastVote():
            return voting.cast(game, player, command, moment)
        case _:
            assert_never(command)
