from engine.commands import Leave
from engine.players import is_seated, player_of, seated, touched, with_player
from engine.value import replace
from tests.builders import ANA, BEN, CLEO, NOON, STRANGER, after, entry, later, started


def test_an_entry_is_found_whether_seated_or_left() -> None:
    game = after(started(), Leave(BEN))
    assert player_of(game, BEN) == game.players[1]
    assert player_of(game, STRANGER) is None


def test_only_who_has_not_left_is_seated() -> None:
    """R2.2."""
    game = after(started(), Leave(BEN))
    assert [player.id for player in seated(game)] == [ANA, CLEO]
    assert (is_seated(game, ANA), is_seated(game, BEN), is_seated(game, STRANGER)) == (True, False, False)


def test_an_entry_is_put_in_place_of_the_one_of_the_same_player() -> None:
    game = started()
    changed = replace(entry(game, BEN), score=7)
    assert [player.score for player in with_player(game, changed).players] == [0, 7, 0]


def test_a_touch_is_a_sign_of_the_game_and_of_the_player_if_one_it_is() -> None:
    """R11, R15.1."""
    game = touched(started(), BEN, later(4))
    assert (game.active_at, entry(game, BEN).seen_at, entry(game, ANA).seen_at) == (later(4), later(4), NOON)
    game = touched(game, STRANGER, later(5))
    assert (game.active_at, entry(game, BEN).seen_at) == (later(5), later(4))
