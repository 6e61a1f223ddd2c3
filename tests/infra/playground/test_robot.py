"""Robots at a real table: the bot is the real one, in the same process."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.card import DECK
from engine.reasons import Reason
from engine.sets import find_sets, is_set
from handler import replies
from handler.bootstrap import signing_key
from handler.callback_data import Action
from infra.local.playground.robot import Robot, mistaken_set
from infra.local.playground.shown import Shown, latest
from infra.local.playground.tempo import Tempo
from tests.infra.playground.bot import TOKEN, bot_in_a_room, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from infra.local.bot_api.message import Message
    from infra.local.bot_api.person import Person
    from infra.local.bot_api.query import Answer
    from infra.local.playground.room import Room

pytestmark = pytest.mark.anyio

KEY = signing_key(TOKEN)
BLITZ = Tempo(think=0.02, tap=(0.0, 0.005), mistakes=0.0)


class Table:
    """A game in a room, with two robots in it and their first human, Ana, who opened it."""

    def __init__(self, room: Room, tempo: Tempo) -> None:
        self.room, self.tempo = room, tempo
        self.chat = room.notes.group
        self.ana = room.people()[0]
        self.robots = [
            Robot(room.world, person, self.chat, KEY, lambda: self.tempo, Random(number))
            for number, person in enumerate(room.robots())
        ]

    @property
    def shown(self) -> Shown:
        found = latest(self.room.world.chat(self.chat), KEY)
        assert found is not None
        return found

    @property
    def messages(self) -> list[Message]:
        return [message for message in self.room.world.chat(self.chat).messages.values() if not message.deleted]

    @property
    def caption(self) -> str:
        return next(message.text for message in self.messages if message.photo)

    async def press(self, person: Person, data: str) -> Answer:
        answer = await self.room.world.press(person, self.chat, self.shown.message, data)
        assert answer is not None
        return answer

    async def begin(self) -> None:
        """Ana opens a lobby, the robots join, Ana starts."""
        self.room.world.say(self.ana, self.chat, "/newgame")
        await until(lambda: latest(self.room.world.chat(self.chat), KEY))
        for robot in self.robots:
            await robot.join(self.shown)
        await self.press(self.ana, self.shown.buttons[Action.START])
        await until(lambda: self.shown.is_table)


@asynccontextmanager
async def table_in(folder: Path, tempo: Tempo = BLITZ) -> AsyncIterator[Table]:
    async with bot_in_a_room(folder) as room:
        yield Table(room, tempo)


@asynccontextmanager
async def at_work(table: Table) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(robot.run()) for robot in table.robots]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_two_robots_play_a_whole_game_to_its_end(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table, at_work(table):
        await table.begin()
        await until(lambda: any(message.text.startswith("🏁") for message in table.messages), 60)
        final = next(message.text for message in table.messages if message.text.startswith("🏁"))
        scores = {line.split(" ")[1]: int(line.split(" ")[2]) for line in final.splitlines()[1:]}
        assert scores["Ana"] == 0
        assert 19 <= scores["Pixel"] + scores["Turbo"] <= 27
        assert min(scores["Pixel"], scores["Turbo"]) > 0


def key_of(table: Table, text: str) -> str:
    """The data of the newest button with this text, with or without a sign before it; empty if there is none."""
    keys = [key for message in reversed(table.messages) for row in message.keyboard or () for key in row]
    told = (key.get("callback_data", "") for key in keys if text in (key["text"], key["text"].partition(" ")[2]))
    return next(told, "")


SYSTEMS: dict[str, list[str]] = {
    "race": [],
    "race with quick claim": ["More", "Quick claim: no"],
    "classic": ["More", "Classic"],
    "easy": ["Easy"],
    "call": ["More", "Call first"],
    "match": ["More", "Call first", "Rounds: one", "Deck: all cards"],
    "family": ["More", "Family"],
    "kids": ["Kids"],
}


@pytest.mark.parametrize("chosen", SYSTEMS.values(), ids=SYSTEMS)
async def test_robots_play_by_whatever_rules_are_chosen_to_the_end(tmp_path: Path, chosen: list[str]) -> None:
    async with table_in(tmp_path) as table, at_work(table):
        pixel, turbo = table.room.robots()
        table.room.world.say(pixel, table.chat, "/newgame")
        await until(lambda: latest(table.room.world.chat(table.chat), KEY))
        for text in chosen:
            await until(lambda text=text: key_of(table, text))  # type: ignore[misc]
            await table.press(pixel, key_of(table, text))
        if "More" in chosen:
            await table.press(pixel, key_of(table, "Back"))
        await until(lambda: table.shown.is_lobby)
        await table.press(turbo, table.shown.buttons[Action.JOIN])
        await table.press(pixel, table.shown.buttons[Action.START])
        await until(lambda: any(message.text.startswith("🏁") for message in table.messages), 100)


async def test_a_robot_thinks_as_long_as_its_tempo_says(tmp_path: Path) -> None:
    async with table_in(tmp_path, replace(BLITZ, think=1000.0)) as table, at_work(table):
        await table.begin()
        before = table.caption
        await asyncio.sleep(0.3)
        assert table.caption == before


async def test_a_robot_that_is_wrong_is_locked_out_and_waits_for_other_cards(tmp_path: Path) -> None:
    async with table_in(tmp_path, replace(BLITZ, mistakes=1.0)) as table, at_work(table):
        table.robots = table.robots[:1]
        await table.begin()
        await until(lambda: "🔒" in table.caption)
        await asyncio.sleep(0.3)
        assert "−1🔒" in table.caption
        table.tempo = BLITZ
        for card in find_sets(table.shown.cards)[0]:
            await table.press(table.ana, table.shown.taps[card])
        assert (await table.press(table.ana, table.shown.buttons[Action.CLAIM])).text.startswith("SET!")
        await until(lambda: "🔒" not in table.caption)


async def test_a_robot_can_be_wrong_about_nothing_where_the_last_three_cards_are_a_set() -> None:
    last = find_sets(DECK[:12])[0]
    assert mistaken_set(last, Random(1)) is None
    believed = mistaken_set((*last, next(card for card in DECK if card not in last)), Random(1))
    assert believed is not None
    assert not is_set(*believed)


async def test_a_robot_without_a_seat_does_not_play(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        pixel, turbo = table.robots
        table.robots = [turbo]
        table.room.world.say(table.ana, table.chat, "/newgame")
        await until(lambda: latest(table.room.world.chat(table.chat), KEY))
        await table.press(table.room.people()[1], table.shown.buttons[Action.JOIN])
        feed = table.room.world.subscribe(table.room.robots()[1])
        async with at_work(table):
            await table.press(table.ana, table.shown.buttons[Action.START])
            await until(lambda: table.shown.is_table)
            async with asyncio.timeout(10):
                answer = await anext(event async for event in feed if event.kind == "answer")
            assert answer.body["text"] == replies.REASONS[Reason.NOT_IN_GAME]
            before = table.caption
            await asyncio.sleep(0.2)
            assert table.caption == before
        feed.close()
        del pixel


async def test_a_robot_plays_on_with_the_picks_it_had_before_a_restart(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        await table.begin()
        pixel = table.room.robots()[0]
        wrong = [card for card in table.shown.cards if card not in find_sets(table.shown.cards)[0]][:3]
        for card in wrong:  # picked before the robot began to keep count
            await table.press(pixel, table.shown.taps[card])
        table.robots = table.robots[:1]
        async with at_work(table):
            await until(lambda: "✅" in table.caption)


async def test_a_robot_starts_the_game_as_an_admin(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        table.room.world.say(table.ana, table.chat, "/newgame")
        await until(lambda: latest(table.room.world.chat(table.chat), KEY))
        for robot in table.robots:
            await robot.join(table.shown)
        await table.robots[0].start(table.shown)
        await until(lambda: table.shown.is_table)
