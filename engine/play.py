"""The referee: a game and a command in, the game after it and what happened out."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import choices, claims, control, no_set, seats, voting
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
from engine.lockouts import free_if_all_locked
from engine.moment import NO_TAPS, moment_of
from engine.opening import deal_round, new_game, start
from engine.players import is_seated, player_of
from engine.presence import last_tap
from engine.reasons import Reason
from engine.step import refused, then
from engine.value import replace
from engine.voting import recount

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.game import Game, Judged, Millis, Player
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
    after, events = then(settle(game, moment), lambda settled: _act(settled, command, moment, game))
    return Progress(game, after, events)


def _act(game: Game, command: Command, moment: Moment, stored: Game) -> Step:
    """The command on a game whose clocks are settled: a player's first ends a pause and is then judged (R15)."""
    if isinstance(command, Tick):
        return game, ()
    if not is_seated(game, command.player):
        return then(_judge(game, command, moment, game), lambda after: _recounted(after, moment))
    here = replace(moment, taps={**moment.taps, command.player: moment.at})
    awake = then(resume(game, command.player, moment), lambda running: _recounted(running, here))
    seen = _as_seen(command, game, stored)
    judged = then(awake, lambda counted: _judge(counted, seen, moment, game))
    return then(judged, lambda after: _recounted(after, here))


def _recounted(game: Game, moment: Moment) -> Step:
    """What hangs on who is present, as it stands at a moment: a command shows that its player is (R11)."""
    if game.phase is not Phase.PLAYING or not (game.votes or any(player.locked for player in game.players)):
        return game, ()
    freed = free_if_all_locked(game, moment)
    return then(freed, lambda after: recount(after, moment))


def _as_seen(command: PlayersCommand, game: Game, stored: Game) -> PlayersCommand:
    """The command on the revision that its player has seen, where that is more than it says (R6).

    A caller has seen the revision that the call made. A command that comes when a call has run out, which nobody had
    settled before it, could not know.
    """
    match command:
        case Claim() | Call() | CastVote() | NoSet():
            revision, held = command.revision, stored.control
            if held is not None and held.player == command.player and held.before <= revision:
                revision = max(revision, held.revision)
            if revision == stored.revision and _only_ran_out(game, stored):
                revision = game.revision
            return command if revision == command.revision else replace(command, revision=revision)
        case _:
            return command


def _only_ran_out(game: Game, stored: Game) -> bool:
    """Whether a call that ran out is all that moved the revision since the game was stored."""
    return stored.control is not None and game.control is None and game.revision == stored.revision + 1


def _faster(game: Game, command: PlayersCommand) -> Judged | None:
    return claims.faster(game, command) if isinstance(command, Claim) else None


def _judge(game: Game, command: PlayersCommand, moment: Moment, before: Game) -> Step:
    """The command on a game that is awake; `before` is that game as it was before the command woke it."""
    if game.phase is Phase.FINISHED:
        return refused(game, command.player, Reason.FINISHED, _faster(game, command))
    match command:
        case Join():
            return seats.join(game, command, moment)
        case Start() | Deal() | Configure() | SetHandicap() | Stop() | Kick():
            return _lead(game, command, moment, before)
        case Leave() | Claim() | Call() | CastVote() | NoSet() | Touch():
            return _take_part(game, command, moment)
        case _:
            assert_never(command)


def _lead(
    game: Game, command: Start | Deal | Configure | SetHandicap | Stop | Kick, moment: Moment, before: Game
) -> Step:
    """What the starter, a dealer or an admin of the chat may do, of whom an admin need not be seated."""
    if not command.admin and not is_seated(game, command.player):
        return refused(game, command.player, Reason.NOT_IN_GAME)
    idle = moment.at - last_tap(before, moment.taps)
    match command:
        case Start():
            return start(game, command, moment, idle)
        case Deal():
            return deal_round(game, command, moment)
        case Configure():
            return choices.configure(game, command, moment)
        case SetHandicap():
            return choices.set_handicap(game, command, moment)
        case Stop():
            return stop(game, command, moment, idle, was_paused=before.paused_at is not None)
        case Kick():
            return seats.kick(game, command, moment)
        case _:
            assert_never(command)


def _take_part(game: Game, command: Leave | Claim | Call | CastVote | NoSet | Touch, moment: Moment) -> Step:
    """What only those do who are seated."""
    player = player_of(game, command.player)
    if player is None or player.left is not None:
        return refused(game, command.player, Reason.NOT_IN_GAME)
    match command:
        case Leave():
            return seats.leave(game, player, moment)
        case Touch():
            return game, ()
        case Claim() | Call() | CastVote() | NoSet():
            return _on_table(game, player, command, moment)
        case _:
            assert_never(command)


def _on_table(game: Game, player: Player, command: Claim | Call | CastVote | NoSet, moment: Moment) -> Step:
    """What needs a table that is played on."""
    if game.phase is Phase.LOBBY:
        return refused(game, player.id, Reason.NOT_STARTED)
    if game.phase is Phase.DEALING:
        return refused(game, player.id, Reason.ROUND_OVER, _faster(game, command))
    match command:
        case Claim():
            return claims.claim(game, player, command, moment)
        case Call():
            return control.call(game, player, command, moment)
        case CastVote():
            return voting.cast(game, player, command, moment)
        case NoSet():
            return no_set.said(game, player, command, moment)
        case _:
            assert_never(command)
