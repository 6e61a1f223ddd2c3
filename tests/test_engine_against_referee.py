"""Whole games of each system, the engine and the second referee agreeing on every step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.card import features
from engine.clock import played_for
from engine.game import Finish, Millis, Phase
from engine.rules import SYSTEMS as RULES
from engine.rules import DeckKind
from tests.crowd import NOON, Crowd
from tests.duel import Duel
from tests.habits import CALM, some_habits
from tests.plain import choices_of, rules_of
from tests.referee import ALL_CARDS, MINUTE, SECOND, SYSTEMS

GAMES, CHUNKS = 2_000, 4
LONGEST = 800
"""Steps after which a crowd that finds no end is sent home."""

REFUSED = {"not-in-game", "stale", "not-three-cards", "not-in-rules", "not-away"}
IN_A_GROUP = REFUSED | {"no-right", "already-in", "already-started", "kicked", "stopped", "alone"}
CALLING = {"another-has-called", "wait-to-call", "call-first", "already-called", "handicap", "table-full", "too-soon"}
SEEN = {
    "race": IN_A_GROUP | {"no-set-left", "agreed", "locked-out", "no-vote-now"},
    "classic": IN_A_GROUP | {"no-set-left", "agreed", "locked-out", "table-full", "too-soon"},
    "call": IN_A_GROUP | CALLING | {"no-set-left", "agreed", "round-over", "not-dealer"},
    "family": IN_A_GROUP - {"alone"} | CALLING | {"agreed", "all-left", "finished"},
    "solo": REFUSED | {"no-set-left", "no-set-said", "all-left", "kicked", "table-full", "seats-taken"},
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
    for seed in range(chunk, GAMES, CHUNKS):
        duel = play_out(system, seed)
        seen.update([duel.referee.finish, *duel.refusals])
        easy, sets = duel.game.rules.deck is DeckKind.EASY, len(duel.game.taken)
        if duel.referee.finish == "no-set-left":
            assert sets in ((6, 7, 9) if easy else (22, 23, 24, 25, 27))
    assert seen["agreed" if system == "family" else "no-set-left"] > GAMES // CHUNKS // 2
    assert SEEN[system] - {*seen} == set()


def test_who_agreed_went_away_and_comes_back_to_nobody_else_ends_the_game_by_coming_back() -> None:
    """R12.2."""
    rng = Random(12)
    crowd = Crowd(rng, CALM)
    duel, now = Duel(1, "P1", NOON), NOON + SECOND
    duel.step(("join", 2, "P2", False), now, {})
    duel.step(("start", 1, tuple(rng.sample(ALL_CARDS, 81)), False), now, {})
    while duel.game.deck:
        duel.step(("claim", 1, crowd.some_set(duel.referee), duel.game.revision), now, {})
    duel.step(("vote", 1, duel.game.revision), now + 3 * MINUTE, {2: now + 2 * MINUTE})
    assert duel.game.votes == (1,)
    taps = {1: now + 3 * MINUTE, 2: now + 4 * MINUTE}
    duel.step(("tick",), now + 7 * MINUTE, taps)
    assert duel.game.phase is Phase.PLAYING
    duel.step(("touch", 1), now + 8 * MINUTE, taps)
    assert duel.game.finish is Finish.AGREED
    assert duel.game.finished_at == now + 8 * MINUTE
