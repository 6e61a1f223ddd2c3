import pytest

from engine.commands import Deal, Leave, Stop
from engine.game import Phase
from engine.picking import may_pick, picks_from, third_claims
from engine.play import play
from engine.reasons import Reason
from engine.rules import DeckKind, Rounds
from tests.builders import (
    ANA,
    BEN,
    NOON,
    STRANGER,
    after,
    call,
    later,
    lobby,
    played_until,
    right,
    shuffle,
    started,
    wrong,
)
from tests.presets import rules_of


def test_only_who_plays_picks_and_only_while_there_is_a_game() -> None:
    """R8, R7."""
    game = started(4)
    assert may_pick(game, ANA, NOON) is None
    assert may_pick(game, STRANGER, NOON) is Reason.NOT_IN_GAME
    assert may_pick(after(game, Leave(BEN)), BEN, NOON) is Reason.NOT_IN_GAME
    assert may_pick(lobby(), ANA, NOON) is Reason.NOT_STARTED
    assert may_pick(after(game, Stop(ANA)), STRANGER, NOON) is Reason.FINISHED


@pytest.mark.parametrize("system", ["race", "classic"])
def test_who_is_locked_out_picks(system: str) -> None:
    """R8, R17, R22.1."""
    game = after(started(rules=rules_of(system)), wrong)
    assert may_pick(game, ANA, NOON) is None


@pytest.mark.parametrize("system", ["call", "family"])
def test_only_the_caller_picks(system: str) -> None:
    """R23.1, R23.2."""
    game = started(rules=rules_of(system))
    assert may_pick(game, ANA, NOON) is Reason.CALL_FIRST
    called = after(game, call)
    assert may_pick(called, ANA, NOON) is None
    assert may_pick(called, BEN, NOON) is Reason.ANOTHER_HAS_CALLED


@pytest.mark.parametrize(("system", "seconds"), [("call", 12), ("family", 10)])
def test_a_pick_after_the_callers_time_is_none_even_if_nobody_has_noticed(system: str, seconds: int) -> None:
    """R23.3, R25.1."""
    game = after(started(rules=rules_of(system)), call)
    assert may_pick(game, ANA, later(seconds - 0.001)) is None
    assert may_pick(game, ANA, later(seconds)) is Reason.CALL_FIRST
    assert may_pick(game, BEN, later(seconds)) is Reason.CALL_FIRST


def test_between_two_rounds_nobody_picks() -> None:
    """R24.2."""
    game = started(2, rules=rules_of("call", rounds=Rounds.MATCH, deck=DeckKind.EASY))
    waiting = played_until(lambda one: one.phase is not Phase.PLAYING, game)
    assert may_pick(waiting, ANA, waiting.active_at) is Reason.ROUND_OVER


def test_a_judged_claim_uses_up_the_picks() -> None:
    """R8."""
    game = started()
    assert picks_from(game, BEN) == NOON
    assert picks_from(play(game, wrong(game, BEN), later(3)).after, BEN) == later(3)
    assert picks_from(play(game, right(game, ANA), later(3)).after, BEN) == NOON
    assert picks_from(game, STRANGER) == NOON


def test_a_callers_picks_start_with_the_call() -> None:
    """R23.2, R8."""
    game = after(started(rules=rules_of("call")), call, now=later(3))
    assert (picks_from(game, ANA), picks_from(game, BEN)) == (later(3), NOON)


def test_picks_do_not_outlive_their_round() -> None:
    """R24.3, R8."""
    game = started(2, rules=rules_of("call", rounds=Rounds.MATCH, deck=DeckKind.EASY))
    waiting = played_until(lambda one: one.phase is not Phase.PLAYING, game)
    now = later(5, waiting.active_at)
    dealt = play(waiting, Deal(BEN, shuffle(1, waiting.rules)), now).after
    assert picks_from(dealt, ANA) == picks_from(dealt, BEN) == now


@pytest.mark.parametrize(
    ("system", "claims"), [("race", False), ("classic", False), ("call", True), ("family", True), ("solo", True)]
)
def test_the_rules_say_whether_the_third_pick_claims(system: str, claims: bool) -> None:
    """R17, R22.1, R23.2, R26.2."""
    assert third_claims(rules_of(system)) is claims


def test_where_the_third_pick_is_wanted_as_the_claim_it_can_be_chosen() -> None:
    """R26.2."""
    assert third_claims(rules_of("classic", quick_claim=True))
