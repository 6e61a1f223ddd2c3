from dataclasses import replace

import pytest

from engine.commands import Join, Kick, Leave, Tick, Touch
from engine.events import Finished, Joined, Left, Voted
from engine.game import Finish, Game, Millis, PlayerId, Revision
from engine.moment import MINUTE, NO_TAPS
from engine.play import play
from engine.reasons import Reason
from engine.voting import agreed_from, vote_open
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    STRANGER,
    after,
    later,
    near_the_end,
    played_until,
    refusal,
    right,
    started,
    vote,
    with_vote_open,
    wrong,
)

DAN = PlayerId(4)


def passed(game: Game) -> Millis:
    """The instant at which the vote became open."""
    assert game.deadline is not None
    return Millis(game.deadline - 2 * MINUTE)


def here(game: Game, *who: PlayerId, at: Millis | None = None) -> dict[PlayerId, Millis]:
    """Taps of some, or all, at the instant at which the vote became open."""
    return dict.fromkeys(who or [player.id for player in game.players], passed(game) if at is None else at)


def voted(game: Game, *who: PlayerId) -> Game:
    """The game after votes, with everyone present."""
    for player in who:
        game = play(game, vote(game, player), passed(game), here(game)).after
    return game


def test_a_vote_needs_an_empty_deck_and_a_passed_deadline() -> None:
    """R12.1."""
    full = play(started(), Tick(), later(130)).after
    assert full.stalled
    fresh = near_the_end()
    for game in (started(), full, fresh):
        assert not vote_open(game)
        assert refusal(play(game, vote(game), game.active_at)) is Reason.NO_VOTE_NOW
    assert vote_open(with_vote_open())


def test_when_all_agree_the_game_ends() -> None:
    """R12.1, R5.2."""
    game = with_vote_open()
    two = voted(game, ANA, CLEO)
    assert two.votes == (ANA, CLEO)
    assert two.finish is None
    progress = play(two, vote(two, BEN), passed(two), here(two))
    assert progress.events == (Voted(BEN, agrees=True), Finished(Finish.AGREED))
    assert progress.after.revision == game.revision
    assert progress.after.finished_at == passed(two)


def test_a_second_press_takes_a_vote_back_and_a_third_gives_it_again() -> None:
    """R12.3."""
    game = voted(with_vote_open(), ANA)
    taken_back = play(game, vote(game), later(1, passed(game)), here(game))
    assert taken_back.events == (Voted(ANA, agrees=False),)
    assert taken_back.after.votes == ()
    assert play(taken_back.after, vote(game), later(2, passed(game)), here(game)).after.votes == (ANA,)


@pytest.mark.parametrize("presses", [1, 2])
def test_a_press_within_a_second_of_the_last_is_the_same_press(presses: int) -> None:
    """R12.3."""
    game = with_vote_open()
    for press in range(presses):
        game = play(game, vote(game), later(press, passed(game)), here(game)).after
    again = play(game, vote(game), later(presses - 1 + 0.999, passed(game)), here(game))
    assert refusal(again) is Reason.TOO_SOON
    assert again.after == game


def test_a_vote_on_an_older_revision_is_stale() -> None:
    """R6.1, R12.4."""
    game = with_vote_open()
    late = replace(vote(game), revision=Revision(game.revision - 1))
    assert refusal(play(game, late, passed(game))) is Reason.STALE


def test_only_players_vote() -> None:
    """R12.2."""
    game = after(with_vote_open(4), Leave(DAN))
    for player in (STRANGER, DAN):
        assert refusal(play(game, vote(game, player), passed(game), here(game))) is Reason.NOT_IN_GAME


def test_who_is_away_is_not_counted() -> None:
    """R12.2, R11."""
    game = with_vote_open()
    now = later(60, passed(game))
    taps = here(game, ANA, BEN, at=now)
    one = play(game, vote(game), now, taps).after
    assert one.finish is None
    assert play(one, vote(one, BEN), later(60, now), taps).after.finish is Finish.AGREED


def test_going_away_leaves_an_agreement_of_the_others_at_that_very_moment() -> None:
    """R12.2, R15.4."""
    game = with_vote_open()
    taps = here(game, ANA, BEN, at=later(50, passed(game))) | here(game, CLEO)
    two = play(game, vote(game, ANA), later(51, passed(game)), taps).after
    two = play(two, vote(two, BEN), later(52, passed(game)), taps).after
    gone = later(120, passed(game))
    assert agreed_from(two, taps) == gone
    assert play(two, Tick(), later(-0.001, gone), taps).after == two
    for delay in (0, 1, 40, 10_000):
        progress = play(two, Tick(), later(delay, gone), taps)
        assert progress.events[-1] == Finished(Finish.AGREED)
        assert progress.after.finished_at == gone


