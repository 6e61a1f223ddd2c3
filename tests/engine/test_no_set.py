import pytest

from engine.commands import Leave, NoSet, Stop
from engine.events import ClaimJudged, Extended, Finished, NoSetSaid, PenaltyCancelled
from engine.game import Finish, Game, Revision
from engine.play import play
from engine.reasons import Reason
from engine.rules import DeckKind
from engine.sets import find_sets
from engine.standings import winners
from engine.value import replace
from tests.builders import (
    ANA,
    BEN,
    SET_FREE,
    STRANGER,
    a_set,
    after,
    call,
    deck_is_empty,
    entry,
    later,
    near_the_end,
    no_set_said,
    played_until,
    refusal,
    right,
    stacked,
    started,
    wrong,
)
from tests.presets import rules_of


def solo(seed: int = 0) -> Game:
    """A game just dealt to one player."""
    return started(1, seed=seed, rules=rules_of("solo"))


def last_cards(penalties: int = 1, size: int = 12) -> Game:
    """A game with an empty deck, so many cards on the table, a set among them, and penalties noted."""
    game = solo()
    first = a_set(game)
    rest = tuple(card for card in (*game.table, *game.deck) if card not in first)
    ana = replace(game.players[0], penalties=penalties, score=-penalties)
    return replace(game, deck=(), table=(*first, *rest)[:size], players=(ana,))


def test_no_set_brings_three_cards_and_notes_a_penalty_whether_or_not_a_set_was_there() -> None:
    """R26.4, R5.1."""
    game = solo()
    progress = play(game, no_set_said(game), later(5))
    now = progress.after
    assert progress.events == (NoSetSaid(ANA, had_set=True), Extended(game.deck[:3]))
    assert now.table == game.table + game.deck[:3]
    assert (now.revision, now.laid) == (game.revision + 1, game.revision + 1)
    assert (entry(now, ANA).penalties, entry(now, ANA).score) == (1, -1)
    assert entry(now, ANA).seen_at == later(5)


def test_without_a_set_the_penalty_is_noted_as_well() -> None:
    """R26.4."""
    rules = rules_of("solo")
    game = started(1, rules=rules, deck=stacked(SET_FREE, rules))
    assert len(game.table) == 12
    progress = play(game, no_set_said(game), later(5))
    assert progress.events[0] == NoSetSaid(ANA, had_set=False)
    assert entry(progress.after, ANA).penalties == 1


def test_no_set_pressed_twice_is_stale_the_second_time() -> None:
    """R6.1, R26.4."""
    game = solo()
    press = no_set_said(game)
    once = play(game, press, later(5)).after
    assert refusal(play(once, press, later(5))) is Reason.STALE
    assert refusal(play(game, NoSet(ANA, Revision(0)), later(5))) is Reason.STALE


def test_on_a_full_table_no_set_is_refused_without_a_penalty() -> None:
    """R26.4, R10."""
    game = after(solo(), no_set_said, no_set_said, no_set_said)
    assert len(game.table) == 21
    progress = play(game, no_set_said(game), later(5))
    assert refusal(progress) is Reason.TABLE_FULL
    assert progress.after == game
    easy = started(1, rules=rules_of("solo", deck=DeckKind.EASY))
    assert refusal(play(easy, no_set_said(easy), later(5))) is Reason.TABLE_FULL


def test_once_the_deck_is_empty_no_set_ends_the_game_and_notes_nothing() -> None:
    """R26.5."""
    game = last_cards()
    progress = play(game, no_set_said(game), later(5))
    assert progress.events == (Finished(Finish.NO_SET_SAID),)
    assert entry(progress.after, ANA).penalties == 1
    assert progress.after.finished_at == later(5)
    assert progress.after.revision == game.revision
    assert find_sets(progress.after.table)


@pytest.mark.parametrize("size", [12, 9])
def test_a_set_among_the_last_cards_cancels_a_penalty_and_is_a_point(size: int) -> None:
    """R26.6."""
    game = last_cards(2, size)
    progress = play(game, right(game), later(5))
    assert [type(event) for event in progress.events[:2]] == [ClaimJudged, PenaltyCancelled]
    assert progress.events[1] == PenaltyCancelled(ANA)
    ana = entry(progress.after, ANA)
    assert (ana.penalties, ana.sets, ana.score) == (1, 1, 0)


