from random import Random
from typing import get_args

from engine.events import Event, Progress
from engine.game import Game, Millis
from engine.play import play
from engine.rules import SYSTEMS, DeckKind, Rounds
from engine.value import replace
from tests import strategies
from tests.builders import MINUTE, NOON, lobby, started


def test_every_kind_of_event_comes_about_in_some_game() -> None:
    seen: set[type[Event]] = set()
    for seed in range(100):
        rng, rules = Random(seed), [*SYSTEMS.values()][seed % 5]
        rules = replace(rules, deck=DeckKind.EASY, rounds=Rounds.MATCH) if seed % 2 else rules
        players = min(4, rules.max_players)
        game: Game = started(players, seed=seed, rules=rules) if seed % 4 else lobby(players, rules=rules)
        now = NOON
        for _ in range(120):
            now = Millis(now + rng.choice([500, 1500, 3000, MINUTE, 2 * MINUTE, 11 * MINUTE]))
            progress = play(game, strategies.some_command(game, rng), now)
            seen |= {type(event) for event in progress.events}
            game = progress.after
    assert seen == set(get_args(Event))


def test_a_progress_may_be_without_events() -> None:
    game = lobby()
    assert Progress(game, game).events == ()
