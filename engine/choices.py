"""What the starter and admins choose: rules, look, handicaps (R14, R27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Configured, HandicapSet
from engine.game import Phase
from engine.players import player_of, seated, touched, with_player
from engine.reasons import Reason
from engine.rights import leads
from engine.step import refused
from engine.value import replace

if TYPE_CHECKING:
    from engine.commands import Configure, SetHandicap
    from engine.game import Game
    from engine.moment import Moment
    from engine.step import Step


def configure(game: Game, command: Configure, moment: Moment) -> Step:
    """Other rules or another look for a game that has not begun."""
    if game.phase is not Phase.LOBBY:
        return refused(game, command.player, Reason.ALREADY_STARTED)
    if not leads(game, command.player, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    if len(seated(game)) > command.rules.max_players:
        return refused(game, command.player, Reason.TOO_MANY_PLAYERS)
    chosen = replace(touched(game, command.player, moment.at), rules=command.rules, look=command.look)
    return chosen, (Configured(command.player),)


def set_handicap(game: Game, command: SetHandicap, moment: Moment) -> Step:
    """Another handicap for one of the players."""
    target = player_of(game, command.target)
    if not game.rules.handicaps:
        return refused(game, command.player, Reason.NOT_IN_RULES)
    if not leads(game, command.player, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    if target is None or target.left is not None:
        return refused(game, command.player, Reason.NO_SUCH_PLAYER)
    handicapped = with_player(game, replace(target, handicap=command.seconds))
    return touched(handicapped, command.player, moment.at), (HandicapSet(command.player, target.id, command.seconds),)
