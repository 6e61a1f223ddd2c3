"""Numbers that stand for forgotten people: nobody's, the same for the same person in one game, and no other."""

from __future__ import annotations

from engine.game import GameId
from engine.value import replace
from handler.aliases import alias_of, is_alias, is_forgotten
from tests.builders import ANA, BEN, CLEO, NOON, started

KEY = b"k" * 32


def test_an_alias_is_nobodys_number_and_tells_nobody_apart_without_the_key() -> None:
    game = started()
    alias = alias_of(KEY, game, ANA)
    assert is_alias(alias)
    assert not is_alias(ANA)
    assert -(2**48) <= alias < 0
    others = {
        alias_of(KEY, game, BEN),
        alias_of(b"other", game, ANA),
        alias_of(KEY, replace(game, id=GameId("zzzzzzzz")), ANA),
    }
    assert alias not in others
    assert len(others) == 3
    assert alias_of(KEY, replace(game, active_at=NOON), ANA) == alias


def test_whoever_was_forgotten_in_a_game_is_known_there_in_a_seat_and_among_those_put_out() -> None:
    game = started()
    alias = alias_of(KEY, game, ANA)
    seat = replace(game, players=(replace(game.players[0], id=alias), *game.players[1:]))
    assert is_forgotten(KEY, seat, ANA)
    assert is_forgotten(KEY, replace(game, barred=(alias,)), ANA)
    assert not is_forgotten(KEY, seat, CLEO)
    assert not is_forgotten(KEY, game, ANA)
