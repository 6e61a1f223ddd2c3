from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import GAME_ENDS_AFTER, LOBBY_CLOSES_AFTER, PAUSE_AFTER, next_due, played_for, resume, settle
from engine.commands import CastVote, Claim, Join, Kick, Leave, Start, Stop, Tick, Touch
from engine.events import ControlLost, DeadlinePassed, Extended, Finished, Freed, Joined, Paused, Rejected, Resumed
from engine.game import Finish, Game, Loss, Millis, PlayerId
from engine.moment import MINUTE, Moment, last_change
from engine.play import play
from engine.reasons import Reason
from tests import strategies
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
    lobby,
    locked,
    near_the_end,
    refusal,
    right,
    shuffle,
    started,
    vote,
    wrong,
)
from tests.presets import rules_of


def paused() -> Game:
    """A game whose last command was two minutes after noon, paused ten minutes later."""
    game = play(started(), right(started()), later(120)).after
    return play(game, Tick(), later(800)).after


def test_the_deadline_comes_again_each_time_it_passes() -> None:
    """R20."""
    game = started()
    progress = play(game, Tick(), later(121))
    assert progress.events == (DeadlinePassed(later(120)),)
    assert progress.after.deadline == later(240)
    assert play(progress.after, Tick(), later(239)).events == ()
    assert play(progress.after, Tick(), later(240)).events == (DeadlinePassed(later(240)),)


def test_several_deadlines_missed_are_told_once_with_the_last() -> None:
    """R20, R15.4."""
    game = after(started(), wrong)
    progress = play(game, Tick(), later(500))
    assert progress.events == (DeadlinePassed(later(480)), Freed((ANA,)))
    assert progress.after.deadline == later(600)
    assert progress.after.stalled


def test_a_command_is_judged_after_the_clocks() -> None:
    """R15.4, R20."""
    game = after(started(), wrong)
    progress = play(game, right(game, ANA), later(120))
    assert progress.events[:2] == (DeadlinePassed(later(120)), Freed((ANA,)))
    assert len(progress.after.taken) == 1


def test_a_refused_command_leaves_what_the_clocks_did() -> None:
    """R4, R15.4."""
    game = after(started(), wrong)
    progress = play(game, Claim(BEN, (), game.revision), later(120))
    assert progress.events[-1] == Rejected(BEN, Reason.NOT_THREE_CARDS)
    assert progress.after != game
    assert progress.after == play(game, Tick(), later(120)).after


def test_ten_minutes_without_a_tap_pause_the_game() -> None:
    """R15.1."""
    game = after(started(), right)
    assert play(game, Tick(), later(599.999)).after.paused_at is None
    assert play(game, Tick(), later(600)).after.paused_at == later(600)
    progress = play(game, Tick(), later(605))
    assert progress.events == (DeadlinePassed(later(600)), Paused(later(600)))
    assert progress.after.paused_at == later(600)


def test_taps_on_cards_hold_the_pause_off() -> None:
    """R15.1."""
    taps = {BEN: later(300), STRANGER: later(20)}
    assert play(started(), Tick(), later(899), taps).after.paused_at is None
    assert play(started(), Tick(), later(901), taps).after.paused_at == later(900)


def test_clocks_stand_still_in_a_pause() -> None:
    """R15.1."""
    game = paused()
    assert game.deadline == later(840)
    assert play(game, Tick(), later(80_000)).events == ()


@pytest.mark.parametrize("seconds", [0, 1, 3600])
def test_a_players_tap_ends_the_pause_and_the_deadline_moves_by_its_length(seconds: int) -> None:
    """R15.1."""
    game = paused()
    assert game.paused_at == later(720)
    progress = play(game, Touch(BEN), later(seconds, later(800)))
    assert progress.events == (Resumed(BEN),)
    assert progress.after.paused_at is None
    assert progress.after.deadline == later(840 + 80 + seconds)
    assert progress.after.active_at == entry(progress.after, BEN).seen_at == later(800 + seconds)
    assert progress.after.revision == game.revision


def test_the_tap_that_ends_a_pause_is_then_judged() -> None:
    """R15.1."""
    game = paused()
    progress = play(game, right(game, CLEO), later(900))
    assert progress.events[0] == Resumed(CLEO)
    assert len(progress.after.taken) == len(game.taken) + 1
    refused = play(game, Claim(CLEO, (), game.revision), later(900))
    assert refused.events == (Resumed(CLEO), Rejected(CLEO, Reason.NOT_THREE_CARDS))
    assert refused.after == play(game, Touch(CLEO), later(900)).after


