"""Picks: who may pick, since when a player's picks count, and whether the third of them is a claim (R8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import control
from engine.game import Millis, Phase
from engine.players import is_seated
from engine.reasons import Reason
from engine.rules import Claiming

if TYPE_CHECKING:
    from engine.game import Game, PlayerId
    from engine.rules import Rules


def may_pick(game: Game, player: PlayerId, now: Millis) -> Reason | None:
    """Why someone may not pick now; None for who may. A locked-out player may.

    `now` tells whether a call has run out that nobody has settled yet.
    """
    if game.phase is Phase.FINISHED:
        return Reason.FINISHED
    if not is_seated(game, player):
        return Reason.NOT_IN_GAME
    match game.phase:
        case Phase.LOBBY:
            return Reason.NOT_STARTED
        case Phase.DEALING:
            return Reason.ROUND_OVER
        case Phase.PLAYING:
            ran_out = game.control is not None and control.runs_out_at(game.control, game.rules) <= now
            return Reason.CALL_FIRST if ran_out else control.refusal(game, player)
        case _:
            assert_never(game.phase)


def picks_from(game: Game, player: PlayerId) -> Millis:
    """Up to when a player's picks are used up or void: by a judged claim, the deal, or the player's own call."""
    judged = [entry.judged_at for entry in game.players if entry.id == player]
    called = [] if game.control is None or game.control.player != player else [game.control.at]
    return max((game.dealt_at, *judged, *called))


def third_claims(rules: Rules) -> bool:
    """Whether the third pick is a claim, without SET!."""
    match rules.claiming:
        case Claiming.PICK_FIRST:
            return rules.quick_claim
        case Claiming.CALL_FIRST:
            return True
        case _:
            assert_never(rules.claiming)
