from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import GAME_ENDS_AFTER, LOBBY_CLOSES_AFTER, PAUSE_AFTER, resume, settle
from engine.commands import CastVote, Claim, Join, Kick, Leave, Start, Stop, Tick, Touch
from engine.events import DeadlinePassed, Finished, Freed, Joined, Paused, Rejected, Resumed
from engine.game import Finish, Game, Millis, PlayerId
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
    after,
    entry,
    later,
    lobby,
    locked,
    near_the_end,
    refusal,
    right,
    shuffle,
    started,
    wrong,
)


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
