import pytest

from engine.commands import Call, CastVote, Claim, Join, Kick, Leave, NoSet, SetHandicap, Tick, Touch
from engine.control import GRACE, runs_out_at
from engine.events import Called, ClaimJudged, ControlLost, Finished, Left, Rejected
from engine.game import Control, Finish, Game, Loss, Lost, Millis, PlayerId, Revision
from engine.play import play
from engine.reasons import Reason
from engine.value import replace
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    STRANGER,
    a_set,
    after,
    call,
    entry,
    everyone,
    later,
    no_set,
    refusal,
    right,
    scores,
    started,
    vote,
    wrong,
)
from tests.presets import rules_of

DAN = PlayerId(4)
CALLING = ("call", "family")

of_both = pytest.mark.parametrize("system", CALLING)


def table(system: str = "call", players: int = 3) -> Game:
    """A game just dealt."""
    return started(players, rules=rules_of(system))


def called(system: str = "call", player: PlayerId = ANA, players: int = 3) -> Game:
    """A game that a player has called in at noon."""
    return after(table(system, players), lambda game: call(game, player))


def with_scores(*points: int, system: str = "family") -> Game:
    """A game in which players have these scores."""
    game = table(system, len(points))
    players = tuple(replace(player, score=score) for player, score in zip(game.players, points, strict=True))
    return replace(game, players=players)


@of_both
def test_the_first_call_takes_control_and_moves_the_revision_by_one(system: str) -> None:
    """R23.1, R5.1."""
    game = table(system)
    progress = play(game, call(game, BEN), later(5))
    assert progress.events == (Called(BEN),)
    revision = Revision(game.revision + 1)
    assert progress.after.control == Control(BEN, later(5), revision, first_at=later(5), before=game.revision)
    assert progress.after.revision == revision
    assert progress.after.table == game.table
    assert progress.after.active_at == entry(progress.after, BEN).seen_at == later(5)


@of_both
def test_while_one_has_control_nobody_else_may_call_or_claim(system: str) -> None:
    """R23.1, R7."""
    game = called(system)
    for command in (call(game, BEN), right(game, BEN), wrong(game, BEN)):
        progress = play(game, command, later(2))
        assert refusal(progress) is Reason.ANOTHER_HAS_CALLED
        assert progress.after == game


@of_both
def test_nobody_may_claim_without_a_call(system: str) -> None:
    """R23.1, R7."""
    game = table(system)
    assert refusal(play(game, right(game), later(1))) is Reason.CALL_FIRST
    assert refusal(play(game, Claim(ANA, (), game.revision), later(1))) is Reason.CALL_FIRST


@pytest.mark.parametrize("system", ["race", "classic", "solo"])
def test_where_the_cards_come_first_there_is_nothing_to_call(system: str) -> None:
    """R17, R22.1, R26.2."""
    game = started(1 if system == "solo" else 3, rules=rules_of(system))
    assert refusal(play(game, call(game), later(1))) is Reason.NOT_IN_RULES
    assert refusal(play(game, right(game), later(1))) is None


@of_both
def test_two_who_call_on_the_same_revision_do_not_both_get_control(system: str) -> None:
    """R23.1, R6.1."""
    game = table(system)
    ana, ben = call(game, ANA), call(game, BEN)
    first = play(game, ana, later(5)).after
    second = play(first, ben, later(6))
    assert refusal(second) is Reason.STALE
    assert second.after == first


@of_both
def test_a_call_on_another_revision_is_stale(system: str) -> None:
    """R6.1."""
    game = table(system)
    for off in (-1, 1):
        assert refusal(play(game, Call(ANA, Revision(game.revision + off)), later(1))) is Reason.STALE


@of_both
def test_a_call_that_is_repeated_is_told_so_whatever_the_buttons_showed(system: str) -> None:
    """R23.6, R7."""
    game = called(system)
    for revision in (game.revision, Revision(game.revision - 1)):
        assert refusal(play(game, Call(ANA, revision), later(0.3))) is Reason.ALREADY_CALLED


