"""How a game against the deck is told: won, lost, given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.commands import NoSet, Stop
from engine.rules import SOLO
from engine.value import replace
from handler import solo_result
from handler.words import ENGLISH
from tests.builders import ANA, after, cards, later, right, started, wrong

if TYPE_CHECKING:
    from engine.game import Game


def told(game: Game) -> list[str]:
    return list(solo_result.told(game, ENGLISH))


ONE_SET = cards("1111 2222 3333 1112 1121")
"""Few cards among which a set lies, and after it none."""


def near_the_end(penalties: int) -> Game:
    game = started(1, rules=SOLO)
    [player] = game.players
    noted = replace(player, penalties=penalties, score=-penalties)
    return replace(game, table=ONE_SET, deck=(), players=(noted,))


def test_a_game_of_several_has_no_such_lines() -> None:
    assert told(after(started(2), Stop(ANA))) == []


def test_without_a_penalty_left_it_is_won_and_the_time_is_told() -> None:
    over = after(after(near_the_end(0), wrong, now=later(30)), right, now=later(125))
    assert told(over) == ["Won: no penalty is left.", "Sets 1 · wrong 1", "Time 2:05"]


def test_the_last_set_may_cancel_the_only_penalty() -> None:
    assert told(after(near_the_end(1), right))[0] == "Won: no penalty is left."


def test_penalties_left_are_a_loss() -> None:
    assert told(after(near_the_end(2), right))[0] == "Lost: 1 penalty is left."
    assert told(after(near_the_end(3), right))[0] == "Lost: 2 penalties are left."


def test_no_set_said_over_a_set_shows_it() -> None:
    game = near_the_end(1)
    over = after(game, NoSet(ANA, game.revision), now=later(61))
    assert told(over) == ["Lost: 1 penalty is left.", "A set was left: 1 2 3", "Sets 0 · wrong 0", "Time 1:01"]


def test_a_game_that_was_stopped_is_neither_won_nor_lost() -> None:
    assert told(after(near_the_end(0), Stop(ANA)))[0] == "Not played to its end."
