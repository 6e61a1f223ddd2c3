import pytest

from engine.game import Game, Millis, Player
from engine.penalties import afresh, charged
from engine.rules import Lockout
from engine.value import replace
from tests.builders import ANA, BEN, NOON, call, later, started, vote
from tests.builders import after as played
from tests.presets import rules_of

ANA_AT_ONE = Player(ANA, "Ana", seat=1, score=1)


@pytest.mark.parametrize(("system", "score"), [("race", 0), ("classic", 1), ("call", 0), ("family", 0), ("solo", 0)])
def test_the_rules_say_what_a_failure_costs(system: str, score: int) -> None:
    """R19.2, R22.2, R23.4, R25.2, R26.3."""
    assert charged(ANA_AT_ONE, rules_of(system), NOON).score == score


@pytest.mark.parametrize(("system", "score"), [("race", -1), ("call", -1), ("family", 0), ("solo", -1)])
def test_the_rules_say_whether_a_score_falls_below_zero(system: str, score: int) -> None:
    """R19.2, R23.4, R25.2, R26.3."""
    assert charged(replace(ANA_AT_ONE, score=0), rules_of(system), NOON).score == score


@pytest.mark.parametrize(
    ("system", "locked", "wait"),
    [
        ("race", True, None),
        ("classic", True, None),
        ("call", False, later(20)),
        ("family", False, later(16)),
        ("solo", False, None),
    ],
)
def test_the_rules_say_what_a_failure_bars_from(system: str, locked: bool, wait: Millis | None) -> None:
    """R19.3, R22.3, R23.5, R25.1, R26.3."""
    barred = charged(ANA_AT_ONE, rules_of(system), NOON)
    assert (barred.locked, barred.wait_until) == (locked, wait)


def test_a_floor_below_zero_is_kept_as_well() -> None:
    """R25.2."""
    low = replace(ANA_AT_ONE, score=-2)
    assert charged(low, rules_of("call", score_floor=-3, wrong_points=-5), NOON).score == -3


@pytest.mark.parametrize("lockout", Lockout)
def test_what_a_failure_costs_in_points_does_not_hang_on_what_it_bars_from(lockout: Lockout) -> None:
    """R19.2."""
    assert charged(ANA_AT_ONE, rules_of("race", lockout=lockout), NOON).score == 0


def test_afresh_nobody_waits_and_nobody_has_voted() -> None:
    """R12.4, R23.5, R12.3."""
    game: Game = played(started(rules=rules_of("call")), lambda one: vote(one, BEN))
    game = replace(game, players=tuple(replace(player, wait_until=later(9)) for player in game.players))
    assert {(player.wait_until, player.voted_at) for player in afresh(game.players)} == {(None, 0)}
    assert played(game, lambda one: call(one, BEN), now=later(10)).votes == ()
