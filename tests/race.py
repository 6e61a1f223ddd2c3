"""Races through the whole path: people of several chats press at once, a local Bot API delivers side by side, and
handler processes, as many as Lambda would have containers, referee over one store.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import uvicorn

from engine.game import Millis, Phase, PlayerId
from engine.sets import find_sets
from handler.bootstrap import clock, signing_key
from handler.callback_data import Action, parse_button
from handler.ports import ChatId, GameKey, Tap
from infra.local.bot_api import Limits, World
from infra.local.bot_api.delivery import Delivery, Reply
from infra.local.bot_api.methods import call
from infra.local.bot_api.server import app
from infra.local.handlers.pool import HandlerPool, Lost, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from engine.card import Card
    from engine.game import Game
    from handler.ports import Store
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person

TOKEN, USERNAME, SECRET = "1000001:race-token", "race_bot", "race-secret"
LIMITS = Limits(
    group_sends=1_000_000, max_connections=100, connections_at_once=100, query_seconds=120, callback_kept=600
)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")
PROCESSES = 8
UPDATES = count(10**9)


@dataclass
class Report:
    """What the rounds came to: how many of each kind, and whatever was not as it must be."""

    rounds: int = 0
    accepted: int = 0
    told_who_was_faster: int = 0
    wrong: list[str] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)


@dataclass
class Pooled:
    """Delivers updates straight to the handler processes."""

    pool: HandlerPool

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        del url
        try:
            answer = await self.pool.post("/", headers, body)
        except Lost as lost:
            raise OSError(str(lost)) from lost
        return Reply(answer.status, answer.headers, answer.body)


@contextlib.asynccontextmanager
async def arena(environment: Mapping[str, str], log: list[str], processes: int = PROCESSES) -> AsyncIterator[World]:
    """A world whose bot is the product itself, in so many processes over the store that the environment names."""
    world = World(TOKEN, USERNAME, limits=LIMITS)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app(world, deliver=False), port=port, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    settings = {
        "BOT_TOKEN": TOKEN,
        "BOT_USERNAME": USERNAME,
        "WEBHOOK_SECRET": SECRET,
        "TELEGRAM_API_URL": f"http://127.0.0.1:{port}",
        "GROUP_MESSAGES_PER_MINUTE": "10000",
        "PYTHONPATH": str(Path(__file__).parent.parent),
        **environment,
    }
    async with running(processes, settings, log.append) as pool:
        await call(world, "setWebhook", {"url": "https://race.example/", "secret_token": SECRET}, {})
        delivering = asyncio.create_task(Delivery(world, Pooled(pool)).run())
        try:
            yield world
        finally:
            delivering.cancel()
            server.should_exit = True
            await asyncio.gather(delivering, serving, return_exceptions=True)


@dataclass
class Table:
    """One chat of the race: its people, and how they press what they see."""

    world: World
    store: Store
    people: list[Person]
    chat: int
    token: str = TOKEN
    PRESETS: ClassVar[tuple[str, ...]] = ()
    """Buttons of the lobby pressed before Start."""

    @property
    def key(self) -> GameKey:
        return GameKey(ChatId(self.chat))

    async def game(self) -> Game:
        stored = (await self.store.load(self.key)).stored
        assert stored is not None
        return stored.game

    def message_with(self, label: str) -> Json:
        """The newest message that has a button with this text."""
        return next(message for message in reversed(self.world.history(self.chat)) if _data(message, label) is not None)

    async def press(self, person: Person, label: str, message: Json | None = None) -> str:
        """Press a button; what the presser is told."""
        under = message or self.message_with(label)
        data = _data(under, label)
        assert data is not None
        answer = await self.world.press(person, self.chat, under["message_id"], data)
        return answer.text if answer is not None else "(no answer)"

    async def deal(self) -> None:
        """A fresh game with everybody in it."""
        self.world.say(self.people[0], self.chat, "/newgame")
        await self._until("Start")
        lobby = self.message_with("Start")
        for person in self.people[1:]:
            await self.press(person, "Join", lobby)
        for label in (*self.PRESETS, "Start"):
            await self.press(self.people[0], label, lobby)
        await self._until("SET!")

    async def _until(self, label: str) -> None:
        for _ in range(600):
            with contextlib.suppress(StopIteration):
                self.message_with(label)
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"no message with {label} came")

    async def shows(self, game: Game) -> bool:
        """Whether the message comes to show this game: its last claim, and buttons of its revision."""
        for _ in range(200):
            message = next(iter(m for m in reversed(self.world.history(self.chat)) if "photo" in m), None)
            if message is not None and _shows(message, game, ChatId(self.chat), signing_key(self.token)):
                return True
            await asyncio.sleep(0.05)
        return False

    async def round(self, report: Report) -> None:
        """Everybody picks the same set and presses SET! at once."""
        before = await self.game()
        if before.phase is not Phase.PLAYING:
            await self.deal()
            before = await self.game()
        found, message = find_sets(before.table)[0], self.message_with("SET!")
        await asyncio.gather(*(self.pick(person, found, before) for person in self.people))
        told = await asyncio.gather(*(self.press(person, "SET!", message) for person in self.people))
        after = await self.game()
        report.rounds += 1
        report.accepted += (accepted := sum(text.startswith("SET!") for text in told))
        faster = sum(text.startswith(("faster: ", "photo finish: ")) for text in told)
        report.told_who_was_faster += faster
        points = sum(player.score for player in after.players) - sum(player.score for player in before.players)
        lost = [player.name for player in after.players if player.wrong]
        if (accepted, faster, points, after.revision - before.revision, lost) != (1, len(told) - 1, 1, 1, []):
            report.wrong.append(f"chat {self.chat}: points {points}, wrong {lost}, told {told}")
        if not await self.shows(after):
            report.wrong.append(f"chat {self.chat}: the message does not show revision {after.revision}")

    async def pick(self, person: Person, cards: tuple[Card, ...], game: Game) -> None:
        """Taps, put where the handler puts them: what races here is the claims."""
        for place, card in enumerate(cards):
            at = Millis(clock() + place - 3)
            tap = Tap(next(UPDATES), card, at)
            await self.store.add_tap(self.key, game.id, PlayerId(person.id), tap)


def _data(message: Json, label: str) -> str | None:
    """What a button carries that has this text, with or without a sign before it."""
    buttons = [b for row in message.get("reply_markup", {}).get("inline_keyboard", []) for b in row]
    return next((b["callback_data"] for b in buttons if label in (b["text"], b["text"].partition(" ")[2])), None)


def _shows(message: Json, game: Game, chat: ChatId, key: bytes) -> bool:
    if game.phase is not Phase.PLAYING:
        return message.get("caption", "").startswith("Game over") and not message.get("reply_markup")
    data = _data(message, "SET!")
    button = parse_button(data, chat, key) if data else None
    return button is not None and button.action is Action.CLAIM and button.revision == game.revision


async def race(
    environment: Mapping[str, str], store: Store, *, chats: int = 8, players: int = 8, rounds: int = 50
) -> Report:
    """So many rounds in so many fresh chats at once; the report says what was not as it must be."""
    report, log = Report(), list[str]()
    async with arena(environment, log) as world:
        tables = []
        for number in range(chats):
            people = [world.add_person(name) for name in NAMES[:players]]
            tables.append(Table(world, store, people, world.make_group(f"Group {number}", people).id))
        await asyncio.gather(*(table.deal() for table in tables))
        for _ in range(rounds):
            await asyncio.gather(*(table.round(report) for table in tables))
    faults = [line for line in log if json.loads(line).get("kind") in {"error", "fault"}]
    report.wrong.extend(faults[:5])
    return report


def dynamodb_environment(endpoint: str, table: str) -> dict[str, str]:
    """What a handler process needs to play on a DynamoDB of this machine."""
    return {
        "STORE": "dynamodb",
        "TABLE_NAME": table,
        "AWS_ENDPOINT_URL_DYNAMODB": endpoint,
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_DEFAULT_REGION": "eu-west-1",
    }