@of_both
@pytest.mark.parametrize("lag", [0, 1])
def test_the_caller_claims_on_the_revision_of_the_call_or_the_one_before(system: str, lag: int) -> None:
    """R23.2, R23.6."""
    game = called(system)
    progress = play(game, Claim(ANA, a_set(game), Revision(game.revision - lag)), later(4))
    assert refusal(progress) is None
    assert scores(progress.after)[0] == 1
    assert progress.after.control is None
    assert progress.after.revision == game.revision + 1
    assert entry(progress.after, ANA).judged_at == later(4)


def test_the_caller_has_not_seen_more_than_the_call_made_nor_counts_on_less_than_it_rested_on() -> None:
    """R23.6, R6.1."""
    game = called()
    for off in (-2, 1):
        claim = Claim(ANA, a_set(game), Revision(game.revision + off))
        assert refusal(play(game, claim, later(4))) is Reason.STALE


@of_both
def test_a_wrong_claim_ends_control_and_costs_what_the_rules_say(system: str) -> None:
    """R23.2, R23.4."""
    game = called(system)
    progress = play(game, wrong(game), later(4))
    assert progress.after.control is None
    assert (progress.after.table, progress.after.deck) == (game.table, game.deck)
    assert entry(progress.after, ANA).wrong == 1
    assert entry(progress.after, ANA).late == 0
    assert progress.after.revision == game.revision + 1


def test_in_call_every_failure_is_a_point_down_also_below_zero() -> None:
    """R23.4."""
    game = called()
    assert scores(play(game, wrong(game), later(1)).after) == [-1, 0, 0]
    assert scores(play(game, Tick(), later(12)).after) == [-1, 0, 0]
    assert scores(play(game, Leave(ANA), later(1)).after) == [-1, 0, 0]


def test_a_set_after_a_call_is_a_point_up() -> None:
    """R23.4, R23.2."""
    game = called()
    progress = play(game, right(game), later(3))
    assert scores(progress.after) == [1, 0, 0]
    assert progress.events == (ClaimJudged(progress.after.taken[0]),)


@of_both
def test_two_cards_are_no_claim_and_leave_control_where_it_is(system: str) -> None:
    """R4, R23.2."""
    game = called(system)
    progress = play(game, Claim(ANA, game.table[:2], game.revision), later(3))
    assert refusal(progress) is Reason.NOT_THREE_CARDS
    assert progress.after == game


@pytest.mark.parametrize(("system", "seconds"), [("call", 12), ("family", 10)])
def test_a_call_runs_out_after_its_time_and_two_seconds_more(system: str, seconds: int) -> None:
    """R23.3, R25.1, R5.1."""
    game = called(system)
    assert game.control is not None
    assert runs_out_at(game.control, game.rules) == later(seconds)
    assert GRACE == 2000
    assert play(game, Tick(), later(seconds - 0.001)).after == game
    progress = play(game, Tick(), later(seconds + 0.5))
    assert progress.events == (ControlLost(ANA, Loss.TIME, later(seconds)),)
    now = progress.after
    assert (now.control, now.revision, now.table) == (None, game.revision + 1, game.table)
    assert now.lost == Lost(ANA, Loss.TIME, later(seconds), now.revision)
    assert (entry(now, ANA).late, entry(now, ANA).wrong) == (1, 0)
    assert entry(now, ANA).judged_at == later(seconds)


@pytest.mark.parametrize(("system", "seconds"), [("call", 12), ("family", 10)])
def test_a_claim_in_the_last_moment_counts_and_one_a_moment_later_does_not(system: str, seconds: int) -> None:
    """R23.3, R25.1, R23.6."""
    game = called(system)
    in_time = play(game, right(game), later(seconds - 0.001))
    assert [type(event) for event in in_time.events] == [ClaimJudged]
    late = play(game, right(game), later(seconds))
    assert late.events == (ControlLost(ANA, Loss.TIME, later(seconds)), Rejected(ANA, Reason.CALL_FIRST))
    assert late.after == play(game, Tick(), later(seconds)).after