def test_a_pause_that_nobody_noticed_ends_with_the_command_that_finds_it() -> None:
    """R15.1, R15.4."""
    game = after(started(), wrong)
    progress = play(game, right(game, BEN), later(1000))
    assert progress.events[:4] == (DeadlinePassed(later(600)), Freed((ANA,)), Paused(later(600)), Resumed(BEN))
    assert len(progress.after.taken) == 1


def test_a_timer_does_not_end_a_pause_nor_does_who_does_not_play() -> None:
    """R15.1."""
    game = paused()
    gone = after(game, Leave(CLEO), now=later(800))
    gone = play(gone, Tick(), later(2000)).after
    assert gone.paused_at is not None
    for command in (
        Tick(),
        Touch(STRANGER),
        right(gone, STRANGER),
        Touch(CLEO),
        Kick(STRANGER, CLEO),
        Stop(STRANGER),
        CastVote(STRANGER, gone.revision),
    ):
        progress = play(gone, command, later(2100))
        assert progress.after == gone
        assert refusal(progress) is (None if command == Tick() else Reason.NOT_IN_GAME)


def test_sitting_down_ends_a_pause() -> None:
    """R15.1."""
    progress = play(paused(), Join(STRANGER, "Zoe"), later(900))
    assert progress.events == (Joined(STRANGER, back=False), Resumed(STRANGER))
    assert progress.after.paused_at is None


def test_a_lobby_closes_after_half_an_hour_without_a_tap() -> None:
    """R15.2."""
    game = play(lobby(2), Join(CLEO, "Cleo"), later(600)).after
    assert play(game, Tick(), later(600 + 1799)).after == game
    progress = play(game, Start(ANA, shuffle()), later(600 + 1800))
    assert progress.events == (Finished(Finish.LOBBY_CLOSED), Rejected(ANA, Reason.FINISHED))
    assert progress.after.finished_at == later(2400)


def test_a_day_without_a_tap_ends_the_game_with_its_standings() -> None:
    """R15.3."""
    game = after(started(), right)
    day = 24 * 3600
    assert play(game, Tick(), later(day - 1)).after.finish is None
    progress = play(game, Tick(), later(day + 5))
    assert progress.events == (DeadlinePassed(later(600)), Paused(later(600)), Finished(Finish.IDLE))
    assert progress.after.finished_at == later(day)
    assert refusal(play(game, Touch(ANA), later(day))) is Reason.FINISHED
    noticed = play(play(game, Tick(), later(700)).after, Tick(), later(day))
    assert noticed.events == (Finished(Finish.IDLE),)


def test_a_finished_game_stands_still() -> None:
    """R7, R15.3."""
    game = after(started(), Stop(ANA))
    assert play(game, Tick(), later(10**6)).after == game
    for command in (Touch(BEN), Join(STRANGER, "Zoe"), Leave(BEN), Stop(ANA), Start(ANA, shuffle()), Kick(ANA, BEN)):
        progress = play(game, command, later(5))
        assert refusal(progress) is Reason.FINISHED
        assert progress.after == game


def test_a_clock_that_is_behind_never_takes_the_game_back() -> None:
    """R15.4."""
    game = play(started(), right(started()), later(50)).after
    progress = play(game, right(game, BEN), later(20))
    assert progress.after.taken[-1].at == later(50)
    assert progress.after.deadline == later(170)
    assert progress.after.active_at == later(50)


def test_a_clock_that_is_behind_a_deadline_that_was_settled_counts_as_right_after_it() -> None:
    """R15.4."""
    settled = play(started(), Tick(), later(125)).after
    judged = play(settled, wrong(settled, BEN), later(100)).after
    assert judged.last is not None
    assert judged.last.at == later(120)
    asleep = paused()
    assert play(asleep, Touch(ANA), later(0)).after.deadline == asleep.deadline


