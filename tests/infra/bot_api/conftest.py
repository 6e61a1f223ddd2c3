"""The served world that the tests of the local Bot API share."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest
import uvicorn
from telegram import Bot
from telegram.request import HTTPXRequest

from infra.local.bot_api.server import delivering
from tests.infra.bot_api.stage import TOKEN, Stage, Switch, Town, make_stage, make_town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


class QuietServer(uvicorn.Server):
    """A server that leaves the process's signals to pytest."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@pytest.fixture(scope="session")
async def served() -> AsyncIterator[tuple[Switch, str, Bot]]:
    """One HTTP server and one bot for the session: starting them anew for every test would take most of its time."""
    switch = Switch()
    config = uvicorn.Config(
        switch, host="127.0.0.1", port=0, log_level="warning", lifespan="off", ws="none", timeout_graceful_shutdown=1
    )
    server = QuietServer(config)
    task = asyncio.ensure_future(server.serve())
    while not server.started and not task.done():
        await asyncio.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with HTTPXRequest(connection_pool_size=64, read_timeout=30) as request:
        url = f"http://127.0.0.1:{port}"
        yield switch, url, Bot(TOKEN, f"{url}/bot", request=request, get_updates_request=request)
    server.should_exit = True
    await task


@pytest.fixture
async def stage(served: tuple[Switch, str, Bot]) -> AsyncIterator[Stage]:
    """A fresh world behind the session's server, with its updates on their way."""
    switch, url, bot = served
    made = make_stage(switch, url, bot)
    async with delivering(made.world):
        yield made


@pytest.fixture
def town() -> Town:
    """A fresh world with nothing served: the bot's calls are made directly."""
    return make_town()