@of_both
def test_who_calls_when_a_call_has_run_out_and_nobody_noticed_gets_control(system: str) -> None:
    """R23.3, R23.6."""
    game = called(system)
    progress = play(game, call(game, BEN), later(20))
    assert [type(event) for event in progress.events] == [ControlLost, Called]
    assert progress.after.control is not None
    assert progress.after.control.player == BEN
    assert progress.after.revision == game.revision + 2


def test_what_rests_on_the_revision_before_the_call_stays_stale_when_it_has_run_out() -> None:
    """R23.6, R6.1."""
    game = called()
    assert refusal(play(game, Call(BEN, Revision(game.revision - 1)), later(20))) is Reason.STALE


def test_once_a_timer_has_settled_a_call_the_revision_before_it_is_stale() -> None:
    """R23.6, R6.1."""
    game = called()
    settled = play(game, Tick(), later(12)).after
    assert refusal(play(settled, call(game, BEN), later(13))) is Reason.STALE
    assert refusal(play(settled, right(game), later(13))) is Reason.STALE
    assert refusal(play(settled, call(settled, BEN), later(13))) is None


def test_votes_too_count_on_the_revision_before_a_call_was_found_run_out() -> None:
    """R23.6."""
    game = called()
    progress = play(game, vote(game, BEN), later(20), everyone(game, later(20)))
    assert progress.after.votes == (BEN,)


def test_no_set_too_counts_on_the_revision_before_a_call_was_found_run_out() -> None:
    """R23.6, in rules that no system has."""
    game = after(started(rules=rules_of("call", extension=rules_of("solo").extension)), call)
    assert len(play(game, NoSet(BEN, game.revision), later(20)).after.table) == len(game.table) + 3


def test_a_change_of_the_cards_that_came_with_the_running_out_makes_a_press_stale() -> None:
    """R23.6, R6.1."""
    rules = rules_of("call", extension=rules_of("classic").extension, table_seconds=15)
    game = after(started(rules=rules), call)
    progress = play(game, call(game, BEN), later(16))
    assert len(progress.after.table) == 15
    assert refusal(progress) is Reason.STALE


def test_a_deadline_lays_no_cards_under_a_callers_hands() -> None:
    """R23.1."""
    rules = rules_of("call", extension=rules_of("classic").extension, table_seconds=5)
    game = after(started(rules=rules), call)
    assert play(game, Tick(), later(11)).after.table == game.table
    assert play(game, right(game), later(11)).after.last is not None


@of_both
def test_who_failed_waits_for_another_call(system: str) -> None:
    """R23.5, R7."""
    game = called(system)
    failed = play(game, wrong(game), later(3)).after
    until = later(3 + 2 * failed.rules.call_seconds)
    again = play(failed, call(failed), later(5))
    assert again.events == (Rejected(ANA, Reason.WAIT_TO_CALL, until=until),)
    assert not entry(failed, ANA).locked
    others = after(failed, lambda one: call(one, BEN), now=later(6))
    over = play(others, Tick(), later(18)).after
    assert refusal(play(over, call(over), later(19))) is None
    assert refusal(play(over, call(over, BEN), later(19))) is Reason.WAIT_TO_CALL


@of_both
def test_who_failed_waits_for_a_change_of_the_cards(system: str) -> None:
    """R23.5."""
    failed = after(called(system), wrong, lambda one: call(one, BEN), lambda one: wrong(one, BEN))
    assert entry(failed, BEN).wait_until is not None
    changed = after(failed, lambda one: call(one, CLEO), lambda one: right(one, CLEO))
    assert all(player.wait_until is None for player in changed.players)
    assert refusal(play(changed, call(changed, BEN), later(1))) is None


@of_both
def test_who_failed_waits_no_longer_than_twice_the_time_for_a_call(system: str) -> None:
    """R23.5."""
    failed = after(called(system), wrong)
    twice = 2 * failed.rules.call_seconds
    assert refusal(play(failed, call(failed), later(twice - 0.001))) is Reason.WAIT_TO_CALL
    assert refusal(play(failed, call(failed), later(twice))) is None


