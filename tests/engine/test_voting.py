import pytest

from engine.commands import Claim, Join, Kick, Leave, Tick, Touch
from engine.events import Extended, Finished, Joined, Left, Rejected, Resumed, Voted, VotePassed
from engine.game import Finish, Game, Millis, Phase, PlayerId, Revision
from engine.laying import lay_more
from engine.moment import MINUTE, NO_TAPS
from engine.play import play
from engine.reasons import Reason
from engine.value import replace
from engine.voting import agreed_from, vote_open
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    SET_FREE,
    STRANGER,
    after,
    call,
    everyone,
    later,
    near_the_end,
    no_set,
    played_until,
    refusal,
    right,
    scores,
    stacked,
    started,
    vote,
    with_vote_open,
    wrong,
)
from tests.presets import rules_of

DAN = PlayerId(4)
VOTING = ("classic", "call", "family")

in_all_three = pytest.mark.parametrize("system", VOTING)


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


def test_coming_back_recounts_the_votes() -> None:
    """R12.2, R11."""
    game = with_vote_open(2)
    agreed = voted(game, ANA)
    taps = here(game, BEN, at=later(50, passed(game)))
    now = later(200, passed(game))
    both_away = play(agreed, Tick(), now, taps).after
    assert both_away.votes == (ANA,)
    assert play(both_away, Touch(ANA), now, taps).after.finished_at == now
    refused = play(both_away, Claim(ANA, (), agreed.revision), now, taps)
    assert refused.events == (Finished(Finish.AGREED), Rejected(ANA, Reason.FINISHED))
    assert play(both_away, Touch(BEN), now, taps).after.finish is None


def table(system: str, players: int = 3) -> Game:
    """A game just dealt."""
    return started(players, rules=rules_of(system))


def all_voted(game: Game) -> Game:
    """The game after a vote of everyone seated, at its last change."""
    for player in game.players:
        if player.left is None:
            game = play(game, vote(game, player.id), game.active_at, everyone(game, game.active_at)).after
    return game


@in_all_three
def test_three_cards_come_when_all_agree_whether_or_not_a_set_lies_there(system: str) -> None:
    """R21.1, R5.1, R12.4."""
    game = table(system)
    two = after(game, lambda one: vote(one, ANA), lambda one: vote(one, BEN))
    assert (two.votes, two.revision) == ((ANA, BEN), game.revision)
    assert vote_open(two)
    progress = play(two, vote(two, CLEO), later(5))
    assert progress.events == (Voted(CLEO, agrees=True), VotePassed(later(5)), Extended(game.deck[:3]))
    now = progress.after
    assert now.table == game.table + game.deck[:3]
    assert (now.revision, now.laid) == (game.revision + 1, game.revision + 1)
    assert now.votes == ()
    assert scores(now) == [0, 0, 0]


@in_all_three
def test_without_a_set_nothing_but_the_players_brings_more_cards(system: str) -> None:
    """R21.1."""
    rules = rules_of(system)
    game = started(rules=rules, deck=stacked(SET_FREE, rules))
    assert len(game.table) == 12
    for size in (15, 18, 21):
        game = all_voted(game)
        assert len(game.table) == size


@pytest.mark.parametrize("system", ["call", "family"])
def test_in_call_and_family_time_brings_no_cards_and_ends_nothing(system: str) -> None:
    """R21.1, R23.5."""
    game = table(system)
    assert play(game, Tick(), later(599)).after == game


@in_all_three
def test_on_a_full_table_who_agrees_is_told_that_so_many_cards_always_hold_a_set(system: str) -> None:
    """R21.2, R10."""
    game = table(system)
    for _ in range(3):
        game = all_voted(game)
    assert len(game.table) == 21
    assert vote_open(game)
    progress = play(game, vote(game), later(5))
    assert refusal(progress) is Reason.TABLE_FULL
    assert progress.after == game


@in_all_three
def test_with_an_empty_deck_all_may_agree_on_the_end_at_once_and_on_any_table(system: str) -> None:
    """R21.3."""
    game = near_the_end(rules=rules_of(system))
    assert vote_open(game)
    over = all_voted(game)
    assert over.finish is Finish.AGREED
    larger = replace(game, table=table(system).deck[:21])
    assert all_voted(larger).finish is Finish.AGREED


