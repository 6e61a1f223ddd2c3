"""The second referee where SET! comes first: call, a match, family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.sat import A_SET, ANA, BEN, CLEO, ask, at_the_end, call, claim, dealt, deck, locked, sat, scores, vote

if TYPE_CHECKING:
    from tests.referee import Referee


# --- call ------------------------------------------------------------------------------------------------------------


def test_the_first_call_takes_control_and_moves_the_revision() -> None:
    game = dealt("call")
    vote(game, 1, CLEO)
    assert claim(game, 2, ANA) == "call-first"
    assert call(game, 3, ANA) is None
    assert (game.revision, game.votes) == (2, set())
    assert call(game, 4, BEN, revision=1) == "stale"
    assert call(game, 4, BEN) == "another-has-called"
    assert claim(game, 4, BEN) == "another-has-called"
    assert vote(game, 4, BEN) == "another-has-called"
    assert call(game, 4, ANA) == vote(game, 4, ANA) == "already-called"


def test_the_caller_claims_on_the_revision_before_the_call_or_after_it() -> None:
    for revision in (1, 2):
        game = dealt("call")
        call(game, 1, ANA)
        assert claim(game, 2, ANA, revision=revision) is None
        assert (scores(game), game.revision, game.control) == ([1, 0, 0], 3, None)


def test_a_wrong_claim_of_the_caller_costs_a_point_and_the_next_call() -> None:
    game = dealt("call")
    call(game, 1, ANA)
    assert claim(game, 2, ANA, right=False) is None
    assert (scores(game), game.revision, locked(game)) == ([-1, 0, 0], 3, [])
    assert call(game, 21.999, ANA) == "wait-to-call"
    assert game.until == 22_000
    assert call(game, 22, ANA) is None


def test_anothers_call_and_other_cards_end_the_wait() -> None:
    game = dealt("call", 2)
    call(game, 1, ANA)
    claim(game, 2, ANA, right=False)
    call(game, 3, BEN)
    assert game.entries[0].waits_until is None
    claim(game, 4, BEN, right=False)
    vote(game, 5, ANA)
    vote(game, 5, BEN)
    assert call(game, 6, BEN) is None


def test_a_call_runs_out_at_its_own_instant_whoever_looks_and_costs_a_point() -> None:
    game = dealt("call")
    call(game, 1, ANA)
    assert ask(game, 12.999, "tick") is None
    assert game.control is not None
    assert claim(game, 13, ANA) == "call-first"
    assert (scores(game), game.revision, game.entries[0].late) == ([-1, 0, 0], 3, 1)
    assert game.entries[0].waits_until == 33_000


def test_a_press_that_finds_a_call_run_out_counts_on_the_revision_before() -> None:
    game = dealt("call")
    call(game, 1, ANA)
    assert call(game, 60, BEN, revision=2) is None
    assert game.revision == 4


def test_a_press_after_a_timer_found_a_call_run_out_does_not() -> None:
    game = dealt("call")
    call(game, 1, ANA)
    ask(game, 60, "tick")
    assert call(game, 60, BEN, revision=2) == "stale"


def test_leaving_in_control_costs_a_point_and_moves_no_revision() -> None:
    game = dealt("call")
    call(game, 1, ANA)
    ask(game, 2, "leave", ANA)
    assert (scores(game), game.revision, game.control, game.entries[0].late) == ([-1, 0, 0], 2, None, 1)
    assert call(game, 3, BEN) is None


def test_no_time_lays_cards_in_call() -> None:
    game = dealt("call")
    ask(game, 500, "tick")
    assert (game.deadline, len(game.table), game.revision) == (None, 12, 1)


# --- a match ---------------------------------------------------------------------------------------------------------


def round_over(people: int = 3) -> Referee:
    """A match whose first round is over: Ana dealt it, and has the only set."""
    game = at_the_end(dealt("call", people, match=True), *A_SET)
    call(game, 1, ANA)
    assert claim(game, 2, ANA) is None
    return game


def test_a_match_goes_on_with_the_next_dealer_and_all_scores() -> None:
    game = round_over()
    assert (game.phase, game.round, game.dealer(), game.revision) == ("dealing", 1, BEN, 3)
    assert ask(game, 3, "deal", BEN, deck(), False) is None
    assert (game.phase, game.round, game.revision, scores(game)) == ("playing", 2, 4, [1, 0, 0])
    assert (len(game.table), len(game.deck), game.taken) == (12, 69, [])


def test_between_two_rounds_there_is_nothing_to_claim_to_call_or_to_vote_for() -> None:
    game = round_over()
    assert call(game, 3, ANA) == vote(game, 3, ANA) == "round-over"
    assert ask(game, 3, "claim", BEN, A_SET, 2) == "round-over"
    assert game.faster == ANA


def test_anyone_deals_after_a_minute() -> None:
    game = round_over()
    assert ask(game, 61.999, "deal", CLEO, deck(), False) == "not-dealer"
    assert game.until == 62_000
    assert ask(game, 62, "deal", CLEO, deck(), False) is None
    assert game.dealers == [CLEO]


def test_a_dealer_who_has_left_is_passed_over_and_without_a_next_one_the_match_is_over() -> None:
    game = round_over()
    ask(game, 3, "join", 4, "P4", False)
    ask(game, 4, "leave", BEN)
    assert game.dealer() == CLEO
    ask(game, 5, "join", BEN, "P2", False)
    assert game.dealer() == BEN
    ask(game, 6, "leave", BEN)
    ask(game, 7, "leave", CLEO)
    assert (game.finish, game.finished_at) == ("no-set-left", 7000)


def test_after_the_last_dealers_round_the_match_is_over() -> None:
    game = round_over(2)
    ask(game, 3, "deal", BEN, deck(), False)
    at_the_end(game, *A_SET)
    vote(game, 4, ANA)
    vote(game, 5, BEN)
    assert (game.finish, game.round, game.standings()) == ("agreed", 2, [(1, ANA, 1), (2, BEN, 0)])


# --- family ----------------------------------------------------------------------------------------------------------


def test_courtesy_gives_control_to_a_strictly_lower_score_within_the_window() -> None:
    game = dealt("family")
    game.entries[0].score = game.entries[2].score = 1
    call(game, 1, ANA)
    assert call(game, 1.7, CLEO, revision=1) == "another-has-called"
    assert call(game, 1.7, BEN, revision=1) is None
    assert game.in_control(BEN)
    assert (game.revision, scores(game), game.entries[0].waits_until) == (3, [1, 0, 1], None)
    ask(game, 11.699, "tick")
    assert game.in_control(BEN)
    ask(game, 11.7, "tick")
    assert game.control is None


def test_courtesy_ends_with_its_window() -> None:
    game = dealt("family")
    game.entries[0].score = 1
    call(game, 1, ANA)
    assert call(game, 1.701, BEN, revision=1) == "stale"
    assert call(game, 1.701, BEN, revision=2) == "another-has-called"


def test_call_knows_no_courtesy() -> None:
    game = dealt("call")
    game.entries[0].score = 1
    call(game, 1, ANA)
    assert call(game, 1, BEN, revision=1) == "stale"


def test_in_family_a_set_goes_back_to_the_box_if_there_is_one() -> None:
    game = dealt("family")
    game.entries[0].score = 1
    for start in (1, 40):
        call(game, start, ANA)
        claim(game, start + 1, ANA, right=False)
    assert (scores(game), game.entries[0].wrong) == ([0, 0, 0], 2)


def test_a_handicap_refuses_calls_until_so_long_after_the_cards_changed() -> None:
    game = sat("family")
    assert ask(game, 0, "handicap", BEN, CLEO, 5, False) == "no-right"
    assert ask(game, 0, "handicap", ANA, CLEO, 5, False) is None
    ask(game, 10, "start", ANA, deck(), False)
    assert call(game, 14.999, CLEO) == "handicap"
    assert game.until == 15_000
    call(game, 14.999, BEN)
    claim(game, 15, BEN)
    assert call(game, 19.999, CLEO) == "handicap"
    assert call(game, 20, CLEO) is None


def test_family_goes_on_while_anyone_is_left_and_ranks_all_by_score() -> None:
    game = dealt("family", 2)
    call(game, 1, ANA)
    claim(game, 2, ANA)
    ask(game, 3, "leave", ANA)
    assert (game.phase, game.standings()) == ("playing", [(1, ANA, 1), (2, BEN, 0)])
    ask(game, 4, "join", ANA, "P1", False)
    assert scores(game) == [1, 0]
    ask(game, 5, "leave", BEN)
    ask(game, 6, "leave", ANA)
    assert (game.finish, game.winners()) == ("all-left", [ANA])


def test_family_ends_by_agreement_only() -> None:
    game = at_the_end(dealt("family", 2), *A_SET)
    call(game, 1, ANA)
    claim(game, 2, ANA)
    assert (game.phase, game.table) == ("playing", [])
    vote(game, 3, ANA)
    vote(game, 4, BEN)
    assert game.finish == "agreed"
