"""A normal game beside a flood: outsiders who tap, and one person who sends commands, in the same group."""

from __future__ import annotations

import asyncio
from itertools import count, cycle
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

PROCESSES, OUTSIDERS, WINDOWS, SECONDS = 4, 50, 4, 6.0
FULL_SECONDS = 5.0
BRISK = Pace((0.4, 1.2), (0.15, 0.4))
GAME, CROWD = 0, 1
"""The group with the normal game and the flood, and one to see how much the machine serves."""

COMMANDS = ("/score", "/cards", "/table", "/help", "/kick", "/stop")
ONE_COMMAND_IN = 10
OTHERS_SHARE = 8
"""Answers to commands in a minute: what the table leaves to them of the 20 that Telegram grants a group."""


def bars() -> Iterator[Bar]:
    """Players' p95 tap with a flood by that of the quiet run, in turns of a few seconds; answers sent in a minute."""
    return iter(asyncio.run(_measured()))


async def _measured() -> list[Bar]:
    async with ground(PROCESSES) as made:
        served = await _served(made)
        answers = await _turns(made, served / 2)
    quiet, flood = made.took["quiet tap"], made.took["flood tap"]
    faults = made.faults()
    ratio = percentile(flood, 95) / percentile(quiet, 95)
    fullest = f"the machine serves {served:.0f} taps a second with {PROCESSES} processes"
    told = (
        f"players' taps: {len(quiet)} quiet, p50 {percentile(quiet, 50):.0f} ms, p95 {percentile(quiet, 95):.0f} ms; "
        f"{len(flood)} beside {served / 2:.0f} a second of {OUTSIDERS} outsiders and one who sends commands, "
        f"p50 {percentile(flood, 50):.0f} ms, p95 {percentile(flood, 95):.0f} ms; {fullest}; "
        f"broke: {dict(faults) or 'nothing'}"
    )
    spent = f"answers to commands in the minute with the most of them, while {dict(made.api.calls)} were sent"
    return [
        Bar("flood-tap", float("inf") if faults else ratio, 1.5, at_least=False, compared=told),
        Bar("flood-budget", max(answers), OTHERS_SHARE, at_least=False, compared=spent),
    ]


async def _served(made: Ground) -> float:
    """How many taps of players the machine serves in a second, when each waits only for the one before."""
    game = await dealt(made, CROWD)
    loop = asyncio.get_running_loop()
    until = loop.time() + FULL_SECONDS

    async def tapping(number: int) -> None:
        for card in cycle(game.table):
            if loop.time() > until:
                return
            await made.press("full", place(CROWD), people(CROWD)[number % SIZE], game, Action.PICK, card)

    await asyncio.gather(*(tapping(number) for number in range(2 * PROCESSES)))
    return len(made.took["full"]) / FULL_SECONDS


async def _turns(made: Ground, rate: float) -> list[int]:
    """Quiet and flood in turns beside one game; how many answers a minute had, after each flood."""
    loop, answers = asyncio.get_running_loop(), list[int]()
    playing = asyncio.create_task(_game(made, loop.time() + 2 * WINDOWS * SECONDS))
    for _ in range(WINDOWS):
        made.phase = "quiet "
        await asyncio.sleep(SECONDS)
        made.phase = "flood "
        await _flood(made, rate, loop.time() + SECONDS)
        answers.append(len((await made.store.load_budget(place(GAME).chat)).other))
    await playing
    return answers


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
