"""One player alone says "No set": more cards at the price of a penalty, which the last cards may win back (R26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import NoSetSaid, PenaltyCancelled
from engine.game import Finish
from engine.laying import has_room, lay_more
from engine.players import changed, touched
from engine.reasons import Reason
from engine.rounds import end_round
from engine.rules import Extension
from engine.sets import has_set
from engine.step import refused, then
from engine.table import FIRST_DEAL
from engine.value import replace

if TYPE_CHECKING:
    from engine.commands import NoSet
    from engine.game import Game, Player, PlayerId
    from engine.moment import Moment
    from engine.rules import Rules
    from engine.step import Step


def said(game: Game, player: Player, command: NoSet, moment: Moment) -> Step:
    """Three more cards and a penalty, whether or not a set was there; once the deck is empty, the end."""
    if not _offered(game.rules):
        return refused(game, player.id, Reason.NOT_IN_RULES)
    if command.revision != game.revision:
        return refused(game, player.id, Reason.STALE)
    if game.control is not None:
        return refused(game, player.id, Reason.ANOTHER_HAS_CALLED)
    heard = touched(game, player.id, moment.at)
    if not game.deck:
        return end_round(heard, Finish.NO_SET_SAID, moment.at)
    if not has_room(game):
        return refused(game, player.id, Reason.TABLE_FULL)
    noted = _noted(heard, player.id, 1), (NoSetSaid(player.id, had_set=has_set(game.table)),)
    return then(noted, lambda after: lay_more(after, moment.at))


def _offered(rules: Rules) -> bool:
    """Whether a player may say so alone."""
    match rules.extension:
        case Extension.BY_NO_SET:
            return True
        case Extension.AUTOMATIC | Extension.BY_VOTE | Extension.BY_VOTE_OR_DEADLINE:
            return False
        case _:
            assert_never(rules.extension)


def _noted(game: Game, player: PlayerId, more: int) -> Game:
    """The game with so many more penalties noted for a player, or fewer: each is a set off the score."""
    return changed(
        game, player, lambda entry: replace(entry, penalties=entry.penalties + more, score=entry.score - more)
    )


def cancel_penalty(game: Game, player: PlayerId) -> Step:
    """The game after a set was found on the table it shows: one penalty less if that was among the last cards."""
    noted = any(entry.penalties for entry in game.players if entry.id == player)
    if game.deck or len(game.table) > FIRST_DEAL or not noted:
        return game, ()
    return _noted(game, player, -1), (PenaltyCancelled(player),)