@in_all_three
def test_a_vote_that_brought_cards_can_be_followed_by_the_next_at_once(system: str) -> None:
    """R12.3, R12.4, R21.1."""
    game = table(system)
    extended = all_voted(game)
    assert refusal(play(extended, vote(game, CLEO), later(0.2))) is Reason.STALE
    again = play(extended, vote(extended, CLEO), later(0.2))
    assert again.after.votes == (CLEO,)
    assert refusal(play(again.after, vote(extended, CLEO), later(0.9))) is Reason.TOO_SOON


@in_all_three
def test_votes_for_more_cards_count_those_present(system: str) -> None:
    """R11, R12.2, R21.1."""
    game, _ = lay_more(table(system), later(30))
    taps = {ANA: later(100), BEN: later(100), CLEO: later(1)}
    one = play(game, vote(game, ANA), later(110), taps).after
    two = play(one, vote(one, BEN), later(111), taps).after
    assert two.votes == (ANA, BEN)
    assert play(two, Tick(), later(120.999), taps).after == two
    extended = play(two, Tick(), later(130), taps)
    assert extended.events[0] == VotePassed(later(121))
    assert len(extended.after.table) == len(game.table) + 3


@pytest.mark.parametrize("system", ["call", "family"])
def test_leaving_and_going_away_bring_the_cards_that_the_others_agree_on(system: str) -> None:
    """R12.2, R21.1."""
    game = after(table(system, 4), vote, lambda one: vote(one, BEN), lambda one: vote(one, CLEO))
    progress = play(game, Leave(DAN), later(5))
    assert progress.events == (Left(DAN), VotePassed(later(5)), Extended(game.deck[:3]))
    taps = dict.fromkeys((ANA, BEN, CLEO), later(119))
    away = play(game, Tick(), later(150), taps)
    assert away.events == (VotePassed(later(120)), Extended(game.deck[:3]))
    assert away.after.changed_at == later(120)


def test_who_comes_back_and_had_agreed_brings_the_cards_if_nobody_else_is_there() -> None:
    """R12.2, R15.1, R21.1."""
    game = after(table("call", 2), vote)
    taps = {BEN: later(5)}
    asleep = play(game, Tick(), later(700), taps).after
    progress = play(asleep, Touch(ANA), later(800), taps)
    assert progress.events == (Resumed(ANA), VotePassed(later(800)), Extended(game.deck[:3]))


@pytest.mark.parametrize("system", ["classic", "call"])
def test_a_set_clears_votes_for_more_cards(system: str) -> None:
    """R12.4."""
    game = after(table(system), lambda one: vote(one, BEN))
    called = after(game, call) if system == "call" else game
    assert after(called, right).votes == ()


def test_in_classic_a_wrong_claim_leaves_votes_for_more_cards() -> None:
    """R12.4."""
    game = after(table("classic"), lambda one: vote(one, BEN), lambda one: Claim(CLEO, no_set(one), one.revision))
    assert game.votes == (BEN,)


def test_in_race_nobody_votes_for_more_cards() -> None:
    """R18, R12.1."""
    game = play(started(), Tick(), later(130)).after
    assert not vote_open(game)
    assert refusal(play(game, vote(game), later(130))) is Reason.NO_VOTE_NOW


def test_alone_there_is_nobody_to_agree_with() -> None:
    """R26.8, R26.4."""
    game = table("solo", 1)
    assert not vote_open(game)
    assert refusal(play(game, vote(game), later(1))) is Reason.NO_VOTE_NOW
    last = replace(game, deck=())
    assert not vote_open(last)
    assert refusal(play(last, vote(last), later(1))) is Reason.NO_VOTE_NOW
    late = play(last, Tick(), later(130)).after
    assert refusal(play(late, vote(late), later(130))) is Reason.NO_VOTE_NOW


def test_no_vote_is_open_before_or_after_the_game() -> None:
    """R12.1, R21.1."""
    assert not vote_open(replace(table("call"), phase=Phase.LOBBY))
    assert not vote_open(all_voted(near_the_end(rules=rules_of("call"))))


def test_in_family_an_empty_table_is_left_by_agreement() -> None:
    """R25.6, R21.3."""
    game = replace(table("family"), table=(), deck=())
    assert vote_open(game)
    assert play(game, Tick(), later(500)).after.finish is None
    assert all_voted(game).finish is Finish.AGREED