def test_who_let_a_call_run_out_or_left_it_waits_as_well() -> None:
    """R23.5."""
    late = play(called(), Tick(), later(12)).after
    assert entry(late, ANA).wait_until == later(32)
    back = after(called(), Leave(ANA), Join(ANA, "Ana"), now=later(3))
    assert entry(back, ANA).wait_until == later(23)


@of_both
def test_leaving_in_control_ends_it_and_leaves_the_revision(system: str) -> None:
    """R23.4, R5.2."""
    game = called(system, players=4)
    progress = play(game, Leave(ANA), later(3))
    assert progress.events == (Left(ANA), ControlLost(ANA, Loss.LEFT, later(3)))
    now = progress.after
    assert (now.control, now.revision) == (None, game.revision)
    assert now.lost == Lost(ANA, Loss.LEFT, later(3), game.revision)
    assert entry(now, ANA).late == 1
    assert refusal(play(now, call(game, BEN), later(4))) is None


def test_who_is_kicked_in_control_loses_it_as_by_leaving() -> None:
    """R23.4."""
    progress = play(called(), Kick(BEN, ANA, admin=True), later(3))
    assert progress.events == (Left(ANA, kicked_by=BEN), ControlLost(ANA, Loss.LEFT, later(3)))
    assert scores(progress.after) == [-1, 0, 0]


def test_a_caller_who_leaves_one_player_alone_is_charged_and_the_game_is_over() -> None:
    """R23.4, R13.3."""
    progress = play(called(players=2), Leave(ANA), later(3))
    assert progress.events[-1] == Finished(Finish.ALONE)
    assert scores(progress.after) == [-1, 0]
    assert progress.after.control is None


def test_somebody_elses_leaving_changes_nothing_for_the_caller() -> None:
    """R23.1."""
    game = called(players=4)
    assert play(game, Leave(BEN), later(3)).after.control == game.control


@of_both
def test_a_call_voids_votes_and_while_it_holds_there_is_nothing_to_agree_on(system: str) -> None:
    """R12.4, R23.7."""
    voted = after(table(system), lambda game: vote(game, BEN))
    assert voted.votes == (BEN,)
    game = after(voted, call)
    assert game.votes == ()
    assert refusal(play(game, vote(game, CLEO), later(2))) is Reason.ANOTHER_HAS_CALLED
    assert refusal(play(game, vote(game, ANA), later(2))) is Reason.ALREADY_CALLED
    assert refusal(play(game, CastVote(BEN, Revision(game.revision - 1)), later(2))) is Reason.STALE


def test_in_call_a_lower_score_takes_nothing_over() -> None:
    """R23.1."""
    game = with_scores(3, 1, 0, system="call")
    ana, ben = call(game, ANA), call(game, BEN)
    held = play(game, ana, later(5)).after
    assert refusal(play(held, ben, later(5.1))) is Reason.STALE
    assert refusal(play(held, call(held, BEN), later(5.1))) is Reason.ANOTHER_HAS_CALLED


@pytest.mark.parametrize("gap", [0, 0.3, 0.7])
def test_by_courtesy_a_strictly_lower_score_takes_control_over(gap: float) -> None:
    """R25.3."""
    game = with_scores(3, 1, 0)
    ana, ben = call(game, ANA), call(game, BEN)
    held = play(game, ana, later(5)).after
    progress = play(held, ben, later(5 + gap))
    assert progress.events == (Called(BEN, taken_from=ANA),)
    now = progress.after
    assert now.control == Control(
        BEN, later(5 + gap), Revision(game.revision + 2), first_at=later(5), before=game.revision
    )
    assert now.revision == game.revision + 2
    assert scores(now) == [3, 1, 0]
    assert all(player.wait_until is None for player in now.players)
    assert runs_out_at(now.control, now.rules) == later(15 + gap)


