"""The second referee's own rules, shown on small games before it is held against the engine."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.referee import ALL_CARDS, SYSTEMS, holds_a_set, is_set, sets_among, third
from tests.sat import (
    A_SET,
    ANA,
    BEN,
    CLEO,
    SET_FREE,
    ask,
    at_the_end,
    call,
    claim,
    dealt,
    deck,
    locked,
    sat,
    scores,
    vote,
)

if TYPE_CHECKING:
    from tests.referee import Referee


def test_it_shares_nothing_with_the_engine() -> None:
    files = sorted((Path(__file__).parent / "referee").glob("*.py"))
    assert len(files) > 8
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(module.split(".")[0] in ("engine", "render", "handler", "infra") for module in modules)


def test_any_two_cards_are_made_a_set_by_one_third() -> None:
    assert len(sets_among(ALL_CARDS)) == 1080
    assert third(A_SET[0], A_SET[1]) == A_SET[2]
    assert not is_set((A_SET[0], A_SET[1], (*A_SET[1][:3], 0)))
    assert not holds_a_set(SET_FREE)


# --- race ------------------------------------------------------------------------------------------------------------


def test_race_lays_three_more_until_a_set_lies_there_within_the_step_of_the_deal() -> None:
    game = dealt("race", first=(*SET_FREE, *((1, *card[1:]) for card in SET_FREE)))
    assert (len(game.table), game.revision) == (18, 1)
    assert holds_a_set(game.table)
    assert not holds_a_set(game.table[:15])


def test_a_wrong_claim_in_race_costs_a_point_and_locks_out_until_all_are_or_the_deadline_passes() -> None:
    game = dealt("race", 2)
    claim(game, 1, ANA, right=False)
    assert claim(game, 2, ANA) == "locked-out"
    claim(game, 3, BEN, right=False)
    assert (locked(game), scores(game)) == ([], [-1, -1])
    claim(game, 4, ANA, right=False)
    ask(game, 120, "tick")
    assert (locked(game), game.deadline, game.revision) == ([], 240_000, 4)


# --- classic ---------------------------------------------------------------------------------------------------------


def test_a_wrong_claim_in_classic_costs_no_point_but_the_claims_until_anothers_set() -> None:
    game = dealt("classic")
    assert claim(game, 1, ANA, right=False) is None
    assert scores(game) == [0, 0, 0]
    assert claim(game, 2, ANA) == "locked-out"
    assert claim(game, 3, BEN) is None
    assert locked(game) == []
    assert scores(game) == [0, 1, 0]


def test_the_deadline_of_classic_lays_three_more_though_a_set_lies_there_and_frees_nobody() -> None:
    game = dealt("classic")
    claim(game, 1, ANA, right=False)
    ask(game, 120, "tick", awake=(ANA, BEN))
    assert (len(game.table), len(game.deck), game.revision, game.deadline) == (15, 66, 3, 240_000)
    assert locked(game) == [ANA]


def test_the_deadline_of_classic_changes_nothing_at_21_cards_or_with_an_empty_deck() -> None:
    game = dealt("classic")
    for minute in range(2, 12, 2):
        ask(game, minute * 60, "touch", ANA)
    assert (len(game.table), game.revision) == (21, 4)
    easy = dealt("classic", easy=True)
    ask(easy, 120, "touch", ANA)
    assert (len(easy.table), easy.revision, easy.deadline) == (12, 1, 240_000)


def test_all_who_are_there_locked_out_are_freed_when_the_last_free_one_goes_away() -> None:
    game = dealt("classic", 2, table_seconds=1000)
    claim(game, 100, ANA, right=False)
    assert locked(game) == [ANA]
    ask(game, 120, "tick")
    assert locked(game) == []


def test_nobody_is_freed_while_nobody_is_there_but_at_the_return_of_who_is_locked_out() -> None:
    game = dealt("classic", 2, table_seconds=1000)
    claim(game, 1, ANA, right=False)
    ask(game, 2, "touch", BEN)
    ask(game, 123, "tick")
    assert locked(game) == [ANA]
    assert claim(game, 124, ANA) is None


def test_a_vote_extends_while_the_deck_has_cards_and_ends_the_game_once_it_has_none() -> None:
    game = dealt("classic", 2)
    assert vote(game, 1, ANA) is None
    assert vote(game, 2, BEN) is None
    assert (len(game.table), game.revision, game.votes, game.deadline) == (15, 2, set(), 122_000)
    at_the_end(game, *A_SET)
    vote(game, 3, ANA)
    vote(game, 4, BEN)
    assert (game.finish, game.finished_at) == ("agreed", 4000)


@pytest.mark.parametrize(("easy", "most"), [(False, 21), (True, 12)])
def test_a_vote_never_brings_more_cards_than_always_hold_a_set(easy: bool, most: int) -> None:
    game = dealt("classic", 2, easy=easy)
    for second in range(1, 4 if not easy else 1):
        vote(game, second, ANA)
        vote(game, second, BEN)
    assert len(game.table) == most
    assert vote(game, 9, ANA) == "table-full"


def test_a_vote_is_taken_back_by_a_press_a_second_later_but_not_by_the_same_press_again() -> None:
    game = dealt("classic")
    vote(game, 1, ANA)
    assert vote(game, 1.999, ANA) == "too-soon"
    assert game.votes == {ANA}
    assert vote(game, 2, ANA) is None
    assert game.votes == set()


def test_going_away_and_leaving_recount_the_votes() -> None:
    game = dealt("classic")
    vote(game, 110, ANA)
    vote(game, 110, BEN)
    ask(game, 111, "leave", CLEO)
    assert (len(game.table), game.changed_at) == (15, 111_000)
    vote(game, 200, ANA)
    ask(game, 230, "tick")
    assert (len(game.table), game.changed_at) == (18, 230_000)


# --- solo ------------------------------------------------------------------------------------------------------------


def no_set(game: Referee, at: float) -> str | None:
    return ask(game, at, "no set", ANA, game.revision)


def test_no_set_lays_three_more_and_notes_a_penalty_though_a_set_lies_there() -> None:
    game = dealt("solo", 1)
    assert no_set(game, 1) is None
    assert (len(game.table), game.revision, scores(game), game.entries[0].penalties) == (15, 2, [-1], 1)


def test_no_set_lays_no_more_cards_than_always_hold_a_set() -> None:
    game = dealt("solo", 1)
    assert [no_set(game, second) for second in range(1, 5)] == [None, None, None, "table-full"]
    assert (len(game.table), game.entries[0].penalties) == (21, 3)
    assert no_set(dealt("solo", 1, easy=True), 1) == "table-full"


def test_a_set_among_the_last_twelve_cancels_a_penalty_and_scores_as_well() -> None:
    game = dealt("solo", 1)
    no_set(game, 1)
    at_the_end(game, *A_SET, *SET_FREE[1:7])
    assert claim(game, 2, ANA) is None
    assert (scores(game), game.entries[0].penalties, game.finish, game.winners()) == ([1], 0, "no-set-left", [ANA])


def test_a_set_among_more_than_twelve_or_beside_a_deck_cancels_nothing() -> None:
    game = dealt("solo", 1)
    no_set(game, 1)
    claim(game, 2, ANA)
    assert game.entries[0].penalties == 1
    game.deck.clear()
    no_longer = [card for card in ALL_CARDS if card not in game.table][:3]
    game.table += no_longer
    claim(game, 3, ANA)
    assert (len(game.table), game.entries[0].penalties, scores(game)) == (12, 1, [1])


def test_no_set_with_an_empty_deck_ends_the_game_without_a_penalty() -> None:
    game = at_the_end(dealt("solo", 1), *A_SET)
    assert no_set(game, 1) is None
    assert (game.finish, scores(game), game.winners()) == ("no-set-said", [0], [ANA])


def test_solo_is_lost_with_a_penalty_left_and_by_leaving() -> None:
    game = dealt("solo", 1)
    no_set(game, 1)
    at_the_end(game, *A_SET)
    no_set(game, 2)
    assert game.winners() == []
    left = dealt("solo", 1)
    ask(left, 1, "leave", ANA)
    assert (left.finish, left.winners()) == ("all-left", [])


def test_solo_charges_a_wrong_claim_and_locks_nobody_out() -> None:
    game = dealt("solo", 1)
    claim(game, 1, ANA, right=False)
    assert claim(game, 2, ANA) is None
    assert scores(game) == [0]
    assert vote(game, 3, ANA) == "no-vote-now"
    assert call(game, 3, ANA) == "not-in-rules"


# --- choices ---------------------------------------------------------------------------------------------------------


def test_the_starter_chooses_another_system_in_the_lobby_only() -> None:
    game = sat("race")
    usual = SYSTEMS["solo"].usual
    assert ask(game, 1, "configure", ANA, "solo", usual, False) == "too-many-players"
    assert ask(game, 1, "configure", BEN, "call", SYSTEMS["call"].usual, False) == "no-right"
    assert ask(game, 1, "configure", ANA, "call", SYSTEMS["call"].usual, False) is None
    ask(game, 2, "start", ANA, deck(), False)
    assert call(game, 3, ANA) is None
    assert ask(game, 4, "configure", ANA, "race", usual, False) == "already-started"
