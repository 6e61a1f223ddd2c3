"""How often one player wins against the deck who always sees a set, and says "No set" only when there is none."""

from __future__ import annotations

from random import Random

import pytest

from engine.card import DECK
from engine.commands import Claim, NoSet
from engine.game import Finish, Game, Phase
from engine.moment import NO_TAPS
from engine.play import play
from engine.rules import SOLO
from engine.sets import find_sets
from engine.standings import winners
from tests.builders import ANA, started


def played(rng: Random) -> Game:
    """A whole game, a uniformly random set after another."""
    game = started(1, deck=tuple(rng.sample(DECK, 81)), rules=SOLO)
    now = game.active_at
    while game.phase is Phase.PLAYING:
        sets = find_sets(game.table)
        command = Claim(ANA, rng.choice(sets), game.revision) if sets else NoSet(ANA, game.revision)
        game = play(game, command, now, NO_TAPS).after
    return game


@pytest.mark.timeout(900)
def test_of_20000_solo_games_65_percent_are_won() -> None:
    """R26.4, R26.6, R26.7."""
    rng, games, won = Random(81), 20_000, 0
    for _ in range(games):
        game = played(rng)
        [player] = game.players
        assert game.finish is Finish.NO_SET_LEFT
        assert player.score == player.sets - player.penalties
        won += bool(winners(game))
    assert won / games == pytest.approx(0.65, abs=0.02)
