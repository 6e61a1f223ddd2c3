"""The playground as a whole, put together and run."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import random
import signal
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn

from handler.bootstrap import clock, signing_key
from handler.sqlite_timers import SqliteTimers
from infra.commands import lists
from infra.local.bot_api import Limits, World
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from infra.local.bot_api.server import delivering
from infra.local.handlers.pool import running
from infra.local.playground.demo import Demo
from infra.local.playground.keeper import Identity, Keeper
from infra.local.playground.room import Room
from infra.local.playground.waking import bring_wakes
from infra.local.playground.web import WEBHOOK_PATH, Web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from pathlib import Path

    from infra.local.handlers.pool import HandlerPool
    from infra.local.playground.options import Options

USERNAME = "setgram_bot"
UPDATES = ["message", "callback_query", "my_chat_member"]
"""The kinds of updates that the handler asks Telegram for."""


class Unavailable(Exception):
    """The playground cannot start; the text says why and what to do."""


class _Server(uvicorn.Server):
    """A server that leaves signals to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(options: Options, say: Callable[[str], None]) -> None:
    """Run until SIGINT or SIGTERM; `say` tells the person at the terminal where the page is.

    Raises:
        Unavailable: the port or the file is in use.
    """
    with _alone(options.state), _bound(options.port) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        keeper = Keeper(options.state)
        try:
            await _serve_from(keeper, options, listening, address, say)
        finally:
            keeper.close()


async def _serve_from(
    keeper: Keeper, options: Options, listening: socket.socket, address: str, say: Callable[[str], None]
) -> None:
    identity, notes, snapshot = await keeper.open()
    world = World(identity.token, USERNAME, limits=replace(Limits(), group_sends=options.per_minute))
    if snapshot is not None:
        world.restore(snapshot)
    room = Room(world, notes)
    log = say if options.verbose else lambda _line: None
    async with running(options.processes, _environment(identity, options, address), log) as pool:
        demo = Demo(room, signing_key(identity.token), options.haste, random.Random())  # noqa: S311 - robots # nosec B311
        server = _server(Web(room, demo, pool).app())
        _stop_on_signals(server, pool)
        timers = SqliteTimers(options.state)
        async with delivering(world):
            await _hook(world, identity, address)
            await _tell_commands(world)
            room.furnish()
            async with _beside(keeper.run(world, notes), bring_wakes(timers, pool, clock)):
                demo.resume()
                say(f"Setgram's playground: {address}")
                await server.serve(sockets=[listening])
                await demo.close()
        await keeper.save(world, notes)
        timers.close()


def _environment(identity: Identity, options: Options, address: str) -> dict[str, str]:
    return {
        "BOT_TOKEN": identity.token,
        "BOT_USERNAME": USERNAME,
        "WEBHOOK_SECRET": identity.secret,
        "STORE": f"sqlite:{options.state}",
        "TELEGRAM_API_URL": address,
        "GROUP_MESSAGES_PER_MINUTE": str(options.per_minute),
    }


def _server(application: Any) -> _Server:
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        ws="websockets-sansio",
    )
    return _Server(config)


def _stop_on_signals(server: _Server, pool: HandlerPool) -> None:
    """Let the server end, and not wait for updates that wait for a process: they come again the next time."""

    def stop() -> None:
        server.should_exit = True
        pool.dismiss()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop)


async def _hook(world: World, identity: Identity, address: str) -> None:
    """Let updates come to us, as the deploy script asks Telegram to."""
    asked = {"url": address + WEBHOOK_PATH, "secret_token": identity.secret, "allowed_updates": UPDATES}
    try:
        await call(world, "setWebhook", asked)
    except ApiError:  # it was set less than a second ago, by whoever was killed just now
        await asyncio.sleep(world.limits.webhook_pause)
        await call(world, "setWebhook", asked)


async def _tell_commands(world: World) -> None:
    """Set the lists of commands, as `setgram commands` does."""
    for one in lists():
        listed = [{"command": name, "description": does} for name, does in one.commands]
        asked = {"commands": listed, "scope": one.scope.to_dict(), "language_code": one.language or ""}
        await call(world, "setMyCommands", asked)


@contextlib.asynccontextmanager
async def _beside(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let these run for as long as the block lasts."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.contextmanager
def _bound(port: int) -> Iterator[socket.socket]:
    """A socket bound to a port of this machine only."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with listening:
        try:
            listening.bind(("127.0.0.1", port))
            listening.listen()
        except OSError as error:
            raise Unavailable(f"Port {port} is in use: choose another with --port, or PLAYGROUND_PORT") from error
        yield listening


@contextlib.contextmanager
def _alone(state: Path) -> Iterator[None]:
    """Hold the state file for this process alone; the system lets go of it however the process ends."""
    with state.with_name(f"{state.name}-lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Unavailable(f"A playground runs on {state} already: stop it, or choose another --state") from error
        yield
