"""How a game begins: a lobby, then the first deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.claims import lay
from engine.events import Started
from engine.game import Game, GameId, Millis, Phase, Player, PlayerId, Revision
from engine.look import Look
from engine.players import seated, touched
from engine.reasons import Reason
from engine.rights import may_start
from engine.rules import RACE, Rules
from engine.step import refused, then
from engine.table import deal

if TYPE_CHECKING:
    from engine.commands import Start
    from engine.moment import Moment
    from engine.step import Step


def new_game(
    game_id: GameId, starter: PlayerId, name: str, now: Millis, rules: Rules = RACE, look: Look | None = None
) -> Game:
    """A lobby in which its starter sits."""
    player = Player(starter, name, seat=1, seen_at=now, seated_at=now)
    return Game(game_id, starter, created_at=now, rules=rules, look=look or Look(), players=(player,), active_at=now)


def start(game: Game, command: Start, moment: Moment, idle: int) -> Step:
    """Deal, if enough players sit there and the one who asks may after `idle` milliseconds without a tap."""
    if game.phase is not Phase.LOBBY:
        return refused(game, command.player, Reason.ALREADY_STARTED)
    if not may_start(game, command.player, idle, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    if len(seated(game)) < game.rules.min_players:
        return refused(game, command.player, Reason.TOO_FEW_PLAYERS)
    under_way = replace(
        touched(game, command.player, moment.at), phase=Phase.PLAYING, revision=Revision(game.revision + 1)
    )
    table = deal(command.deck, game.rules.deck)
    return then((under_way, (Started(command.player),)), lambda after: lay(after, table, moment.at))
