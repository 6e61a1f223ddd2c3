from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Stop, Tick
from engine.game import Game, Millis
from engine.moment import last_change, moment_of, table_millis
from engine.play import play
from engine.rules import RACE
from tests import strategies
from tests.builders import ANA, NOON, after, later, lobby, right, started


def test_a_moment_is_now_unless_the_game_is_ahead() -> None:
    """R15.4."""
    game = play(started(), right(started()), later(50)).after
    assert moment_of(game, later(51), {}).at == later(51)
    assert moment_of(game, later(49), {}).at == later(50)


def test_the_last_change_is_a_command_a_deadline_or_a_pause() -> None:
    """R15.4."""
    assert last_change(lobby()) == NOON
    assert last_change(play(started(), Tick(), later(250)).after) == later(240)
    assert last_change(play(started(), Tick(), later(650)).after) == later(600)
    assert last_change(after(started(), Stop(ANA), now=later(7))) == later(7)
    assert last_change(play(started(), Tick(), later(10**6)).after) == later(86_400)


def test_a_table_lasts_as_long_as_the_rules_say() -> None:
    """R20."""
    assert table_millis(RACE) == 120_000


@given(strategies.games(), st.integers(-(10**7), 10**7))
def test_no_command_takes_a_game_back_in_time(game: Game, shift: int) -> None:
    """R15.4."""
    progress = play(game, Tick(), Millis(game.active_at + shift))
    assert last_change(progress.after) >= last_change(game)
