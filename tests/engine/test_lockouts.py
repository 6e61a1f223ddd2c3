import pytest

from engine.commands import Join, Kick, Leave, Tick, Touch
from engine.events import ClaimJudged, DeadlinePassed, Freed, Left
from engine.game import Game
from engine.lockouts import freed_from
from engine.play import play
from engine.reasons import Reason
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    SECOND,
    after,
    call,
    entry,
    everyone,
    later,
    locked,
    refusal,
    right,
    started,
    wrong,
)
from tests.presets import rules_of


def test_a_wrong_claimer_is_locked_out_and_nobody_else() -> None:
    """R19.3."""
    game = after(started(), wrong)
    assert locked(game) == [ANA]
    assert refusal(play(game, wrong(game, BEN), NOON)) is None


def test_a_set_frees_everyone() -> None:
    """R19.3."""
    game = after(started(4), wrong, lambda one: wrong(one, BEN), lambda one: right(one, CLEO))
    assert locked(game) == []
    assert refusal(play(game, right(game, ANA), NOON)) is None


def test_the_deadline_frees_everyone_and_nothing_else_happens() -> None:
    """R19.3, R20, R5.2."""
    game = after(started(), wrong, lambda one: wrong(one, BEN))
    assert play(game, Tick(), later(119.999)).after == game
    progress = play(game, Tick(), later(120))
    assert progress.events == (DeadlinePassed(later(120)), Freed((ANA, BEN)))
    assert locked(progress.after) == []
    assert progress.after.revision == game.revision
    assert progress.after.table == game.table


def test_when_all_are_locked_out_all_are_free_again() -> None:
    """R19.4, R5.2."""
    game = after(started(), wrong, lambda one: wrong(one, BEN))
    progress = play(game, wrong(game, CLEO), NOON)
    assert progress.after.last is not None
    assert progress.events == (ClaimJudged(progress.after.last), Freed((ANA, BEN, CLEO)))
    assert locked(progress.after) == []
    assert progress.after.revision == game.revision + 1


def test_a_second_round_of_wrong_claims_frees_all_only_when_it_is_complete() -> None:
    """R19.4."""
    game = after(started(), wrong, lambda one: wrong(one, BEN), lambda one: wrong(one, CLEO))
    assert locked(after(game, wrong, lambda one: wrong(one, CLEO))) == [ANA, CLEO]


def test_all_are_free_again_when_the_last_free_player_leaves() -> None:
    """R19.4, R5.2."""
    game = after(started(), wrong, lambda one: wrong(one, BEN))
    progress = play(game, Leave(CLEO), NOON)
    assert progress.events == (Left(CLEO), Freed((ANA, BEN)))
    assert progress.after.revision == game.revision


def test_all_are_free_again_when_the_last_free_player_is_kicked() -> None:
    """R19.4."""
    game = after(started(), wrong, lambda one: wrong(one, BEN))
    progress = play(game, Kick(ANA, CLEO, admin=True), NOON)
    assert progress.events == (Left(CLEO, kicked_by=ANA), Freed((ANA, BEN)))


def test_leaving_frees_nobody_while_somebody_is_free() -> None:
    """R19.4."""
    game = after(started(4), wrong, lambda one: wrong(one, BEN), Leave(CLEO))
    assert locked(game) == [ANA, BEN]


def test_a_newcomer_is_free_so_those_locked_out_stay_so() -> None:
    """R19.3, R2.1."""
    newcomer = Join(CLEO, "Cleo")
    game = after(started(2), wrong, newcomer, lambda one: wrong(one, BEN))
    assert locked(game) == [ANA, BEN]


def test_a_lockout_is_kept_by_who_leaves_and_comes_back() -> None:
    """R2.3, R19.3."""
    game = after(started(4), wrong, Leave(ANA), Join(ANA, "Ana"))
    assert locked(game) == [ANA]


def test_a_lockout_ends_for_those_who_left_as_for_all() -> None:
    """R19.3, R19.4, R2.3."""
    gone = after(started(4), wrong, Leave(ANA))
    set_taken = after(gone, lambda one: right(one, BEN), Join(ANA, "Ana"))
    assert not entry(set_taken, ANA).locked
    all_wrong = after(gone, *[lambda one, who=who: wrong(one, who) for who in (BEN, CLEO, 4)], Join(ANA, "Ana"))
    assert locked(all_wrong) == []
    deadline = play(gone, Join(ANA, "Ana"), later(120)).after
    assert not entry(deadline, ANA).locked


def test_only_those_seated_are_told_as_freed() -> None:
    """R19.3."""
    game = after(started(4), wrong, Leave(ANA), lambda one: wrong(one, BEN))
    assert play(game, Tick(), later(120)).events[-1] == Freed((BEN,))


