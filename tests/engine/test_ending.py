import pytest

from engine.commands import Stop, Tick
from engine.ending import finish
from engine.events import Finished, Resumed
from engine.game import Finish, Phase
from engine.play import play
from engine.reasons import Reason
from engine.rounds import end_if_played_out
from engine.sets import has_set
from tests.builders import (
    ANA,
    BEN,
    STRANGER,
    deck_is_empty,
    later,
    lobby,
    near_the_end,
    played_until,
    refusal,
    started,
    vote,
    with_vote_open,
)
from tests.presets import rules_of


def test_a_finished_game_has_no_clocks_and_no_votes() -> None:
    """R14.1."""
    game = with_vote_open()
    voting = play(game, vote(game), later(0, game.active_at)).after
    over, events = finish(voting, Finish.AGREED, later(7))
    assert events == (Finished(Finish.AGREED),)
    assert (over.phase, over.finish, over.finished_at) == (Phase.FINISHED, Finish.AGREED, later(7))
    assert (over.deadline, over.paused_at, over.votes, over.stalled) == (None, None, (), False)
    assert (over.table, over.players, over.revision) == (voting.table, voting.players, voting.revision)


def test_a_game_with_cards_or_with_a_set_goes_on() -> None:
    """R14.1."""
    for game in (started(), near_the_end()):
        assert end_if_played_out(game, later(1)) == (game, ())


def test_a_game_that_empties_deck_and_table_of_sets_is_over() -> None:
    """R14.1."""
    seen = played_until(lambda one: deck_is_empty(one) and one.phase is Phase.FINISHED)
    assert seen.finish is Finish.NO_SET_LEFT
    assert refusal(play(seen, Stop(ANA), later(1))) is Reason.FINISHED


def test_the_starter_and_admins_stop_a_game() -> None:
    """R14.3."""
    game = started()
    for command in (Stop(ANA), Stop(BEN, admin=True), Stop(STRANGER, admin=True)):
        progress = play(game, command, later(5))
        assert progress.events == (Finished(Finish.STOPPED),)
        assert progress.after.finished_at == later(5)
    assert refusal(play(game, Stop(BEN), later(5))) is Reason.NO_RIGHT
    assert refusal(play(game, Stop(STRANGER), later(5000))) is Reason.NOT_IN_GAME


def test_anyone_seated_stops_a_game_after_half_an_hour_without_a_tap() -> None:
    """R14.3, R15.1."""
    game = started()
    taps = {BEN: later(60)}
    refused = play(game, Stop(BEN), later(1859), taps)
    assert refusal(refused) is Reason.NO_RIGHT
    assert refused.after.paused_at is None
    progress = play(game, Stop(BEN), later(1860), taps)
    assert progress.events[-2:] == (Resumed(BEN), Finished(Finish.STOPPED))


def test_on_a_paused_game_anyone_seated_may_have_a_new_one() -> None:
    """R14.3."""
    game = play(started(), Tick(), later(601)).after
    assert refusal(play(game, Stop(BEN), later(602))) is Reason.NO_RIGHT
    assert play(game, Stop(BEN, anew=True), later(602)).after.finish is Finish.STOPPED
    assert play(started(), Stop(BEN, anew=True), later(602)).after.finish is Finish.STOPPED
    assert refusal(play(game, Stop(STRANGER, anew=True), later(602))) is Reason.NOT_IN_GAME
    assert refusal(play(started(), Stop(BEN, anew=True), later(599))) is Reason.NO_RIGHT


def test_stopping_a_lobby_closes_it() -> None:
    """R14.3."""
    assert play(lobby(), Stop(ANA), later(1)).after.finish is Finish.LOBBY_CLOSED
    assert refusal(play(lobby(), Stop(BEN), later(1))) is Reason.NO_RIGHT


@pytest.mark.parametrize("system", ["race", "classic", "call", "solo"])
def test_a_game_played_out_is_over_at_once(system: str) -> None:
    """R14.1."""
    steps = []
    players = 1 if system == "solo" else 3
    game = played_until(
        lambda one: one.phase is Phase.FINISHED, started(players, rules=rules_of(system)), progress=steps.append
    )
    assert game.finish is Finish.NO_SET_LEFT
    assert steps[-1].events[-1] == Finished(Finish.NO_SET_LEFT)
    assert game.finished_at == game.active_at


def test_in_family_a_game_played_out_goes_on_until_all_agree() -> None:
    """R25.6."""
    rules, seen = rules_of("family"), 0
    for seed in range(4):
        game = started(rules=rules, seed=seed)
        game = played_until(lambda one: deck_is_empty(one) and not has_set(one.table), game, seed=seed)
        seen += game.finish is None
        over = played_until(lambda one: one.finish is not None, game)
        assert over.finish is Finish.AGREED
    assert seen == 4


def test_a_pause_that_the_end_of_the_game_cuts_off_is_counted() -> None:
    """R15.1, R26.7."""
    paused = play(started(), Tick(), later(700)).after
    over, _ = finish(paused, Finish.STOPPED, later(900))
    assert over.paused_for == 300_000
