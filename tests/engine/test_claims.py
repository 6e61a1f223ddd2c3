import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card import Card
from engine.commands import Claim, Leave, Stop, Touch
from engine.events import ClaimJudged, Extended, Finished, Freed, Progress, Rejected
from engine.game import Finish, Game, Judged, Phase, PlayerId, Revision
from engine.play import play
from engine.reasons import Reason
from engine.rules import DeckKind, Rules
from engine.sets import has_set
from tests import strategies
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    SET_FREE,
    STRANGER,
    a_set,
    after,
    deck_is_empty,
    entry,
    later,
    lobby,
    locked,
    no_set,
    played_until,
    refusal,
    right,
    scores,
    stacked,
    started,
    wrong,
)


def test_a_right_claim_takes_the_set_and_is_a_point() -> None:
    """R17, R19.1, R3.2."""
    game = started()
    three = a_set(game)
    progress = play(game, Claim(BEN, three, game.revision), later(5))
    now = progress.after
    assert scores(now) == [0, 1, 0]
    assert entry(now, BEN).sets == 1
    assert not set(three) & set(now.table)
    assert len(now.table) == 12
    assert now.fresh == game.deck[:3]
    assert progress.events == (ClaimJudged(now.taken[0]),)


def test_a_judged_claim_tells_who_what_where_and_when() -> None:
    """R9."""
    game = started()
    cards_of_it = no_set(game)
    judged = play(game, Claim(CLEO, cards_of_it, game.revision), later(7)).after.last
    assert judged == Judged(
        CLEO,
        cards_of_it,
        tuple(game.table.index(card) + 1 for card in cards_of_it),  # type: ignore[arg-type]  # three of three
        right=False,
        at=later(7),
        revision=Revision(game.revision + 1),
    )


def test_a_wrong_claim_costs_a_point_and_leaves_the_cards() -> None:
    """R19.2."""
    game = started()
    progress = play(game, wrong(game, CLEO), later(5))
    assert scores(progress.after) == [0, 0, -1]
    assert entry(progress.after, CLEO).wrong == 1
    assert (progress.after.table, progress.after.deck) == (game.table, game.deck)
    assert progress.after.deadline == game.deadline
    assert progress.after.taken == ()


def test_the_rules_say_what_a_wrong_claim_costs() -> None:
    """R19.2."""
    game = started(rules=Rules("race", wrong_points=-2))
    assert scores(after(game, wrong(game, BEN))) == [0, -2, 0]


@pytest.mark.parametrize("is_right", [True, False])
def test_every_judged_claim_moves_the_revision_by_one(is_right: bool) -> None:
    """R5.1."""
    game = started()
    assert after(game, right(game) if is_right else wrong(game)).revision == game.revision + 1


def test_a_set_that_brings_an_extension_is_one_step_of_the_revision() -> None:
    """R5.1, R18."""
    steps: list[Progress] = []
    played_until(deck_is_empty, seed=11, progress=steps.append)
    extended = [step for step in steps if any(isinstance(event, Extended) for event in step.events)]
    assert extended
    assert {step.after.revision - step.before.revision for step in steps} == {1}


def test_an_extension_tells_its_cards_and_marks_them_fresh_with_the_refill() -> None:
    """R18, R3.2."""
    steps: list[Progress] = []
    played_until(deck_is_empty, seed=11, progress=steps.append)
    step = next(one for one in steps if any(isinstance(event, Extended) for event in one.events))
    told = [card for event in step.events if isinstance(event, Extended) for card in event.cards]
    assert told == list(step.after.table[len(step.before.table) :])
    assert step.after.fresh == step.before.deck[: len(step.after.fresh)]
    assert step.after.fresh[-len(told) :] == tuple(told)
    assert has_set(step.after.table)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_fewer_or_more_than_three_cards_are_refused(count: int) -> None:
    """R4."""
    game = started()
    progress = play(game, Claim(ANA, game.table[:count], game.revision), NOON)
    assert refusal(progress) is Reason.NOT_THREE_CARDS
    assert progress.after == game


