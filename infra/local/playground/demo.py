"""The demo game: two robots and whoever asked for it sit down together, and the cards are dealt."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from handler.callback_data import Action
from infra.local.bot_api.errors import PeopleError
from infra.local.playground.robot import Robot
from infra.local.playground.shown import Shown, latest
from infra.local.playground.tempo import SPEEDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from infra.local.bot_api.person import Person
    from infra.local.playground.room import Room
    from infra.local.playground.tempo import Tempo

    Pressing = Callable[[int, str], object]
    """How the asking person presses: a message and a button's data, in that person's window."""

PATIENCE = 10.0
"""Seconds that the bot may take to show a lobby, or a table."""


class Demo:
    """The robots at work in every group, and the button that starts a game with them."""

    def __init__(self, room: Room, key: bytes, haste: float, rng: Random) -> None:
        self._room, self._key, self._haste, self._rng = room, key, haste, rng
        self.patience = PATIENCE
        self._robots: dict[int, list[Robot]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def speed(self) -> str:
        """How fast the robots are, as chosen last."""
        return next(iter(self._room.notes.robots.values()))

    def choose_speed(self, speed: str) -> None:
        """Let the robots be slow, normal or fast from now on.

        Raises:
            PeopleError: there is no such speed.
        """
        if speed not in SPEEDS:
            raise PeopleError(f"there is no speed {speed}")
        self._room.notes.robots = dict.fromkeys(self._room.notes.robots, speed)

    def resume(self) -> None:
        """Let the robots play on wherever they have a seat."""
        for chat in self._room.world.state.chats.values():
            if chat.group:
                self._in(chat.id)

    async def close(self) -> None:
        """Let the robots go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _in(self, chat: int) -> list[Robot]:
        """The robots of a group, called in if they are not there yet."""
        if chat not in self._robots:
            world, key, rng = self._room.world, self._key, self._rng
            robots = [Robot(world, person, chat, key, self._tempo, rng) for person in self._room.robots()]
            self._robots[chat] = robots
            self._tasks += [asyncio.create_task(robot.run()) for robot in robots]
        return self._robots[chat]

    def _tempo(self) -> Tempo:
        return SPEEDS[self.speed].hurried(self._haste)

    def start(self, person: Person, chat: int, press: Pressing, tell: Callable[[str], None]) -> None:
        """Seat a person and the robots in the game that is on, or in a new one, and start it.

        `tell` is called with what went wrong, if the bot shows no game.
        """
        self._tasks.append(asyncio.create_task(self._start(person, chat, press, tell)))

    async def _start(self, person: Person, chat: int, press: Pressing, tell: Callable[[str], None]) -> None:
        robots = self._in(chat)
        there = await self._there(chat)
        shown = there or await self._open(person, chat)
        if shown is None:
            return tell("No lobby came: try /table")
        for robot in robots:
            await self._pause()
            await robot.join(shown)
        if there is not None:  # who has opened the lobby is in already
            press(shown.message, shown.buttons[Action.JOIN])
        if shown.is_lobby:
            await self._pause()
            await robots[0].start(shown)  # an admin: whoever asked may have come to somebody else's lobby
        return None

    async def _there(self, chat: int) -> Shown | None:
        """The game that is on in a group; a page of its lobby's menu is closed for it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                while (shown := latest(self._room.world.chat(chat), self._key)) is not None and shown.is_menu:
                    await self._in(chat)[0].close_menu(shown)
                    await self._pause()
                return shown
        return None

    async def _pause(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.3, 0.6) / self._haste)

    async def _open(self, person: Person, chat: int) -> Shown | None:
        """A lobby that the person opens; None if the bot shows none."""
        feed = self._room.world.subscribe(person)
        try:
            self._room.world.say(person, chat, "/newgame")
            async with asyncio.timeout(self.patience):
                async for _ in feed:
                    shown = latest(self._room.world.chat(chat), self._key)
                    if shown is not None:
                        return shown
        except TimeoutError:
            pass
        finally:
            feed.close()
        return None
