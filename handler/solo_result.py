"""How a game against the deck came out: won or lost, by how many penalties, in what time. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.clock import played_for
from engine.game import Finish, Millis
from engine.rules import Extension
from engine.sets import find_sets
from engine.standings import winners
from engine.table import slot_of

if TYPE_CHECKING:
    from engine.game import Game
    from engine.rules import Rules
    from handler.words import Words


def is_alone(rules: Rules) -> bool:
    """Whether one player plays against the deck."""
    return rules.extension is Extension.BY_NO_SET


def told(game: Game, words: Words) -> tuple[str, ...]:
    """The lines that tell the result of a finished game of one player; none of any other game."""
    if not is_alone(game.rules) or not game.players:
        return ()
    [player, *_] = game.players
    lines = [_outcome(game, player.penalties, words)]
    if game.finish is Finish.NO_SET_SAID and (left := find_sets(game.table)):
        slots = " ".join(str(slot) for slot in sorted(slot_of(game.table, card) for card in left[0]))
        lines.append(words("A set was left: {slots}", slots=slots))
    lines.append(words("Sets {sets} · wrong {wrong}", sets=player.sets, wrong=player.wrong))
    lines.append(words("Time {time}", time=words.minutes(played_for(game, game.finished_at or Millis(0)) // 1000)))
    return tuple(lines)


def _outcome(game: Game, penalties: int, words: Words) -> str:
    if winners(game):
        return words("Won: no penalty is left.")
    if game.finish in (Finish.NO_SET_LEFT, Finish.NO_SET_SAID):
        return words.count("Lost: {n} penalty is left.", "Lost: {n} penalties are left.", penalties)
    return words("Not played to its end.")
