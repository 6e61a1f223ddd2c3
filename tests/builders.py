"""Games in given states, made by playing them. People are 1, 2, 3, ... in the order of their names."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from engine.card import Card, parse_card
from engine.commands import Call, CastVote, Claim, Command, Join, NoSet, Start, Tick
from engine.events import Rejected
from engine.game import Game, GameId, Millis, Phase, PlayerId
from engine.moment import NO_TAPS
from engine.play import new_game, play
from engine.rules import Claiming, Extension, Rules
from engine.sets import find_sets, is_set
from engine.table import CARDS
from tests.presets import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Progress
    from engine.game import Player, Triple
    from engine.look import Look
    from engine.moment import Taps
    from engine.reasons import Reason

NOON = Millis(1_800_000_000_000)
SECOND, MINUTE = 1000, 60_000
ANA, BEN, CLEO = PlayerId(1), PlayerId(2), PlayerId(3)
STRANGER = PlayerId(99)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")

SET_FREE = "2111 3111 2211 3311 2321 1131 3131 2331 3331 2112 3322 3113 2123 3223 2323 3323 2133 3133 1333 2333"
"""Twenty cards without a set: as many as there can be."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards from their texts: `cards("1111 2222 3333")`."""
    return tuple(parse_card(word) for word in text.split())


def later(seconds: float, after: Millis = NOON) -> Millis:
    """An instant so many seconds after another, by default after noon."""
    return Millis(after + round(seconds * SECOND))


def shuffle(seed: int = 0, rules: Rules | None = None) -> tuple[Card, ...]:
    """A shuffle of the rules' deck, always the same for a seed."""
    deck = list(CARDS[(rules or rules_of()).deck])
    Random(seed).shuffle(deck)
    return tuple(deck)


def stacked(first: str, rules: Rules | None = None) -> tuple[Card, ...]:
    """The deck with these cards on top, the others in their natural order."""
    top = cards(first)
    return (*top, *(card for card in CARDS[(rules or rules_of()).deck] if card not in top))


def lobby(players: int = 3, *, rules: Rules | None = None, look: Look | None = None, now: Millis = NOON) -> Game:
    """A lobby with so many people in it, the first of them its starter."""
    game = new_game(GameId("aB3-_x9Z"), ANA, NAMES[0], now, rules or rules_of(), look)
    for player, name in enumerate(NAMES[1:players], 2):
        game = play(game, Join(PlayerId(player), name), now).after
    return game


def started(
    players: int = 3,
    *,
    deck: tuple[Card, ...] | None = None,
    seed: int = 0,
    rules: Rules | None = None,
    look: Look | None = None,
    now: Millis = NOON,
) -> Game:
    """A game just dealt, from a deck or from the shuffle of a seed."""
    waiting = lobby(players, rules=rules, look=look, now=now)
    return play(waiting, Start(ANA, deck or shuffle(seed, rules)), now).after


def a_set(game: Game) -> Triple:
    """A set that lies on the table."""
    return find_sets(game.table)[0]


def no_set(game: Game) -> Triple:
    """Three cards of the table that are no set."""
    return next(triple for triple in combinations(game.table, 3) if not is_set(*triple))


def right(game: Game, player: PlayerId = ANA) -> Claim:
    """A right claim on the table as it is."""
    return Claim(player, a_set(game), game.revision)


def wrong(game: Game, player: PlayerId = ANA) -> Claim:
    """A wrong claim on the table as it is."""
    return Claim(player, no_set(game), game.revision)


def call(game: Game, player: PlayerId = ANA) -> Call:
    """SET! on the table as it is."""
    return Call(player, game.revision)


def no_set_said(game: Game, player: PlayerId = ANA) -> NoSet:
    """Say "No set" on the table as it is."""
    return NoSet(player, game.revision)


def vote(game: Game, player: PlayerId = ANA) -> CastVote:
    """A press of the vote on the table as it is."""
    return CastVote(player, game.revision)


def after(game: Game, *commands: Command | Callable[[Game], Command], now: Millis = NOON, taps: Taps = NO_TAPS) -> Game:
    """The game after commands, each given or made from the game as it then is, all at one instant."""
    for command in commands:
        game = play(game, command(game) if callable(command) else command, now, taps).after
    return game


def everyone(game: Game, at: Millis) -> dict[PlayerId, Millis]:
    """A tap of each player at an instant: all are present then."""
    return {player.id: at for player in game.players}


def a_turn(game: Game, player: PlayerId, rng: Random) -> list[Callable[[Game], Command]]:
    """What moves a game on: a random set taken, after a call where one is needed, or more cards, or the end."""
    sets = find_sets(game.table)
    if sets:
        claim = rng.choice(sets)
        calls = [lambda now: call(now, player)] if game.rules.claiming is Claiming.CALL_FIRST else []
        return [*calls, lambda now: Claim(player, claim, now.revision)]
    if game.rules.extension is Extension.BY_NO_SET:
        return [lambda now: no_set_said(now, player)]
    voters = [one.id for one in game.players if one.left is None and one.id not in game.votes]
    return [lambda now, voter=voter: vote(now, voter) for voter in voters]  # type: ignore[misc]  # bound at once


def played_until(
    done: Callable[[Game], bool],
    game: Game | None = None,
    *,
    seed: int = 0,
    now: Millis = NOON,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Game:
    """A game played on, a random set after another taken by a random player, until it is as wanted.

    Every turn comes one second after the one before; `progress` is called with each step.
    """
    rng = Random(seed)
    game = game or started(seed=seed, now=now)
    while not done(game):
        assert game.phase is Phase.PLAYING, "the game ended before it was as wanted: try another seed"
        player = rng.choice([player.id for player in game.players if player.left is None])
        now, before = later(1, max(now, game.active_at)), game
        for command in a_turn(game, player, rng):
            step = play(game, command(game), now, everyone(game, now))
            progress(step)
            game = step.after
        assert game.revision > before.revision or game.phase is not Phase.PLAYING, "nothing moved the game on"
    return game


def deck_is_empty(game: Game) -> bool:
    """Whether nothing is left to deal."""
    return not game.deck


def near_the_end(players: int = 3, *, seed: int = 0, rules: Rules | None = None) -> Game:
    """A game whose deck is empty while a set still lies on the table."""
    for attempt in range(seed, seed + 20):
        game = played_until(deck_is_empty, started(players, seed=attempt, rules=rules), seed=attempt)
        if game.phase is Phase.PLAYING and find_sets(game.table):
            return game
    raise AssertionError("no game of twenty came near its end")


def with_vote_open(players: int = 3, *, seed: int = 0, rules: Rules | None = None) -> Game:
    """A game near its end in which all may agree that no set is left: in race, a deadline has just passed."""
    game = near_the_end(players, seed=seed, rules=rules)
    if game.deadline is None:
        return game
    return play(game, Tick(), game.deadline, everyone(game, game.deadline)).after


def refusal(progress: Progress) -> Reason | None:
    """Why a command was refused, if it was; a refusal is the last event and the only one."""
    refusals = [event for event in progress.events if isinstance(event, Rejected)]
    assert refusals == [] or refusals == [progress.events[-1]]
    return refusals[0].reason if refusals else None


def entry(game: Game, player: PlayerId) -> Player:
    """A player's entry."""
    [found] = [one for one in game.players if one.id == player]
    return found


def scores(game: Game) -> list[int]:
    """Everyone's score in the order of the seats."""
    return [player.score for player in game.players]


def locked(game: Game) -> list[PlayerId]:
    """Who is locked out."""
    return [player.id for player in game.players if player.locked]
