"""The real bot in the test's own process, joined to a world without sockets, and people to play with it."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from telegram import Bot, Update
from telegram.request import BaseRequest

from handler.bootstrap import clock, service_of, signing_key
from handler.intents import intent_of
from handler.settings import Settings
from handler.sqlite_timers import SqliteTimers
from handler.store.sqlite import SqliteStore
from handler.telegram import BotTelegram
from handler.webhook import response
from infra.local.bot_api import Limits, World
from infra.local.bot_api.delivery import Delivery, Reply
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from infra.local.playground.keeper import Notes
from infra.local.playground.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

    from handler.service import Service

TOKEN = "1000001:local"  # noqa: S105 - good in a test only
NAME = "setgram_bot"
PLENTY = 10_000


class WorldRequest(BaseRequest):
    """Carries python-telegram-bot's calls into a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def read_timeout(self) -> float | None:
        return None

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(self, url: str, *args: Any, request_data: Any = None, **_: Any) -> tuple[int, bytes]:
        request_data = request_data or args[1]
        files = {name: file[1] for name, file in (request_data.multipart_data or {}).items()}
        try:
            result = await call(self._world, url.rsplit("/", 1)[1], request_data.json_parameters, files)
        except ApiError as error:
            refusal = {"ok": False, "error_code": error.code, "description": error.description}
            return error.code, json.dumps(refusal | {"parameters": error.parameters}).encode()
        return 200, json.dumps({"ok": True, "result": result}).encode()


class Poster:
    """Carries updates to a service."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        del url, headers
        intent = intent_of(Update.de_json(json.loads(body), None), NAME, signing_key(TOKEN))
        answer = response(await self._service.handle(intent, clock()))
        return Reply(answer["statusCode"], answer["headers"], answer["body"].encode())


@asynccontextmanager
async def bot_in_a_room(folder: Path) -> AsyncIterator[Room]:
    """A furnished room with the bot at work in it."""
    world = World(TOKEN, NAME, limits=replace(Limits(), group_sends=PLENTY))
    room = Room(world, Notes())
    store, timers = SqliteStore(folder / "games.sqlite"), SqliteTimers(folder / "games.sqlite")
    request = WorldRequest(world)
    telegram = BotTelegram(Bot(TOKEN, request=request, get_updates_request=request))
    settings = Settings(TOKEN, NAME, "secret", per_minute=PLENTY)
    service = service_of(settings, store, telegram, timers, _Faults())
    await call(world, "setWebhook", {"url": "http://127.0.0.1:1/hook"})
    room.furnish()
    delivering = asyncio.create_task(Delivery(world, Poster(service)).run())
    try:
        yield room
    finally:
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)
        store.close()
        timers.close()


class _Faults:
    """A log that no fault may come into."""

    def report(self, why: str) -> None:
        raise AssertionError(why)


async def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
