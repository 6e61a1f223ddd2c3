"""Who came how high, in a game that is over or still runs (R13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.game import Finish
from engine.players import seated
from engine.rules import Extension, Ranking
from engine.value import Value

if TYPE_CHECKING:
    from engine.game import Game, Player
    from engine.rules import Rules


class Row(Value):
    """One player's place."""

    rank: int
    player: Player


def standings(game: Game) -> tuple[Row, ...]:
    """All who ever sat down, the highest first; equal scores share a rank."""
    match game.rules.ranking:
        case Ranking.LEAVERS_LAST:
            return (*_by_score(seated(game)), *_by_leaving(game))
        case Ranking.BY_SCORE:
            return _by_score(game.players)
        case _:
            assert_never(game.rules.ranking)


def _by_score(players: tuple[Player, ...]) -> tuple[Row, ...]:
    highest_first = sorted(players, key=lambda player: (-player.score, player.seat))
    return tuple(Row(1 + sum(other.score > player.score for other in players), player) for player in highest_first)


def _by_leaving(game: Game) -> tuple[Row, ...]:
    gone = sorted(((player.left, player) for player in game.players if player.left is not None), key=lambda one: one[0])
    return tuple(Row(rank, player) for rank, (_, player) in enumerate(reversed(gone), 1 + len(seated(game))))


def winners(game: Game) -> tuple[Player, ...]:
    """Who is first in a game that is over: nobody if a kick ended it, or if it never began (R14).

    Alone against the deck, one wins who played to the end and has no penalty left (R26).
    """
    match game.finish:
        case None | Finish.KICKED | Finish.LOBBY_CLOSED:
            return ()
        case Finish.NO_SET_LEFT | Finish.NO_SET_SAID:
            return tuple(player for player in _first(game) if player.penalties == 0)
        case Finish.AGREED | Finish.ALONE | Finish.ALL_LEFT | Finish.STOPPED | Finish.IDLE:
            return () if _against_the_deck(game.rules) else _first(game)
        case _:
            assert_never(game.finish)


def _first(game: Game) -> tuple[Player, ...]:
    return tuple(row.player for row in standings(game) if row.rank == 1)


def _against_the_deck(rules: Rules) -> bool:
    match rules.extension:
        case Extension.BY_NO_SET:
            return True
        case Extension.AUTOMATIC | Extension.BY_VOTE | Extension.BY_VOTE_OR_DEADLINE:
            return False
        case _:
            assert_never(rules.extension)


def was_stopped(game: Game) -> bool:
    """Whether the standings are to be marked as those of a game that was stopped."""
    return game.finish is Finish.STOPPED
