"""One person who plays on alone: whether that can move a game on, whatever everybody else does not do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.commands import Call, CastVote, Claim, Command, Deal, Leave, NoSet, Start, Touch
from engine.game import Game, Millis, Phase, PlayerId
from engine.play import play
from engine.players import seated
from engine.rules import Claiming
from engine.sets import find_sets
from tests.builders import SECOND, shuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.moment import Taps

_sets = lru_cache(maxsize=64)(find_sets)
"""A table is looked at for each who sits there."""

WAITS = (0, 31, 125, 310)
"""Seconds after which one tries: at once; when no call, wait or handicap can last; when all others are away, any player
may deal or start, and a usual deadline has passed; when the longest deadline has."""


def stuck(game: Game, now: Millis, taps: Mapping[PlayerId, Millis]) -> list[PlayerId]:
    """Who of those seated could not move a game on if from now on nothing came from anybody else."""
    if game.phase is Phase.FINISHED:
        return []
    return [player.id for player in seated(game) if not can_move_on(game, player.id, now, taps)]


def can_move_on(game: Game, player: PlayerId, now: Millis, taps: Taps) -> bool:
    """Whether other cards, another phase or the end can come of one player's tap, a wait, and the buttons after it.

    Neither the pause, the stop that anyone may ask for after half an hour, nor the end of a day without a tap counts,
    and getting up only where too few sit in a lobby to start.
    """
    here = game if game.paused_at is None else play(game, Touch(player), now, taps).after
    tapped = {**taps, player: max(now, taps.get(player, now))}
    later = (tried(here, player, Millis(now + wait * SECOND), tapped) for wait in WAITS)
    return any((after.phase, after.table) != (game.phase, game.table) for after in later)


def tried(game: Game, player: PlayerId, now: Millis, taps: Taps) -> Game:
    """A game after all that one player alone can do to it at an instant, until something comes of it."""
    before = game
    for move in moves(game, player):
        game = play(game, move(game), now, taps).after
        if (game.phase, game.table) != (before.phase, before.table):
            break
    return game


def moves(game: Game, player: PlayerId) -> Iterator[Callable[[Game], Command]]:
    """What a player can try, each made from the game as it then is; none waits for another's press."""
    match game.phase:
        case Phase.LOBBY if len(seated(game)) < game.rules.min_players:
            yield lambda _: Leave(player)
        case Phase.LOBBY:
            yield lambda _: Start(player, shuffle(0, game.rules))
        case Phase.DEALING:
            yield lambda _: Deal(player, shuffle(game.round, game.rules))
        case Phase.PLAYING:
            yield from _moves_at_table(game, player)
        case Phase.FINISHED:
            return


def _moves_at_table(game: Game, player: PlayerId) -> Iterator[Callable[[Game], Command]]:
    if sets := _sets(game.table):
        if game.rules.claiming is Claiming.CALL_FIRST:
            yield lambda now: Call(player, now.revision)
        yield lambda now: Claim(player, sets[0], now.revision)
    else:
        yield lambda now: NoSet(player, now.revision)
    yield lambda now: Touch(player) if player in now.votes else CastVote(player, now.revision)


def played_on(game: Game, player: PlayerId, now: Millis, taps: Taps) -> tuple[Game, Millis]:
    """What one player makes of a game, alone and after a while: a set taken, more cards, the end, the next round."""
    now = Millis(now + WAITS[2] * SECOND)
    return tried(game, player, now, taps), now