def test_a_pause_never_begins_before_the_last_change() -> None:
    """R15.4: a deadline was settled by who knew of taps, then somebody who does not."""
    taps = {BEN: later(400)}
    game = play(started(), Tick(), later(961), taps).after
    assert game.deadline == later(1080)
    progress = play(game, Tick(), later(970))
    assert progress.after.paused_at == later(960)
    resumed = play(progress.after, Touch(ANA), later(1000)).after
    assert last_change(resumed) == later(1000)


def test_a_game_that_runs_is_not_resumed() -> None:
    """R15.1."""
    game = started()
    assert resume(game, ANA, Moment(later(5), {})) == (game, ())


def random_taps(seed: int, game: Game) -> dict[PlayerId, Millis]:
    rng = Random(seed)
    return {
        player.id: Millis(game.active_at + rng.randrange(-5 * MINUTE, 12 * MINUTE))
        for player in game.players
        if rng.random() < 0.7
    }


@given(
    strategies.games() | strategies.endgames(), st.integers(0, 99), st.lists(st.integers(0, 30 * 3_600_000), max_size=4)
)
def test_settling_at_once_or_step_by_step_is_the_same(game: Game, seed: int, waits: list[int]) -> None:
    """R15.4."""
    taps = random_taps(seed, game)
    last = max([game.active_at, *taps.values()]) + max(waits, default=0)
    at_once, told = settle(game, Moment(Millis(last), taps))
    step = game
    for wait in sorted(waits):
        step, _ = settle(step, Moment(Millis(max(last_change(step), game.active_at + wait)), taps))
    assert settle(step, Moment(Millis(last), taps))[0] == at_once
    assert (at_once == game) == (told == ())


def test_how_long_is_long() -> None:
    """R15.1, R15.2, R15.3."""
    assert (PAUSE_AFTER, LOBBY_CLOSES_AFTER, GAME_ENDS_AFTER) == (600_000, 1_800_000, 86_400_000)


def test_deadlines_pass_on_an_empty_deck_too() -> None:
    """R20, R12.1."""
    game = near_the_end()
    assert not game.stalled
    assert play(game, Tick(), game.deadline or NOON).after.stalled


def test_a_deadline_frees_also_whoever_then_claims() -> None:
    """R20, R19.3."""
    game = after(started(), wrong)
    assert locked(play(game, Touch(BEN), later(119)).after) == [ANA]
    assert locked(play(game, Touch(BEN), later(120)).after) == []


def classic(players: int = 3) -> Game:
    """A game of classic just dealt."""
    return started(players, rules=rules_of("classic"))


def test_in_classic_a_deadline_brings_three_cards_whether_or_not_a_set_lies_there() -> None:
    """R22.5, R5.1, R12.4."""
    game = after(classic(), vote)
    assert play(game, Tick(), later(119.999), everyone(game, later(119))).after == game
    progress = play(game, Tick(), later(120), everyone(game, later(119)))
    assert progress.events == (DeadlinePassed(later(120)), Extended(game.deck[:3]))
    now = progress.after
    assert now.table == game.table + game.deck[:3]
    assert (now.revision, now.laid, now.votes) == (game.revision + 1, game.revision + 1, ())
    assert (now.deadline, now.changed_at, now.stalled) == (later(240), later(120), False)


def test_in_classic_the_deadline_counts_from_the_last_change_of_the_cards() -> None:
    """R22.5."""
    game = play(classic(), right(classic()), later(50)).after
    assert play(game, Tick(), later(169)).after == game
    assert len(play(game, Tick(), later(170)).after.table) == 15


def test_in_classic_every_two_minutes_bring_cards_until_the_table_is_full() -> None:
    """R22.5, R10, R15.4."""
    game = classic()
    progress = play(game, Tick(), later(590))
    assert [event for event in progress.events if isinstance(event, DeadlinePassed)] == [
        DeadlinePassed(later(120)),
        DeadlinePassed(later(240)),
        DeadlinePassed(later(360)),
        DeadlinePassed(later(480)),
    ]
    assert len(progress.after.table) == 21
    assert (progress.after.revision, progress.after.deadline) == (game.revision + 3, later(600))
    assert progress.after.stalled


def test_in_classic_a_deadline_on_an_empty_deck_does_nothing() -> None:
    """R22.5."""
    game = near_the_end(rules=rules_of("classic"))
    assert game.deadline is not None
    progress = play(game, Tick(), game.deadline, everyone(game, game.deadline))
    assert progress.events == (DeadlinePassed(game.deadline),)
    assert progress.after.table == game.table


