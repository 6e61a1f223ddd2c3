"""Whole games, the engine and the second referee agreeing on every step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.card import features
from engine.game import Finish, Phase
from engine.rules import DeckKind
from tests.crowd import CALM, LIVELY, NOON, WILD, Crowd
from tests.duel import Duel
from tests.referee import ALL_CARDS, MINUTE, SECOND

GAMES, CHUNKS = 5_000, 10
LONGEST = 400
"""Steps after which a crowd that finds no end is sent home."""


def assert_nothing_is_lost(duel: Duel) -> None:
    """Once dealt, the cards are all somewhere, once, and sum to 0 modulo 3 in each feature."""
    game = duel.game
    if game.revision == 0:
        return
    cards = [*game.table, *game.deck, *(card for judged in game.taken for card in judged.cards)]
    assert len(cards) == len(set(cards)) == (27 if game.rules.deck is DeckKind.EASY else 81)
    assert [sum(values) % 3 for values in zip(*map(features, cards), strict=True)] == [0, 0, 0, 0]


def play_out(seed: int) -> Duel:
    """One whole game of a crowd whose habits go with the seed."""
    rng = Random(seed)
    crowd = Crowd(rng, rng.choices([CALM, LIVELY, WILD], [70, 20, 10])[0])
    duel = Duel(1, "P1", crowd.now, easy=crowd.easy)
    for _ in range(LONGEST):
        command = crowd.next(duel.referee)
        duel.step(command, crowd.now, crowd.taps)
        crowd.tapped(command, duel.referee)
        assert_nothing_is_lost(duel)
        if duel.referee.phase == "finished":
            break
    for _ in range(2):
        duel.step(crowd.at_the_table(duel.referee), crowd.now, crowd.taps)
    return duel


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_referee_agree_on_every_step_and_no_game_played_out_has_26_sets(chunk: int) -> None:
    seen: Counter[str | None] = Counter()
    for seed in range(chunk, GAMES, CHUNKS):
        duel = play_out(seed)
        seen.update([duel.referee.finish, *duel.refusals])
        easy, sets = duel.game.rules.deck is DeckKind.EASY, len(duel.game.taken)
        if duel.referee.finish == "no-set-left":
            assert sets in ((6, 7, 9) if easy else (22, 23, 24, 25, 27))
    assert seen["no-set-left"] > GAMES // CHUNKS // 2
    assert {"agreed", "alone", "stale", "locked-out", "not-three-cards", "not-in-game", "no-right", "not-away"} <= {
        *seen
    }


def test_who_agreed_went_away_and_comes_back_to_nobody_else_ends_the_game_by_coming_back() -> None:
    """R12.2."""
    rng = Random(12)
    crowd = Crowd(rng, CALM)
    duel, now = Duel(1, "P1", NOON), NOON + SECOND
    duel.step(("join", 2, "P2", False), now, {})
    duel.step(("start", 1, tuple(rng.sample(ALL_CARDS, 81)), False), now, {})
    while duel.game.deck:
        duel.step(("claim", 1, crowd.some_set(duel.referee.table), duel.game.revision), now, {})
    duel.step(("vote", 1, duel.game.revision), now + 3 * MINUTE, {2: now + 2 * MINUTE})
    assert duel.game.votes == (1,)
    taps = {1: now + 3 * MINUTE, 2: now + 4 * MINUTE}
    duel.step(("tick",), now + 7 * MINUTE, taps)
    assert duel.game.phase is Phase.PLAYING
    duel.step(("touch", 1), now + 8 * MINUTE, taps)
    assert duel.game.finish is Finish.AGREED
    assert duel.game.finished_at == now + 8 * MINUTE