def test_courtesy_is_over_after_seven_tenths_of_a_second_from_the_first_call() -> None:
    """R25.3."""
    game = with_scores(3, 1, 0)
    held = play(game, call(game, ANA), later(5)).after
    assert refusal(play(held, call(game, BEN), later(5.701))) is Reason.STALE
    assert refusal(play(held, call(held, BEN), later(5.701))) is Reason.ANOTHER_HAS_CALLED
    over = play(held, call(game, BEN), later(5.5)).after
    assert refusal(play(over, call(game, CLEO), later(5.8))) is Reason.STALE


@pytest.mark.parametrize("points", [(1, 1), (1, 2)])
def test_courtesy_is_not_for_an_equal_or_a_higher_score(points: tuple[int, int]) -> None:
    """R25.3, R7."""
    game = with_scores(*points)
    held = play(game, call(game, ANA), later(5)).after
    progress = play(held, call(game, BEN), later(5.1))
    assert refusal(progress) is Reason.ANOTHER_HAS_CALLED
    assert progress.after == held


def test_of_several_within_the_courtesy_the_lowest_score_ends_up_in_control() -> None:
    """R25.3."""
    game = with_scores(3, 2, 0, 1)
    held = play(game, call(game, ANA), later(5)).after
    ben = play(held, call(game, BEN), later(5.2)).after
    cleo = play(ben, call(held, CLEO), later(5.4)).after
    assert cleo.control is not None
    assert (cleo.control.player, cleo.control.before) == (CLEO, game.revision)
    assert refusal(play(cleo, call(game, DAN), later(5.6))) is Reason.ANOTHER_HAS_CALLED
    assert refusal(play(cleo, call(game, ANA), later(5.6))) is Reason.ANOTHER_HAS_CALLED


def test_courtesy_does_not_reach_further_back_than_the_revision_before_the_first_call() -> None:
    """R25.3, R6.1."""
    game = with_scores(3, 1)
    held = play(game, call(game, ANA), later(5)).after
    for revision in (Revision(game.revision - 1), Revision(held.revision + 1)):
        assert refusal(play(held, Call(BEN, revision), later(5.1))) is Reason.STALE


def test_whose_control_was_taken_over_can_claim_no_more_and_lost_nothing() -> None:
    """R25.3, R23.1."""
    game = with_scores(3, 1)
    held = play(game, call(game, ANA), later(5)).after
    over = play(held, call(game, BEN), later(5.5)).after
    assert refusal(play(over, right(held, ANA), later(7))) is Reason.STALE
    assert refusal(play(over, right(over, ANA), later(7))) is Reason.ANOTHER_HAS_CALLED
    assert refusal(play(over, replace(right(over, BEN), revision=game.revision), later(7))) is None
    assert entry(over, ANA).late == 0


def test_courtesy_does_not_outlive_the_claim() -> None:
    """R25.3."""
    game = with_scores(3, 1)
    held = play(game, call(game, ANA), later(5)).after
    judged = play(held, right(held), later(5.2)).after
    assert refusal(play(judged, call(game, BEN), later(5.4))) is Reason.STALE


def test_in_family_a_failure_costs_a_point_but_none_below_zero() -> None:
    """R25.2."""
    for points, left in ((2, 1), (1, 0), (0, 0)):
        game = after(with_scores(points, 0, 0), call)
        assert scores(play(game, wrong(game), later(1)).after) == [left, 0, 0]
        assert scores(play(game, Tick(), later(10)).after) == [left, 0, 0]
        assert scores(play(game, Leave(ANA), later(1)).after) == [left, 0, 0]


def test_a_handicap_holds_calls_back_for_so_long_after_each_change_of_the_cards() -> None:
    """R25.4, R7."""
    game = after(table("family"), SetHandicap(ANA, BEN, 5))
    progress = play(game, call(game, BEN), later(4.999))
    assert progress.events == (Rejected(BEN, Reason.HANDICAP, until=later(5)),)
    assert progress.after == game
    assert refusal(play(game, call(game, BEN), later(5))) is None
    assert refusal(play(game, call(game, ANA), later(1))) is None
    taken = after(game, call, right, now=later(8))
    assert refusal(play(taken, call(taken, BEN), later(12.9))) is Reason.HANDICAP
    assert refusal(play(taken, call(taken, BEN), later(13))) is None


