"""How a group of six plays: all look for the same set, tap its cards and press SET!, and the first has it."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from engine.game import GameId, Phase, PlayerId
from engine.sets import find_sets
from engine.value import replace
from handler.bootstrap import clock
from handler.callback_data import Action
from handler.ports import ChatId, GameKey
from tests.lambda_entry import game_of

if TYPE_CHECKING:
    from engine.game import Game
    from tests.load.ground import Ground

SIZE = 6


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds, at least and at most: to see a set, between two taps."""

    see: tuple[float, float]
    tap: tuple[float, float]


HUMAN = Pace((4.0, 12.0), (0.4, 1.2))
MACHINE = Pace((0.0, 0.0), (0.0, 0.0))


def place(number: int) -> GameKey:
    """The chat of a group."""
    return GameKey(ChatId(-1_000_000_000_000 - number))


def people(number: int) -> list[int]:
    """Who plays in a group."""
    return [1_000_000 + 100 * number + seat for seat in range(SIZE)]


async def dealt(ground: Ground, number: int) -> Game:
    """A new game in a group."""
    game = replace(game_of(*people(number)), id=GameId(f"load{number:04}"), active_at=clock())
    await ground.put(place(number), game)
    return game


async def play(ground: Ground, number: int, pace: Pace, until: float) -> Counter[str]:
    """One group plays until an instant of the loop's clock; what its claims came to."""
    loop, outcome = asyncio.get_running_loop(), Counter[str]()
    await dealt(ground, number)
    rounds = 0
    while loop.time() < until:
        game = await ground.game(place(number))
        found = find_sets(game.table)
        if game.phase is not Phase.PLAYING or not found:
            await dealt(ground, number)
            continue
        rounds += 1
        chances = [Random(f"{number} {rounds} {person}") for person in people(number)]
        told = await asyncio.gather(
            *(
                _try(ground, number, PlayerId(person), game, pace, chance)
                for person, chance in zip(people(number), chances, strict=True)
            )
        )
        outcome.update("accepted" if text.startswith("SET!") else "refused" for text in told)
    return outcome


async def _try(ground: Ground, number: int, person: PlayerId, game: Game, pace: Pace, chance: Random) -> str:
    """One player sees a set of the table as it lay there, taps its cards and claims."""
    await asyncio.sleep(chance.uniform(*pace.see))
    for card in find_sets(game.table)[0]:
        await ground.press("tap", place(number), person, game, Action.PICK, card)
        await asyncio.sleep(chance.uniform(*pace.tap))
    return await ground.press("claim", place(number), person, game, Action.CLAIM)