def test_a_penalty_noted_in_a_game_is_cancelled_by_a_set_among_its_last_cards() -> None:
    """R26.6, R26.4."""
    early = after(solo(), no_set_said)
    last = played_until(lambda one: deck_is_empty(one) and len(one.table) <= 12, early)
    noted = entry(last, ANA).penalties
    assert noted > 0
    now = after(last, right, now=last.active_at)
    assert entry(now, ANA).penalties == noted - 1
    assert entry(now, ANA).score == entry(last, ANA).score + 2


def test_without_a_penalty_there_is_nothing_to_cancel() -> None:
    """R26.6."""
    game = last_cards(0)
    progress = play(game, right(game), later(5))
    assert PenaltyCancelled(ANA) not in progress.events
    assert entry(progress.after, ANA).score == 1


def test_a_set_found_on_a_larger_table_or_with_cards_in_the_deck_cancels_nothing() -> None:
    """R26.6."""
    larger = last_cards(2, 15)
    ana = entry(after(larger, right), ANA)
    assert (ana.penalties, ana.score) == (2, -1)
    some_left = replace(last_cards(2), deck=solo().deck[-3:])
    assert entry(after(some_left, right), ANA).penalties == 2


def test_a_wrong_claim_among_the_last_cards_cancels_nothing() -> None:
    """R26.6, R26.3."""
    ana = entry(after(last_cards(2), wrong), ANA)
    assert (ana.penalties, ana.wrong, ana.score) == (2, 1, -3)


def test_a_game_played_to_its_end_without_a_penalty_is_won() -> None:
    """R26.7, R14.1."""
    outcomes = set()
    for seed in range(12):
        game = played_until(lambda one: one.finish is not None, solo(seed), seed=seed)
        assert game.finish is Finish.NO_SET_LEFT
        assert [player.id for player in winners(game)] == ([ANA] if entry(game, ANA).penalties == 0 else [])
        outcomes.add(bool(winners(game)))
    assert outcomes == {True, False}


def test_no_set_at_the_end_wins_only_without_a_penalty() -> None:
    """R26.5, R26.7."""
    assert winners(after(last_cards(1), no_set_said)) == ()
    [winner] = winners(after(last_cards(0), no_set_said))
    assert winner.id == ANA


def test_who_stops_or_leaves_has_won_nothing() -> None:
    """R26.7."""
    for command, why in ((Stop(ANA), Finish.STOPPED), (Leave(ANA), Finish.ALL_LEFT)):
        game = after(solo(), command)
        assert game.finish is why
        assert winners(game) == ()


def test_a_wrong_claim_is_a_point_down_and_bars_nothing() -> None:
    """R26.3."""
    game = after(solo(), wrong)
    ana = entry(game, ANA)
    assert (ana.score, ana.locked, ana.wait_until) == (-1, False, None)
    assert refusal(play(game, right(game), later(1))) is None
    assert entry(after(game, right), ANA).score == 0


@pytest.mark.parametrize("system", ["race", "classic", "call", "family"])
def test_among_several_players_nobody_says_no_set_alone(system: str) -> None:
    """R18, R21.1."""
    game = started(rules=rules_of(system))
    assert refusal(play(game, no_set_said(game), later(1))) is Reason.NOT_IN_RULES


def test_a_stranger_cannot_say_it() -> None:
    """R7."""
    game = solo()
    assert refusal(play(game, no_set_said(game, STRANGER), later(1))) is Reason.NOT_IN_GAME


def test_in_rules_with_calls_nobody_says_it_under_a_callers_hands() -> None:
    """R23.1."""
    rules = rules_of("call", extension=rules_of("solo").extension)
    game = after(started(rules=rules), call)
    assert refusal(play(game, no_set_said(game, BEN), later(1))) is Reason.ANOTHER_HAS_CALLED


def test_a_penalty_is_a_set_off_the_score_as_long_as_it_is_noted() -> None:
    """R26.4, R26.6, R26.3."""
    for seed in range(8):
        game = after(solo(seed), wrong, no_set_said)
        game = played_until(lambda one: one.finish is not None, game, seed=seed)
        ana = entry(game, ANA)
        assert ana.score == ana.sets - ana.wrong - ana.penalties


def test_the_deck_runs_out_also_when_no_set_was_said() -> None:
    """R26.4."""
    game = played_until(deck_is_empty, after(solo(), no_set_said, no_set_said))
    assert near_the_end(1, rules=rules_of("solo")).deck == ()
    assert len(game.table) + 3 * len(game.taken) == 81