def test_a_locked_out_player_counts_the_seconds_from_the_last_change_of_cards() -> None:
    """R20."""
    game = play(started(), right(started()), later(60)).after
    game = play(game, wrong(game, BEN), later(70)).after
    assert game.deadline == NOON + 180 * SECOND
    assert locked(play(game, Tick(), later(179)).after) == [BEN]
    assert refusal(play(game, right(game, BEN), later(179))) is Reason.LOCKED_OUT
    assert refusal(play(game, right(game, BEN), later(180))) is None


def classic(players: int = 3) -> Game:
    """A game of classic just dealt."""
    return started(players, rules=rules_of("classic"))


def test_in_classic_a_wrong_claimer_is_locked_out_until_another_shows_a_set() -> None:
    """R22.3."""
    game = after(classic(), wrong)
    assert locked(game) == [ANA]
    assert refusal(play(game, right(game, ANA), NOON)) is Reason.LOCKED_OUT
    progress = play(game, right(game, BEN), NOON)
    assert progress.events == (ClaimJudged(progress.after.taken[0]), Freed((ANA,)))
    assert locked(progress.after) == []


def test_in_classic_a_deadline_and_the_cards_it_brings_free_nobody() -> None:
    """R22.3, R22.5."""
    game = after(classic(), wrong)
    now = play(game, Tick(), later(119), everyone(game, later(119))).after
    extended = play(now, Tick(), later(121), everyone(game, later(119))).after
    assert len(extended.table) == 15
    assert locked(extended) == [ANA]


def test_in_classic_all_who_are_present_being_locked_out_frees_all() -> None:
    """R22.4."""
    game = after(after(classic(4), right, now=later(60)), wrong, now=later(100))
    progress = play(game, wrong(game, BEN), later(125), {BEN: later(110)})
    assert progress.events[-1] == Freed((ANA, BEN))


def test_in_classic_somebody_who_is_free_and_present_keeps_the_others_locked_out() -> None:
    """R22.4, R22.3."""
    game = after(classic(), wrong, now=later(50))
    taps = dict.fromkeys((BEN, CLEO), later(100))
    assert locked(play(game, wrong(game, BEN), later(101), taps).after) == [ANA, BEN]


def test_in_classic_all_are_free_when_the_last_free_player_goes_away() -> None:
    """R22.4, R15.4, R11."""
    game = after(classic(2), wrong, now=later(50))
    taps = {ANA: later(110), BEN: NOON}
    assert freed_from(game, taps) == later(120)
    assert locked(play(game, Tick(), later(119.999), taps).after) == [ANA]
    progress = play(game, Tick(), later(125), taps)
    assert Freed((ANA,)) in progress.events
    assert locked(progress.after) == []


def test_in_classic_all_are_free_when_the_last_free_player_leaves() -> None:
    """R22.4."""
    game = after(classic(), wrong, lambda one: wrong(one, BEN))
    assert play(game, Leave(CLEO), NOON).events == (Left(CLEO), Freed((ANA, BEN)))


def test_in_classic_who_comes_back_to_a_table_without_anyone_free_is_free_to_claim_at_once() -> None:
    """R22.4, R11."""
    game = after(classic(2), wrong)
    taps = {BEN: later(10)}
    gone = play(game, Tick(), later(140), taps).after
    assert locked(gone) == [ANA]
    progress = play(gone, right(gone, ANA), later(150), taps)
    assert progress.events[0] == Freed((ANA,))
    assert len(progress.after.taken) == 1
    assert locked(play(gone, Touch(ANA), later(150), taps).after) == []


def test_in_classic_who_comes_back_to_the_seat_with_a_lockout_is_free_if_nobody_else_is_there() -> None:
    """R22.4, R2.3."""
    game = after(classic(3), wrong, Leave(ANA))
    back = play(game, Join(ANA, "Ana"), later(150))
    assert back.events[-1] == Freed((ANA,))
    present = play(game, Join(ANA, "Ana"), later(50))
    assert locked(present.after) == [ANA]


def test_without_anyone_locked_out_nobody_is_freed() -> None:
    """R22.4."""
    assert freed_from(classic(), {}) is None
    assert freed_from(after(started(), wrong), {}) is None


@pytest.mark.parametrize("system", ["call", "family"])
def test_where_a_call_comes_first_nobody_is_ever_locked_out(system: str) -> None:
    """R23.5."""
    game = after(started(rules=rules_of(system)), call, wrong)
    assert locked(game) == []
    assert play(game, Tick(), later(130)).after == game
    over = after(game, lambda one: call(one, BEN), lambda one: right(one, BEN))
    assert locked(over) == []