def test_a_wrong_claim_does_not_start_a_handicap_anew() -> None:
    """R25.4."""
    game = after(table("family"), SetHandicap(ANA, BEN, 5))
    wronged = after(game, call, wrong, now=later(4))
    assert refusal(play(wronged, call(wronged, BEN), later(5))) is None


def test_a_handicap_counts_even_within_the_courtesy_and_in_another_players_control() -> None:
    """R25.4, R25.3, R7."""
    game = after(with_scores(3, 1), SetHandicap(ANA, BEN, 30))
    held = play(game, call(game, ANA), later(5)).after
    assert refusal(play(held, call(game, BEN), later(5.1))) is Reason.HANDICAP
    assert refusal(play(held, call(held, BEN), later(8))) is Reason.HANDICAP


def test_where_it_is_chosen_a_handicap_counts_in_call_too() -> None:
    """R25.4."""
    game = started(rules=rules_of("call", handicaps=True))
    slowed = after(game, SetHandicap(ANA, BEN, 5))
    assert refusal(play(slowed, call(slowed, BEN), later(4))) is Reason.HANDICAP


def test_of_several_reasons_to_refuse_a_call_the_first_in_order_is_told() -> None:
    """R7, R23.6."""
    over = after(called(players=2), Leave(BEN))
    assert refusal(play(over, call(over, STRANGER), later(3))) is Reason.FINISHED
    game = called()
    assert refusal(play(game, Call(STRANGER, Revision(0)), later(3))) is Reason.NOT_IN_GAME
    assert refusal(play(game, Call(BEN, Revision(0)), later(3))) is Reason.STALE
    locked = replace(game, players=tuple(replace(player, locked=True) for player in game.players))
    assert refusal(play(locked, call(locked, BEN), later(3))) is Reason.LOCKED_OUT
    assert refusal(play(locked, right(locked, BEN), later(3))) is Reason.LOCKED_OUT
    assert refusal(play(game, Claim(BEN, (), game.revision), later(3))) is Reason.ANOTHER_HAS_CALLED


def test_a_call_by_a_clock_that_is_behind_comes_right_after_the_last_change() -> None:
    """R15.4, R25.3."""
    game = with_scores(3, 1)
    held = play(game, call(game, ANA), later(5)).after
    progress = play(held, call(game, BEN), later(4.9))
    assert progress.after.control is not None
    assert (progress.after.control.player, progress.after.control.at) == (BEN, later(5))


def test_a_tap_of_the_caller_changes_nothing() -> None:
    """R23.1."""
    game = called()
    assert play(game, Touch(ANA), later(3)).after == game


def test_no_set_said_alone_is_not_in_these_rules() -> None:
    """R21.1."""
    game = called()
    assert refusal(play(game, NoSet(ANA, game.revision), later(3))) is Reason.NOT_IN_RULES


def test_a_pause_puts_off_what_a_call_and_a_wait_count_from() -> None:
    """R15.1."""
    slow = rules_of("family", call_seconds=700)
    game = after(started(rules=slow), call)
    resumed = play(game, Touch(BEN), later(1000)).after
    assert game.control is not None
    assert resumed.control == replace(game.control, at=later(400), first_at=later(400))
    failed = after(game, wrong)
    assert entry(play(failed, Touch(BEN), later(1000)).after, ANA).wait_until == Millis(NOON + 1_800_000)


def test_a_pause_puts_off_a_handicap() -> None:
    """R15.1, R25.4."""
    game = after(table("family"), SetHandicap(ANA, BEN, 800))
    progress = play(game, call(game, BEN), later(900))
    assert progress.events[-1] == Rejected(BEN, Reason.HANDICAP, until=later(1100))


def test_a_caller_is_wrong_with_three_cards_that_are_no_set() -> None:
    """R23.4, R9."""
    game = called()
    judged = play(game, Claim(ANA, no_set(game), game.revision), later(2)).after.last
    assert judged is not None
    assert (judged.player, judged.right, judged.at) == (ANA, False, later(2))
