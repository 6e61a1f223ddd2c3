"""A normal game beside a flood: outsiders who tap, and one person who sends commands, in the same group."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count, cycle
from statistics import median
from typing import TYPE_CHECKING

from handler.callback_data import Action
from tests.bench.bar import Bar
from tests.load.__main__ import percentile
from tests.load.ground import ground
from tests.load.groups import SIZE, Pace, dealt, people, place, play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.load.ground import Ground

IDS = ("flood-tap", "flood-budget")

PROCESSES, OUTSIDERS = 4, 50
ROUNDS, TURNS, SECONDS = 5, 6, 2.0
"""In a round quiet and flood take so many turns of so many seconds each: whatever else the machine does hits both."""
FULL_SECONDS = 2.0
BRISK = Pace((0.4, 1.2), (0.15, 0.4))
GAME, CROWD = 0, 1
"""The group with the normal game and the flood, and one to see how much the machine serves."""

COMMANDS = ("/score", "/cards", "/table", "/help", "/kick", "/stop")
ONE_COMMAND_IN = 10
OTHERS_SHARE = 8
"""Answers to commands in a minute: what the table leaves to them of the 20 that Telegram grants a group."""


@dataclass(frozen=True, slots=True)
class Round:
    """Taps that the machine served in a second just before, players' taps in seconds, answers in a minute."""

    served: float
    quiet: list[float]
    flood: list[float]
    answers: int

    @property
    def ratio(self) -> float:
        """Players' p95 beside the flood by that of the quiet."""
        return percentile(self.flood, 95) / percentile(self.quiet, 95)


def bars() -> Iterator[Bar]:
    """The median of all rounds' ratios of players' p95 taps; the most answers that a minute had."""
    return iter(asyncio.run(_measured()))


async def _measured() -> list[Bar]:
    async with ground(PROCESSES) as made:
        rounds = [await _round(made) for _ in range(ROUNDS)]
    faults = made.faults()
    quiet, flood = made.took["quiet tap"], made.took["flood tap"]
    told = (
        f"players' taps: {len(quiet)} quiet, p50 {percentile(quiet, 50):.0f} ms, p95 {percentile(quiet, 95):.0f} ms; "
        f"{len(flood)} beside {OUTSIDERS} outsiders and one who sends commands, p50 {percentile(flood, 50):.0f} ms, "
        f"p95 {percentile(flood, 95):.0f} ms; in rounds of "
        + ", ".join(f"{found.ratio:.2f} beside {found.served / 2:.0f} a second" for found in rounds)
        + f", half of what the machine served then with {PROCESSES} processes; broke: {dict(faults) or 'nothing'}"
    )
    spent = f"answers to commands in the minute with the most of them, while {dict(made.api.calls)} were sent"
    ratio = float("inf") if faults else median(found.ratio for found in rounds)
    return [
        Bar("flood-tap", ratio, 1.5, at_least=False, compared=told),
        Bar("flood-budget", max(found.answers for found in rounds), OTHERS_SHARE, at_least=False, compared=spent),
    ]


async def _served(made: Ground) -> float:
    """How many taps of players the machine serves in a second, when each waits only for the one before."""
    game = await dealt(made, CROWD)
    loop, before = asyncio.get_running_loop(), len(made.took.get("full", ()))
    until = loop.time() + FULL_SECONDS

    async def tapping(number: int) -> None:
        for card in cycle(game.table):
            if loop.time() > until:
                return
            await made.press("full", place(CROWD), people(CROWD)[number % SIZE], game, Action.PICK, card)

    await asyncio.gather(*(tapping(number) for number in range(2 * PROCESSES)))
    return (len(made.took["full"]) - before) / FULL_SECONDS


async def _round(made: Ground) -> Round:
    """Quiet and flood in turns beside one game, after a look at what the machine serves now."""
    loop, served, answers = asyncio.get_running_loop(), await _served(made), 0
    began = {kind: len(made.took.get(kind, ())) for kind in ("quiet tap", "flood tap")}
    playing = asyncio.create_task(_game(made, loop.time() + 2 * TURNS * SECONDS))
    for _ in range(TURNS):
        made.phase = "quiet "
        await asyncio.sleep(SECONDS)
        made.phase = "flood "
        await _flood(made, served / 2, loop.time() + SECONDS)
        answers = max(answers, len((await made.store.load_budget(place(GAME).chat)).other))
    made.phase = ""
    await playing
    quiet, flood = (made.took[kind][start:] for kind, start in began.items())
    return Round(served, quiet, flood, answers)


async def _game(made: Ground, until: float) -> None:
    await play(made, GAME, BRISK, until)


async def _flood(made: Ground, rate: float, until: float) -> None:
    """Presses and commands at a fixed rate, whether those before were answered or not."""
    loop, waiting = asyncio.get_running_loop(), set[asyncio.Task[object]]()
    game, began = await made.game(place(GAME)), loop.time()
    for number in count():
        due = began + number / rate
        if due > until:
            break
        await asyncio.sleep(max(0.0, due - loop.time()))
        outsider = 9_000_000 + number % OUTSIDERS
        if number % ONE_COMMAND_IN == 0:
            say = made.say("command", place(GAME), 9_999_999, COMMANDS[number // ONE_COMMAND_IN % len(COMMANDS)])
            waiting.add(asyncio.create_task(say))
        else:
            card = game.table[number % len(game.table)]
            waiting.add(asyncio.create_task(made.press("outsider", place(GAME), outsider, game, Action.PICK, card)))
    await asyncio.gather(*waiting)
