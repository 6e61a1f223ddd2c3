from engine.events import Freed, Rejected, Resumed
from engine.reasons import Reason
from engine.step import refused, then
from tests.builders import ANA, BEN, later, lobby, started


def test_a_refusal_is_the_same_game_and_the_reason() -> None:
    """R4."""
    game = lobby()
    assert refused(game, BEN, Reason.NO_RIGHT) == (game, (Rejected(BEN, Reason.NO_RIGHT),))


def test_a_step_and_the_next_tell_what_happened_in_order() -> None:
    first, second = lobby(), started(now=later(1))
    step = then((first, (Resumed(ANA),)), lambda game: (second, (Freed((game.starter,)),)))
    assert step == (second, (Resumed(ANA), Freed((ANA,))))