def test_a_card_twice_and_a_card_that_does_not_lie_there_are_refused() -> None:
    """R4."""
    game = started()
    a, b, _ = a_set(game)
    for three in ((a, b, b), (a, a, a), (a, b, game.deck[0]), game.deck[:3]):
        progress = play(game, Claim(ANA, three, game.revision), NOON)
        assert refusal(progress) is Reason.NOT_THREE_CARDS
        assert progress.after == game


def test_of_two_who_claim_the_same_set_one_is_judged_and_one_is_told_who_was_faster() -> None:
    """R6.1, R6.2."""
    game = started()
    ana, ben = right(game, ANA), right(game, BEN)
    first = play(game, ana, later(5)).after
    progress = play(first, ben, later(5.18))
    assert progress.events == (Rejected(BEN, Reason.STALE, faster=first.taken[0]),)
    assert progress.after == first
    assert later(5.18) - first.taken[0].at == 180


def test_the_first_set_that_took_one_of_the_cards_was_the_faster() -> None:
    """R6.2."""
    game = started()
    late = right(game, CLEO)
    taken = after(game, right(game, ANA))
    meddled = played_until(lambda one: len(one.taken) == 4, taken)
    [refused] = play(meddled, late, later(60)).events
    assert refused == Rejected(CLEO, Reason.STALE, faster=taken.taken[0])


def test_who_loses_the_race_for_the_last_set_of_a_game_hears_who_was_faster() -> None:
    """R6.2, R7."""
    last = played_until(lambda one: play(one, right(one), NOON).after.phase is Phase.FINISHED, started())
    ana, ben = right(last, ANA), right(last, BEN)
    over = play(last, ana, later(5)).after
    assert play(over, ben, later(5)).events == (Rejected(BEN, Reason.FINISHED, faster=over.taken[-1]),)


def test_nobody_was_faster_when_the_cards_still_lie_there_or_went_before() -> None:
    """R6.2."""
    game = after(started(), right)
    gone = game.taken[0].cards
    wronged = after(game, wrong(game, BEN))
    for three in (a_set(game), gone):
        [refused] = play(wronged, Claim(CLEO, three, game.revision), NOON).events
        assert refused == Rejected(CLEO, Reason.STALE, faster=None)


@pytest.mark.parametrize("off", [-2, -1, 1, 5])
def test_a_claim_on_another_revision_is_stale(off: int) -> None:
    """R6.1."""
    game = after(started(), wrong(started(), BEN), wrong)
    progress = play(game, Claim(CLEO, a_set(game), Revision(game.revision + off)), NOON)
    assert refusal(progress) is Reason.STALE
    assert progress.after == game


def test_of_several_reasons_the_first_in_order_is_told() -> None:
    """R7."""
    game = after(started(), wrong(started(), ANA))
    over = after(game, Stop(ANA))
    stale, none = Revision(0), ()
    assert refusal(play(over, Claim(STRANGER, none, stale), NOON)) is Reason.FINISHED
    assert refusal(play(game, Claim(STRANGER, none, stale), NOON)) is Reason.NOT_IN_GAME
    assert refusal(play(after(game, Leave(ANA)), Claim(ANA, none, stale), NOON)) is Reason.NOT_IN_GAME
    assert refusal(play(lobby(), Claim(STRANGER, none, stale), NOON)) is Reason.NOT_IN_GAME
    assert refusal(play(lobby(), Claim(ANA, none, stale), NOON)) is Reason.NOT_STARTED
    assert refusal(play(game, Claim(ANA, none, stale), NOON)) is Reason.STALE
    assert refusal(play(game, Claim(ANA, none, game.revision), NOON)) is Reason.LOCKED_OUT
    assert refusal(play(game, Claim(BEN, none, game.revision), NOON)) is Reason.NOT_THREE_CARDS


