"""The playground's application, served on loopback, over a room and a pool that answers by itself."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any, cast

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from infra.local.bot_api import World
from infra.local.bot_api.methods import call
from infra.local.handlers.pool import Answer, Lost
from infra.local.playground.demo import Demo
from infra.local.playground.keeper import Notes
from infra.local.playground.room import Room
from infra.local.playground.web import Web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from infra.local.handlers.pool import HandlerPool

TOKEN = "1000001:local"  # noqa: S105 - good in a test only


class FakePool:
    """Remembers what was posted, and answers as told; None: its process ends."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, dict[str, str], bytes]] = []
        self.answer: Answer | None = Answer(200, {"content-type": "application/json"}, b'{"method": "x"}')

    async def post(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.posted.append((path, dict(headers), body))
        if self.answer is None:
            raise Lost("it ended")
        return self.answer


class Window:
    """An open window."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def ask(self, what: str, **fields: Any) -> None:
        await self.send(json.dumps({"do": what, **fields}))

    async def send(self, text: str) -> None:
        await self._socket.send(text)

    async def hear(self) -> dict[str, Any]:
        """The next news, whatever it is."""
        async with asyncio.timeout(60):
            heard: dict[str, Any] = json.loads(await self._socket.recv())
        return heard

    async def news(self, kind: str) -> dict[str, Any]:
        """The next news of a kind; all before it are passed over."""
        while True:
            heard = await self.hear()
            if heard["kind"] == kind:
                return heard

    async def text(self, wanted: str) -> dict[str, Any]:
        """The message with this text, once it comes."""
        while True:
            message: dict[str, Any] = (await self.news("message"))["message"]
            if message.get("text") == wanted:
                return message

    async def closed(self) -> None:
        """Wait until the server has closed the window."""
        await self._socket.wait_closed()


class Stage:
    """The application with its parts."""

    def __init__(self) -> None:
        self.room = Room(World(TOKEN), Notes())
        self.room.furnish()
        self.group = self.room.notes.group
        self.pool = FakePool()
        self.app = Web(self.room, Demo(self.room, b"key", 1.0, Random(1)), cast("HandlerPool", self.pool)).app()
        self.host = ""
        self.client = httpx.AsyncClient(trust_env=False)

    @asynccontextmanager
    async def window(self, query: str = "", origin: str | None = None) -> AsyncIterator[Window]:
        async with connect(f"ws://{self.host}/live{query}", origin=cast("Any", origin), proxy=None) as socket:
            yield Window(socket)

    async def called(self, method: str, files: Mapping[str, bytes] | None = None, **given: Any) -> Any:
        """What the bot does."""
        return await call(self.room.world, method, given, files)


@asynccontextmanager
async def served() -> AsyncIterator[Stage]:
    """A stage behind a port of its own."""
    stage = Stage()
    config = uvicorn.Config(
        stage.app, port=0, log_level="warning", lifespan="off", ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.001)
    stage.host = f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    stage.client.base_url = f"http://{stage.host}"
    try:
        yield stage
    finally:
        await stage.client.aclose()
        server.should_exit = True
        await task
