"""Control of the table: called for with SET!, taken over by courtesy, lost by time or by leaving (R23, R25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import Called, ControlLost
from engine.game import Control, Loss, Lost, Millis, Revision
from engine.penalties import afresh, charged
from engine.players import changed, touched
from engine.reasons import Reason
from engine.rules import Claiming
from engine.step import refused
from engine.value import replace

if TYPE_CHECKING:
    from engine.commands import Call
    from engine.game import Game, Player, PlayerId
    from engine.moment import Moment
    from engine.rules import Rules
    from engine.step import Step

GRACE = 2000
"""Milliseconds after a caller's time for the way there and back."""


def runs_out_at(control: Control, rules: Rules) -> Millis:
    """When a player in control loses it."""
    return Millis(control.at + rules.call_seconds * 1000 + GRACE)


def call(game: Game, player: Player, command: Call, moment: Moment) -> Step:
    """Give a seated player control of the table, or refuse it without effect (R7)."""
    if not _first(game.rules):
        return refused(game, player.id, Reason.NOT_IN_RULES)
    control = game.control
    courtesy = control is not None and _within_courtesy(game, control, command.revision, moment.at)
    if command.revision != game.revision and not courtesy:
        return refused(game, player.id, Reason.STALE)
    if player.locked:
        return refused(game, player.id, Reason.LOCKED_OUT)
    if player.wait_until is not None and moment.at < player.wait_until:
        return refused(game, player.id, Reason.WAIT_TO_CALL, until=player.wait_until)
    if moment.at < (until := _handicapped_until(game, player)):
        return refused(game, player.id, Reason.HANDICAP, until=until)
    if control is None:
        return _taken(
            game, player.id, moment.at, Control(player.id, moment.at, game.revision, moment.at, game.revision)
        )
    if control.player == player.id:
        return refused(game, player.id, Reason.ALREADY_CALLED)
    if courtesy and player.score < _score_of(game, control.player):
        return _taken(game, player.id, moment.at, replace(control, player=player.id, at=moment.at))
    return refused(game, player.id, Reason.ANOTHER_HAS_CALLED)


def _first(rules: Rules) -> bool:
    """Whether a call comes before the cards."""
    match rules.claiming:
        case Claiming.PICK_FIRST:
            return False
        case Claiming.CALL_FIRST:
            return True
        case _:
            assert_never(rules.claiming)


def _within_courtesy(game: Game, control: Control, revision: Revision, at: Millis) -> bool:
    """Whether a call made now, on this revision, was as good as at the same time as the first."""
    seen = control.before <= revision <= game.revision
    return game.rules.courtesy_ms > 0 and seen and at <= control.first_at + game.rules.courtesy_ms


def _handicapped_until(game: Game, player: Player) -> Millis:
    return Millis(game.changed_at + player.handicap * 1000 if game.rules.handicaps else 0)


def _score_of(game: Game, player: PlayerId) -> int:
    return next(entry.score for entry in game.players if entry.id == player)


def _taken(game: Game, player: PlayerId, at: Millis, control: Control) -> Step:
    """The game in a player's control: a step of the revision that voids votes and ends everybody's wait."""
    revision = Revision(game.revision + 1)
    heard = touched(game, player, at)
    after = replace(
        heard,
        players=afresh(heard.players),
        votes=(),
        revision=revision,
        control=replace(control, revision=revision),
    )
    held = game.control
    return after, (Called(player, taken_from=None if held is None else held.player),)


def refusal(game: Game, player: PlayerId) -> Reason | None:
    """Why someone may not pick or claim now, for want of control; None for who may."""
    if not _first(game.rules):
        return None
    if game.control is None:
        return Reason.CALL_FIRST
    return None if game.control.player == player else Reason.ANOTHER_HAS_CALLED


def run_out(game: Game, control: Control, at: Millis) -> Step:
    """The game after its caller's time ran out: a step of the revision."""
    return _lost(replace(game, revision=Revision(game.revision + 1)), control.player, Loss.TIME, at)


def let_go(game: Game, player: PlayerId, at: Millis) -> Step:
    """The game without the call of a player who leaves, if it was in that player's control."""
    if game.control is None or game.control.player != player:
        return game, ()
    return _lost(game, player, Loss.LEFT, at)


def _lost(game: Game, player: PlayerId, why: Loss, at: Millis) -> Step:
    """The game in nobody's control, and the caller charged for a call that came to nothing."""

    def late(entry: Player) -> Player:
        return replace(charged(entry, game.rules, at), late=entry.late + 1, judged_at=at)

    after = replace(changed(game, player, late), control=None, lost=Lost(player, why, at, game.revision))
    return after, (ControlLost(player, why, at),)
