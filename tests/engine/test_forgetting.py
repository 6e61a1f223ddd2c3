import pytest
from hypothesis import given

from engine.commands import Join, Kick, Leave
from engine.forgetting import names, without_person
from engine.game import Game, Phase, PlayerId
from engine.notation import game_text, parse_game
from engine.play import play
from engine.standings import standings, winners
from engine.value import replace
from tests import strategies
from tests.builders import ANA, BEN, CLEO, after, call, lobby, played_until, started, wrong
from tests.presets import rules_of

ALIAS, NAME = PlayerId(-77), "Player 1"
GONE = PlayerId(4_503_599_627_370_495)
"""A number that nothing else in a game's text looks like."""


def forgotten(game: Game, person: PlayerId = ANA) -> Game:
    return without_person(game, person, ALIAS, NAME)


def rows(game: Game) -> list[tuple[int, int, int]]:
    return [(row.rank, row.player.seat, row.player.score) for row in standings(game)]


@given(strategies.games())
def test_ranks_points_and_winners_are_as_before(game: Game) -> None:
    for player in game.players:
        after_it = forgotten(game, player.id)
        assert rows(after_it) == rows(game)
        assert [one.seat for one in winners(after_it)] == [one.seat for one in winners(game)]


@given(strategies.games())
def test_nothing_in_the_game_or_in_its_text_names_the_person(game: Game) -> None:
    person = game.players[0].id if game.players else game.starter
    named = without_person(game, person, GONE, "Zuzanna")
    assert names(named, GONE)
    unnamed = without_person(named, GONE, ALIAS, NAME)
    assert not names(unnamed, GONE)
    text = game_text(unnamed)
    assert str(GONE) not in text
    assert "Zuzanna" not in text
    assert str(GONE) not in repr(unnamed)
    assert parse_game(text) == unnamed


@given(strategies.games())
def test_a_game_is_as_it_was_for_who_is_not_in_it(game: Game) -> None:
    assert without_person(game, GONE, ALIAS, NAME) == game
    assert not names(game, GONE)


def test_whoever_holds_control_or_lost_it_and_all_who_agree_or_deal_are_meant_too() -> None:
    called = forgotten(after(started(rules=rules_of("call")), call))
    assert called.control is not None
    assert called.control.player == ALIAS
    left = forgotten(after(started(rules=rules_of("call")), call, Leave(ANA)))
    assert left.lost is not None
    assert left.lost.player == ALIAS
    game = replace(started(), votes=(BEN, ANA), dealers=(ANA, CLEO), barred=(ANA,))
    assert (forgotten(game).votes, forgotten(game).dealers, forgotten(game).barred) == (
        (BEN, ALIAS),
        (ALIAS, CLEO),
        (ALIAS,),
    )
    kicked = after(lobby(), Kick(ANA, BEN, admin=True))
    assert forgotten(kicked, BEN).barred == (ALIAS,)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_goes_on_ends_as_it_would_have(seed: int) -> None:
    """R13: who left keeps the points and the rank, by whatever name."""
    game = played_until(lambda now: len(now.taken) == 6, started(4, seed=seed), seed=seed)
    left = after(game, Leave(ANA), now=game.active_at)

    def over(game: Game) -> bool:
        return game.phase is Phase.FINISHED

    with_name, without = (played_until(over, each, seed=seed, now=game.active_at) for each in (left, forgotten(left)))
    assert rows(without) == rows(with_name)
    assert without == forgotten(with_name)


def test_who_is_forgotten_has_no_seat_to_come_back_to() -> None:
    game = forgotten(after(started(), wrong, Leave(ANA)))
    back = play(game, Join(ANA, "Ana"), game.active_at).after
    assert [player.id for player in back.players] == [ALIAS, BEN, CLEO, ANA]