def test_a_locked_out_player_may_not_even_claim_rightly() -> None:
    """R19.3, R8."""
    game = after(started(), wrong(started(), ANA))
    assert refusal(play(game, right(game, ANA), NOON)) is Reason.LOCKED_OUT


def test_a_judged_claim_uses_up_the_picks_and_a_refused_one_leaves_them() -> None:
    """R8."""
    game = started()
    assert entry(play(game, wrong(game, BEN), later(3)).after, BEN).judged_at == later(3)
    assert entry(play(game, right(game, BEN), later(3)).after, BEN).judged_at == later(3)
    refused = play(game, Claim(BEN, (), game.revision), later(3)).after
    assert entry(refused, BEN).judged_at == 0
    assert entry(play(game, right(game, ANA), later(3)).after, BEN).judged_at == 0


def test_a_set_sets_a_new_deadline() -> None:
    """R20."""
    game = play(started(), right(started()), later(50)).after
    assert game.deadline == later(170)


def test_the_game_ends_at_once_with_the_last_set() -> None:
    """R14.1, R5.1."""
    steps: list[Progress] = []
    game = played_until(lambda one: one.phase is Phase.FINISHED, progress=steps.append)
    assert game.finish is Finish.NO_SET_LEFT
    assert not game.deck
    assert not has_set(game.table)
    assert steps[-1].events[-1] == Finished(Finish.NO_SET_LEFT)
    assert game.finished_at == game.taken[-1].at
    assert game.revision == steps[-1].before.revision + 1
    assert game.deadline is None


def test_a_set_frees_the_locked_out_before_the_table_is_extended() -> None:
    """R19.3."""
    game = after(started(), wrong(started(), ANA))
    progress = play(game, right(game, BEN), NOON)
    assert progress.events == (ClaimJudged(progress.after.taken[0]), Freed((ANA,)))
    assert locked(progress.after) == []


def test_a_start_may_lay_up_to_21_cards() -> None:
    """R18, R10, R5.1."""
    game = started(deck=stacked(SET_FREE))
    assert len(game.table) == 21
    assert game.fresh == game.table[12:]
    shrunk = after(game, right)
    assert len(shrunk.table) in (18, 21)
    assert shrunk.revision == 2


def test_a_set_from_fifteen_leaves_twelve_unless_they_hold_no_set() -> None:
    """R3.3, R18."""
    sizes = set()
    for seed in range(12):
        game = played_until(lambda one: len(one.table) == 15 or one.phase is Phase.FINISHED, seed=seed)
        if game.phase is Phase.FINISHED:
            continue
        smaller = after(game, right)
        sizes.add(len(smaller.table))
        assert smaller.deck == game.deck[len(smaller.table) - 12 :]
        assert smaller.fresh == smaller.table[12:]
    assert sizes == {12, 15}


@given(strategies.games(), st.lists(strategies.cards, max_size=4).map(tuple), st.integers(1, 9), st.integers(-2, 0))
def test_a_claim_is_judged_with_one_step_or_refused_with_none(
    game: Game, three: tuple[Card, ...], player: int, off: int
) -> None:
    """R4, R5.1, R6.1."""
    game = play(game, Touch(PlayerId(player)), game.active_at).after
    progress = play(game, Claim(PlayerId(player), three, Revision(game.revision + off)), game.active_at)
    if refusal(progress) is None:
        assert progress.after.revision == game.revision + 1
        assert progress.after.last is not None
        assert progress.after.last.cards == three
    else:
        assert progress.after == game


def test_the_easy_deck_is_played_by_the_same_rules() -> None:
    """R1.2, R10."""
    sizes = set()
    game = played_until(
        lambda one: one.phase is Phase.FINISHED,
        started(rules=Rules("race", deck=DeckKind.EASY), seed=3),
        progress=lambda step: sizes.add(len(step.after.table)),
    )
    assert max(sizes) == 12
    assert game.finish is Finish.NO_SET_LEFT