def test_a_late_tap_does_not_undo_what_was_agreed_before_it() -> None:
    """R15.4."""
    game = with_vote_open()
    two = voted(game, ANA, BEN)
    taps = here(game, CLEO, at=passed(game)) | here(game, ANA, at=later(90, passed(game)))
    progress = play(two, vote(two, CLEO), later(125, passed(game)), taps)
    assert refusal(progress) is Reason.FINISHED
    assert progress.after.finish is Finish.AGREED


def test_nobody_present_is_no_agreement() -> None:
    """R12.2."""
    game = with_vote_open()
    one = play(game, vote(game), passed(game), here(game)).after
    taps = here(game, BEN, CLEO, at=later(10, passed(game)))
    assert agreed_from(one, taps) is None
    assert play(one, Tick(), later(500, passed(game)), taps).after.finish is None


def test_who_goes_away_together_with_the_last_who_did_not_agree_is_no_agreement() -> None:
    """R12.2, R11."""
    game = with_vote_open()
    one = play(game, vote(game), passed(game), here(game)).after
    assert agreed_from(one, here(game)) is None
    assert agreed_from(one, here(game) | here(game, ANA, at=later(0.001, passed(game)))) == later(120, passed(game))


def test_leaving_recounts_the_votes_and_takes_ones_own_along() -> None:
    """R12.2."""
    game = with_vote_open(4)
    two = voted(game, ANA, BEN)
    assert play(two, Leave(ANA), passed(game), here(game)).after.votes == (BEN,)
    three = voted(two, CLEO)
    progress = play(three, Leave(DAN), passed(game), here(game))
    assert progress.events == (Left(DAN), Finished(Finish.AGREED))


def test_a_kick_recounts_the_votes() -> None:
    """R12.2, R14.5."""
    two = voted(with_vote_open(), ANA, BEN)
    progress = play(two, Kick(ANA, CLEO, admin=True), passed(two), here(two))
    assert progress.after.finish is Finish.AGREED


def test_who_joins_has_not_agreed() -> None:
    """R12.2."""
    two = voted(with_vote_open(), ANA, BEN)
    joined = play(two, Join(DAN, "Dan"), passed(two), here(two))
    assert joined.events == (Joined(DAN, back=False),)
    third = voted(joined.after, CLEO)
    assert third.finish is None
    assert voted(third, DAN).finish is Finish.AGREED


def test_locked_out_players_vote_and_are_counted() -> None:
    """R12.2."""
    game = after(with_vote_open(), wrong, now=passed(with_vote_open()))
    two = voted(game, BEN, CLEO)
    assert two.finish is None
    assert voted(two, ANA).finish is Finish.AGREED


def test_a_set_clears_the_votes_and_a_wrong_claim_does_not() -> None:
    """R12.4, R5.2."""
    game = voted(with_vote_open(), BEN)
    kept = play(game, wrong(game, CLEO), passed(game), here(game)).after
    assert kept.votes == (BEN,)
    cleared = play(game, right(game, CLEO), passed(game), here(game)).after
    assert cleared.votes == ()
    assert not vote_open(cleared)


def test_who_had_agreed_and_comes_back_while_the_others_are_away_is_all_who_are_present() -> None:
    """R12.2, R11."""
    game = with_vote_open(2)
    agreed = voted(game, ANA)
    taps = here(game, BEN, at=later(100, passed(game)))
    both_away = later(220, passed(game))
    assert play(agreed, Tick(), both_away, taps).after.finish is None
    progress = play(agreed, Touch(ANA), both_away, taps)
    assert (progress.after.finish, progress.after.finished_at) == (Finish.AGREED, both_away)
    assert play(agreed, Touch(BEN), both_away, taps).after.finish is None


def test_who_ends_a_pause_alone_and_had_agreed_is_all_who_are_present() -> None:
    """R12.2, R15.1."""
    game = with_vote_open(2)
    agreed = voted(game, ANA)
    taps = here(game, BEN, at=later(100, passed(game)))
    paused = play(agreed, Tick(), later(800, passed(game)), taps).after
    assert paused.paused_at == later(700, passed(game))
    now = later(900, passed(game))
    assert play(paused, Touch(ANA), now, taps).after.finish is Finish.AGREED
    going_on = play(paused, Touch(BEN), now, taps).after
    assert (going_on.finish, going_on.votes) == (None, (ANA,))


def test_without_votes_nothing_is_ever_agreed() -> None:
    """R12.2."""
    assert agreed_from(with_vote_open(), NO_TAPS) is None
    assert agreed_from(played_until(lambda one: len(one.taken) == 3), NO_TAPS) is None
