"""What the tests act on: a served world, a real bot on loopback, a webhook that does as told, a clock set by hand."""

from __future__ import annotations

import asyncio
import heapq
import io
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from starlette.responses import JSONResponse, Response
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from infra.local.bot_api.server import app
from infra.local.bot_api.world import World

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send
    from telegram import Bot, Message

    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.limits import Limits
    from infra.local.bot_api.person import Person

START = 1_800_000_000.0
TOKEN = "1000001:local"  # noqa: S105 - good in these tests only
NAME = "setgram_bot"
PATIENCE = 20.0
"""Real seconds until something that does not come true is a failure."""


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self._now = START
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._order = itertools.count()

    @property
    def passed(self) -> float:
        """Seconds since the test began."""
        return self._now - START

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), woken))
        await woken.wait()

    def advance(self, seconds: float) -> None:
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now + 1e-9:
            heapq.heappop(self._sleepers)[2].set()


async def until(condition: Callable[[], bool], why: str = "it never came true") -> None:
    """Wait, in real time, until something is so."""
    late = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > late:
            raise AssertionError(why)
        await asyncio.sleep(0.001)


async def settled() -> None:
    """Give all that can run without the clock the time to do so."""
    for _ in range(20):
        await asyncio.sleep(0.001)


@dataclass
class Delivered:
    """One update as it came to the webhook."""

    update: Update
    raw: dict[str, Any]
    headers: dict[str, str]
    at: float


@dataclass
class Hook:
    """A webhook: `answer` decides what it says to an update."""

    clock: ManualClock
    seen: list[Delivered] = field(default_factory=list)
    answer: Callable[[Delivered], Awaitable[Response] | Response] = field(default=lambda _: Response())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = json.loads((await receive())["body"])
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        update = Update.de_json(raw, None)
        delivered = Delivered(update, raw, headers, self.clock.passed)
        self.seen.append(delivered)
        said = self.answer(delivered)
        response = said if isinstance(said, Response) else await said
        await response(scope, receive, send)

    @property
    def presses(self) -> list[Delivered]:
        return [delivered for delivered in self.seen if delivered.update.callback_query]

    @property
    def texts(self) -> list[str | None]:
        return [delivered.update.message.text for delivered in self.seen if delivered.update.message]


@dataclass
class Town:
    """A world and some of its people. Ana owns the group, Ben is in it."""

    world: World
    clock: ManualClock
    ana: Person
    ben: Person
    group: Chat

    async def call(self, method: str, files: dict[str, bytes] | None = None, **parameters: Any) -> Any:
        """A call of the bot, past HTTP."""
        return await call(self.world, method, parameters, files, strict=True)

    async def send(self, text: str = "hello", **parameters: Any) -> Any:
        """A text in the group."""
        return await self.call("sendMessage", chat_id=self.group.id, text=text, **parameters)

    async def picture(self, **parameters: Any) -> Any:
        """A picture with one button in the group."""
        given = {"chat_id": self.group.id, "caption": "table", "reply_markup": buttons("one")} | parameters
        return await self.call("sendPhoto", {"photo": png()}, **given)

    async def refusal(self, method: str, files: dict[str, bytes] | None = None, **parameters: Any) -> str:
        """What the bot is told of a call that is not carried out."""
        with pytest.raises(ApiError) as refused:
            await self.call(method, files, **parameters)
        return refused.value.description

    @property
    def updates(self) -> list[dict[str, Any]]:
        """What waits for the bot."""
        return [pending.update() for pending in self.world.state.outbox.pending]


@dataclass
class Stage:
    """A world served over HTTP. Ana owns the group, Ben is in it."""

    world: World
    clock: ManualClock
    bot: Bot
    hook: Hook
    url: str
    ana: Person
    ben: Person
    group: Chat

    async def listen(self, **settings: Any) -> None:
        """Set the webhook."""
        await self.bot.set_webhook(f"{self.url}/hook", **settings)

    async def table(self, chat: Chat | None = None, data: str = "one") -> Message:
        """A picture with one button, sent by the bot."""
        chat_id = (chat or self.group).id
        return await self.bot.send_photo(chat_id, png(), caption="table", reply_markup=keyboard(data))

    async def warm(self) -> None:
        """Have one update taken, so that more than one connection may be opened."""
        await self.listen(drop_pending_updates=True)
        self.world.say(self.ana, self.group.id, "/warm")
        await until(lambda: not self.world.state.outbox.pending)
        self.hook.seen.clear()

    async def failed(self, count: int) -> None:
        """Wait until the delivery of the first update has failed so often."""
        await until(lambda: self.world.state.outbox.pending[0].fails == count)
        await settled()

    async def delivered(self, count: int) -> list[Delivered]:
        """Wait until so many updates have come."""
        await until(lambda: len(self.hook.seen) >= count, f"only {len(self.hook.seen)} of {count} updates came")
        return self.hook.seen


class Switch:
    """One server for all tests of a session: each puts its own application and webhook in."""

    def __init__(self) -> None:
        self.app: ASGIApp | None = None
        self.hook: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        target = self.hook if scope["path"] == "/hook" else self.app
        assert target is not None
        await target(scope, receive, send)


def make_town(limits: Limits | None = None) -> Town:
    clock = ManualClock()
    world = World(TOKEN, NAME, clock=clock, limits=limits)
    ana, ben = world.add_person("Ana", username="ana"), world.add_person("Ben")
    return Town(world, clock, ana, ben, world.make_group("Friends", [ana, ben]))


def make_stage(switch: Switch, url: str, bot: Bot) -> Stage:
    town = make_town()
    hook = Hook(town.clock)
    switch.app, switch.hook = app(town.world, strict=True, deliver=False), hook
    return Stage(town.world, town.clock, bot, hook, url, town.ana, town.ben, town.group)


def png(width: int = 40, height: int = 30, colour: str = "red") -> bytes:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


def keyboard(*data: str) -> InlineKeyboardMarkup:
    """One row of buttons."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(entry, callback_data=entry) for entry in data]])


def buttons(*data: str) -> dict[str, Any]:
    """The same as the Bot API writes it."""
    return {"inline_keyboard": [[{"text": entry, "callback_data": entry} for entry in data]]}


def method_reply(method: str, **parameters: object) -> Response:
    """A webhook's answer that holds a call."""
    return JSONResponse({"method": method, **parameters})
