"""A game without a person: what that person did stands, under a number and a name that are nobody's."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.value import replace

if TYPE_CHECKING:
    from engine.game import Control, Game, Judged, Lost, PlayerId

T = TypeVar("T", "Judged", "Control", "Lost")


def names(game: Game, person: PlayerId) -> bool:
    """Whether a game says anything of a person."""
    return person in {player.id for player in game.players} | {game.starter, *game.barred, *game.dealers, *game.votes}


def without_person(game: Game, person: PlayerId, alias: PlayerId, name: str) -> Game:
    """The game with `alias` and `name` wherever it says something of a person; ranks, points and rights stay."""

    def other(player: PlayerId) -> PlayerId:
        return alias if player == person else player

    def of_other(what: T) -> T:
        return replace(what, player=other(what.player))

    return replace(
        game,
        starter=other(game.starter),
        players=tuple(
            replace(player, id=alias, name=name) if player.id == person else player for player in game.players
        ),
        taken=tuple(of_other(judged) for judged in game.taken),
        last=of_other(game.last) if game.last is not None else None,
        control=of_other(game.control) if game.control is not None else None,
        lost=of_other(game.lost) if game.lost is not None else None,
        votes=tuple(map(other, game.votes)),
        barred=tuple(map(other, game.barred)),
        dealers=tuple(map(other, game.dealers)),
    )
