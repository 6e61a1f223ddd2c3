"""Whole games of each system, the engine and the second referee agreeing on every step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.card import features
from engine.clock import played_for
from engine.game import Millis
from engine.rules import SYSTEMS as RULES
from engine.rules import DeckKind
from tests.crowd import Crowd
from tests.duel import Duel
from tests.habits import some_habits
from tests.plain import choices_of, rules_of
from tests.referee import SYSTEMS

GAMES = {"race": 2_000, "classic": 2_000, "call": 1_600, "family": 1_600, "solo": 4_000}
CHUNKS = 8
LONGEST = 800
"""Steps after which a crowd that finds no end is sent home."""

OFTEN = {"finished", "not-in-game", "stale", "not-three-cards", "not-in-rules", "no-right", "already-started"}
SEEN = {
    "race": {"no-set-left", "agreed", "alone", "locked-out", "no-vote-now", "too-soon", "not-away"},
    "classic": {"no-set-left", "agreed", "alone", "locked-out", "table-full", "too-soon", "not-away"},
    "call": {"no-set-left", "agreed", "alone", "kicked", "another-has-called", "wait-to-call", "call-first"}
    | {"already-called", "round-over", "not-dealer", "table-full"},
    "family": {"agreed", "all-left", "another-has-called", "wait-to-call", "handicap", "call-first", "already-called"},
    "solo": {"no-set-left", "no-set-said", "all-left", "table-full", "seats-taken"},
}
"""How games must have ended and why commands must have been refused, for the games to have been worth playing."""


def assert_nothing_is_lost(duel: Duel) -> None:
    """Once dealt, the cards are all somewhere, once, and sum to 0 modulo 3 in each feature."""
    game = duel.game
    if game.revision == 0:
        return
    cards = [*game.table, *game.deck, *(card for judged in game.taken for card in judged.cards)]
    assert len(cards) == len(set(cards)) == (27 if game.rules.deck is DeckKind.EASY else 81)
    assert [sum(values) % 3 for values in zip(*map(features, cards), strict=True)] == [0, 0, 0, 0]


def play_out(system: str, seed: int) -> Duel:
    """One whole game of a crowd whose habits go with the seed."""
    rng = Random(f"{system} {seed}")
    crowd = Crowd(rng, some_habits(rng), system)
    duel = Duel(1, "P1", crowd.now, *crowd.opening())
    for _ in range(LONGEST):
        command = crowd.next(duel.referee)
        duel.step(command, crowd.now, crowd.taps)
        crowd.tapped(command)
        if duel.referee.phase == "finished":
            break
    assert_nothing_is_lost(duel)
    assert duel.referee.phase == "finished"
    for _ in range(2):
        duel.step(crowd.at_the_table(duel.referee), crowd.now, crowd.taps)
    if duel.game.round:
        duel.check("played for", played_for(duel.game, Millis(crowd.now)), duel.referee.played_for(crowd.now))
    return duel


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_sides_know_the_same_systems_and_their_usual_choices(system: str) -> None:
    assert set(SYSTEMS) == set(RULES)
    assert rules_of(system, SYSTEMS[system].usual) == RULES[system]
    assert choices_of(RULES[system]) == SYSTEMS[system].usual


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_engine_and_referee_agree_on_every_step(system: str, chunk: int) -> None:
    seen: Counter[str | None] = Counter()
    for seed in range(chunk, GAMES[system], CHUNKS):
        duel = play_out(system, seed)
        seen.update([duel.referee.finish, *duel.refusals])
        easy, sets = duel.game.rules.deck is DeckKind.EASY, len(duel.game.taken)
        if duel.referee.finish == "no-set-left":
            assert sets in ((6, 7, 9) if easy else (22, 23, 24, 25, 27))
    assert {*seen} >= OFTEN | SEEN[system]
