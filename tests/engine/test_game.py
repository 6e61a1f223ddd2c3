import pytest

from engine.game import Game, GameId, Phase, Player, PlayerId
from engine.look import Design, Look, Palette
from engine.rules import RACE
from engine.value import fields
from tests.builders import NOON


def test_a_bare_game_is_an_empty_lobby_of_race_in_the_original_look() -> None:
    game = Game(GameId("abcdefgh"), PlayerId(1), NOON)
    assert (game.phase, game.rules, game.look) == (Phase.LOBBY, RACE, Look(Design.ORIGINAL, Palette.ORIGINAL))
    assert (game.players, game.table, game.deck, game.revision, game.finish) == ((), (), (), 0, None)


@pytest.mark.parametrize("value", [Game(GameId("abcdefgh"), PlayerId(1), NOON), Player(PlayerId(1), "Ana", 1), Look()])
def test_values_do_not_change_and_can_be_compared_and_hashed(value: Game | Player | Look) -> None:
    for name in fields(value):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    assert len({value, value}) == 1
