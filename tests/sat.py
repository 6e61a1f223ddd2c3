"""Games of the second referee in given states, for its own tests. Times are seconds after the opening."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from tests.referee import ALL_CARDS, SECOND, SYSTEMS, is_set, referee, sets_among

if TYPE_CHECKING:
    from tests.referee import Card, Referee

ANA, BEN, CLEO = 1, 2, 3
A_SET: tuple[Card, ...] = ((0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2))
SET_FREE: tuple[Card, ...] = tuple((0, *rest) for rest in product((0, 1), repeat=3))


def sat(system: str, people: int = 3, **choices: object) -> Referee:
    """A lobby with people 1, 2, ... in it, the first of them its starter."""
    game = referee(system, choices=replace(SYSTEMS[system].usual, **choices))
    for player in range(2, people + 1):
        assert ask(game, 0, "join", player, f"P{player}", False) is None
    return game


def dealt(system: str, people: int = 3, *, first: tuple[Card, ...] = (), **choices: object) -> Referee:
    """A game just dealt, with these cards first."""
    game = sat(system, people, **choices)
    assert ask(game, 0, "start", ANA, deck(first, easy=game.choices.easy), False) is None
    return game


def deck(first: tuple[Card, ...] = (), *, easy: bool = False) -> tuple[Card, ...]:
    """A deck with these cards on top."""
    return (*first, *(card for card in ALL_CARDS if card not in first and (card[2] == 0 or not easy)))


def ask(game: Referee, at: float, word: str, *what: object, awake: tuple[int, ...] = ()) -> str | None:
    """Ask something of a game, some having tapped a card just then. The answer is why it was refused."""
    now = round(at * SECOND)
    return game.play((word, *what), now, dict.fromkeys(awake, now))


def claim(game: Referee, at: float, player: int, *, right: bool = True, revision: int | None = None) -> str | None:
    """Claim three cards that are a set, or are none."""
    cards = sets_among(game.table)[0] if right else next(t for t in combinations(game.table, 3) if not is_set(t))
    return ask(game, at, "claim", player, cards, game.revision if revision is None else revision)


def call(game: Referee, at: float, player: int, *, revision: int | None = None) -> str | None:
    return ask(game, at, "call", player, game.revision if revision is None else revision)


def vote(game: Referee, at: float, player: int) -> str | None:
    return ask(game, at, "vote", player, game.revision)


def at_the_end(game: Referee, *table: Card) -> Referee:
    """The same game with an empty deck and only these cards on the table."""
    game.deck.clear()
    game.table[:] = table
    return game


def scores(game: Referee) -> list[int]:
    return [entry.score for entry in game.entries]


def locked(game: Referee) -> list[int]:
    return [entry.player for entry in game.entries if entry.locked]
