from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from handler.bootstrap import signing_key
from handler.callback_data import Action
from infra.local.bot_api.errors import PeopleError
from infra.local.playground.demo import Demo
from infra.local.playground.shown import Shown, latest
from tests.infra.playground.bot import TOKEN, bot_in_a_room, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from infra.local.bot_api.person import Person
    from infra.local.playground.room import Room

pytestmark = pytest.mark.anyio

KEY = signing_key(TOKEN)
HASTE = 400.0


class Stage:
    """A room with its demo."""

    def __init__(self, room: Room, demo: Demo) -> None:
        self.room, self.demo = room, demo
        self.world, self.chat = room.world, room.notes.group
        self.ana, self.ben = room.people()[:2]
        self.told: list[str] = []

    def start(self, person: Person, chat: int | None = None) -> None:
        where = chat or self.chat
        press = partial(self.world.press, person, where)
        self.demo.start(person, where, press, self.told.append)

    def shown(self, chat: int | None = None) -> Shown | None:
        return latest(self.world.chat(chat or self.chat), KEY)

    def caption(self, chat: int | None = None) -> str:
        shown = self.shown(chat)
        return "" if shown is None else self.world.chat(chat or self.chat).messages[shown.message].text

    async def playing(self, *names: str, chat: int | None = None) -> None:
        await until(lambda: all(name in self.caption(chat) for name in ("Deck", *names)))


@asynccontextmanager
async def stage_in(folder: Path) -> AsyncIterator[Stage]:
    async with bot_in_a_room(folder) as room:
        demo = Demo(room, KEY, HASTE, Random(5))
        try:
            yield Stage(room, demo)
        finally:
            await demo.close()


async def test_the_demo_seats_a_person_with_both_robots_and_starts(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        stage.start(stage.ben)
        await stage.playing("Ben", "Pixel", "Turbo")
        await until(lambda: "✅" in stage.caption() or "❌" in stage.caption())


async def test_the_demo_joins_a_lobby_of_somebody_else(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        stage.world.say(stage.ana, stage.chat, "/newgame")
        await until(stage.shown)
        stage.start(stage.ben)
        await stage.playing("Ana", "Ben", "Pixe", "Turb")


async def test_the_demo_closes_an_open_page_of_the_lobbys_menu(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        stage.world.say(stage.ana, stage.chat, "/newgame")
        await until(stage.shown)
        shown = stage.shown()
        assert shown is not None
        await stage.world.press(stage.ana, stage.chat, shown.message, shown.buttons[Action.MENU])
        await until(lambda: (there := stage.shown()) and there.is_menu)
        stage.start(stage.ben)
        await stage.playing("Ana", "Ben", "Pixe", "Turb")


async def test_the_demo_joins_a_game_that_is_on(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        stage.world.say(stage.ana, stage.chat, "/newgame")
        await until(stage.shown)
        shown = stage.shown()
        assert shown is not None
        await stage.world.press(stage.room.people()[2], stage.chat, shown.message, shown.buttons[Action.JOIN])
        await stage.world.press(stage.ana, stage.chat, shown.message, shown.buttons[Action.START])
        await stage.playing("Ana", "Cleo")
        assert "Ben" not in stage.caption()
        stage.start(stage.ben)
        await stage.playing("Ana", "Ben", "Pixe", "Turb")


async def test_the_demo_plays_in_any_group(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        family = stage.room.add_group(stage.ana, "Family").id
        stage.start(stage.ana, family)
        await stage.playing("Ana", "Pixel", "Turbo", chat=family)
        assert stage.shown() is None


async def test_robots_resume_a_game_that_they_are_in(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        stage.start(stage.ana)
        await stage.playing("Pixel")
        await stage.demo.close()
        before = stage.caption()
        again = Demo(stage.room, KEY, HASTE, Random(6))
        again.resume()
        await until(lambda: stage.caption() != before)
        await again.close()


async def test_whoever_asked_is_told_when_the_bot_shows_no_game(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        await until(lambda: "I deal SET" in stage.world.history(stage.chat)[-1].get("text", ""))
        stage.world.kick_bot(stage.chat)
        stage.demo.patience = 0.05
        stage.start(stage.ben)
        await until(lambda: stage.told)
        assert stage.shown() is None


async def test_the_speed_is_one_of_three_and_kept_in_the_notes(tmp_path: Path) -> None:
    async with stage_in(tmp_path) as stage:
        assert stage.demo.speed == "normal"
        stage.demo.choose_speed("fast")
        assert stage.demo.speed == "fast"
        assert set(stage.room.notes.robots.values()) == {"fast"}
        with pytest.raises(PeopleError, match="light"):
            stage.demo.choose_speed("light")