def test_a_claim_that_comes_with_the_cards_of_a_deadline_is_stale() -> None:
    """R22.5, R6.1, R15.4."""
    game = classic()
    progress = play(game, right(game), later(120))
    assert progress.events[-1] == Rejected(ANA, Reason.STALE)
    assert len(progress.after.table) == 15


def test_what_is_due_happens_in_its_order_and_each_may_call_off_the_next() -> None:
    """R15.4, R12.4, R22.5."""
    game = after(after(classic(), right, now=later(10)), vote, lambda one: vote(one, BEN), now=later(20))
    taps = {ANA: later(100), BEN: later(100)}
    by_vote = play(game, Tick(), later(135), taps)
    assert [type(event).__name__ for event in by_vote.events] == ["VotePassed", "Extended"]
    assert by_vote.after.deadline == later(120 + 120)
    by_time = play(game, Tick(), later(135), taps | {CLEO: later(15)})
    assert [type(event).__name__ for event in by_time.events] == ["DeadlinePassed", "Extended"]
    assert by_time.after.votes == ()


def test_a_call_runs_out_before_the_game_pauses() -> None:
    """R15.4, R23.3."""
    game = after(started(rules=rules_of("call")), call)
    progress = play(game, Tick(), later(700))
    assert progress.events == (ControlLost(ANA, Loss.TIME, later(12)), Paused(later(600)))


def test_a_clock_that_is_behind_a_call_that_ran_out_counts_as_right_after_it() -> None:
    """R15.4, R23.3."""
    settled = play(after(started(rules=rules_of("call")), call), Tick(), later(13)).after
    called = play(settled, call(settled, BEN), later(11)).after
    assert called.control is not None
    assert called.control.at == later(12)


def test_what_time_does_next_is_known() -> None:
    """R15.1, R15.2, R15.3, R20."""
    assert next_due(lobby(), {}) == later(1800)
    assert next_due(started(), {}) == later(120)
    assert next_due(paused(), {}) == later(120 + 86_400)
    assert next_due(after(started(), Stop(ANA)), {}) is None
    assert next_due(started(rules=rules_of("call")), {BEN: later(30)}) == later(630)


def test_calls_votes_and_lockouts_are_known_to_be_due() -> None:
    """R23.3, R12.2, R22.4."""
    called = after(started(rules=rules_of("call")), call)
    assert next_due(called, {}) == later(12)
    voted = after(started(2, rules=rules_of("call")), vote)
    assert next_due(voted, {ANA: later(50)}) == later(120)
    barred = after(after(classic(2), right, now=later(10)), wrong, now=later(50))
    assert next_due(barred, {ANA: later(55)}) == later(120)


@given(strategies.games() | strategies.endgames(), st.integers(0, 99))
def test_nothing_happens_before_what_is_due_next_and_something_does_then(game: Game, seed: int) -> None:
    """R15.4."""
    taps = random_taps(seed, game)
    game, _ = settle(game, Moment(max([last_change(game), *taps.values()]), taps))
    due = next_due(game, taps)
    if due is not None:
        assert settle(game, Moment(Millis(due - 1), taps)) == (game, ())
        assert settle(game, Moment(due, taps))[0] != game


def test_the_time_of_a_round_leaves_pauses_out() -> None:
    """R26.7, R15.1."""
    game = started(1, rules=rules_of("solo"), now=later(10))
    assert played_for(game, later(70)) == 60_000
    asleep = play(game, Tick(), later(700)).after
    assert played_for(asleep, later(900)) == 600_000
    awake = play(asleep, Touch(ANA), later(1000)).after
    assert played_for(awake, later(1010)) == 610_000
    over = play(awake, Stop(ANA), later(1020)).after
    assert played_for(over, later(9999)) == 620_000
    left_alone = play(asleep, Tick(), later(99_999)).after
    assert left_alone.finish is Finish.IDLE
    assert played_for(left_alone, later(99_999)) == 600_000


def test_a_claim_counts_up_to_the_very_end_of_the_time_for_it() -> None:
    """R23.3, R15.4."""
    game = after(started(rules=rules_of("call")), call)
    claim = Claim(ANA, a_set(game), game.revision)
    assert len(play(game, claim, later(11.999)).after.taken) == 1
    assert play(game, claim, later(12)).after.taken == ()
