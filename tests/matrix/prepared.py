"""Games as they were played up to a point, each with a second referee that has heard every command of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from unittest.mock import patch

from engine.commands import Kick, Tick
from engine.game import Phase
from engine.rules import DeckKind, Ending, Rounds
from engine.sets import find_sets
from handler.ports import ChatId, GameKey, Stored, Version
from tests import builders
from tests.builders import ANA, BEN, CLEO, after, call, later, near_the_end, with_vote_open, wrong
from tests.presets import rules_of
from tests.sim.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Progress
    from engine.game import Game, Millis, PlayerId
    from engine.rules import Rules
    from tests.referee import Referee
    from tests.sim.violations import Kind


@dataclass(frozen=True)
class Made:
    """A game, its referee, when each player last tapped a card, and the instant it has come to."""

    game: Game
    referee: Referee
    taps: dict[PlayerId, Millis]
    at: Millis


PLACE = GameKey(ChatId(-1001))


def _rules(system: str) -> Rules:
    return rules_of(system)


def _people(system: str) -> int:
    return 1 if system == "solo" else 3


def _played_out(system: str) -> tuple[Game, Game]:
    """A game a moment before its end, and over."""
    rules = rules_of(system, deck=DeckKind.EASY)
    steps: list[Progress] = []
    for seed in range(40):
        with suppress(AssertionError):  # nobody was left to move it on
            end = builders.played_until(
                lambda game: game.phase is Phase.FINISHED,
                builders.started(_people(system), rules=rules, seed=seed),
                seed=seed,
                progress=steps.append,
            )
            before = steps[-1].before
            if rules.ending is Ending.BY_AGREEMENT or find_sets(before.table):
                return before, end
    raise AssertionError("no game of forty ends as it should")


GAMES: dict[str, Callable[[str], Game]] = {
    "lobby": lambda system: builders.lobby(_people(system), rules=_rules(system)),
    "table": lambda system: builders.started(_people(system), rules=_rules(system)),
    "quick table": lambda system: builders.started(_people(system), rules=rules_of(system, quick_claim=True)),
    "called": lambda system: after(builders.started(_people(system), rules=_rules(system)), call),
    "locked": lambda system: after(builders.started(_people(system), rules=_rules(system)), wrong),
    "near the end": lambda system: near_the_end(_people(system), rules=_rules(system)),
    "last move": lambda system: _played_out(system)[0],
    "vote open": lambda system: with_vote_open(_people(system), rules=_rules(system)),
    "all but one agree": lambda system: _all_but_one(system),
    "paused": lambda system: _idle(system, 601),
    "finished": lambda system: _played_out(system)[1],
    "kicked": lambda system: after(builders.started(_people(system), rules=_rules(system)), Kick(ANA, BEN)),
    "put out of the lobby": lambda system: after(builders.lobby(_people(system), rules=_rules(system)), Kick(ANA, BEN)),
    "round over": lambda _: _round_over(),
}


def _all_but_one(system: str) -> Game:
    game = builders.started(_people(system), rules=_rules(system))
    return after(game, lambda now: builders.vote(now, BEN), lambda now: builders.vote(now, CLEO))


def _idle(system: str, seconds: float) -> Game:
    game = builders.started(_people(system), rules=_rules(system))
    return after(game, Tick(), now=later(seconds, game.active_at))


def _round_over() -> Game:
    rules = rules_of("call", deck=DeckKind.EASY, rounds=Rounds.MATCH)
    for seed in range(40):
        try:
            return builders.played_until(
                lambda game: game.phase is Phase.DEALING, builders.started(3, rules=rules, seed=seed), seed=seed
            )
        except AssertionError:
            continue
    raise AssertionError("no round of forty ends")


def _fail(kind: Kind, what: str) -> None:
    raise AssertionError(f"{kind}: {what}")


@cache
def prepared(name: str, system: str) -> Made:
    """A game of a system, made by playing it, and its referee."""
    story: list[str] = []
    ledger = Ledger(story, _fail)
    with patch.object(builders, "play", ledger.play):
        game = GAMES[name](system)
    if not ledger.steps:  # nobody did anything yet
        ledger.opened(PLACE, game)
    else:
        ledger.saved(PLACE, Stored(game, Version(1)))
    taps: dict[PlayerId, Millis] = {}
    for _, _, _, tapped, _ in ledger.steps.values():
        taps |= tapped
    at = max(game.active_at, game.paused_at or game.active_at, *taps.values())
    return Made(game, ledger.referees[PLACE, game.id], taps, at)
