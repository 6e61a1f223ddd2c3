"""Handler processes side by side: each event goes to a free one, as Lambda hands events to containers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

HOST = "127.0.0.1"
TIMEOUT = 60.0
"""Seconds that one event may take; a process that takes longer is ended, as Lambda does."""

PAUSE = 1.0
"""Seconds before a process that ended by itself is replaced: one that cannot start must not spin."""

COMMAND = (sys.executable, "-m", "infra.local.handlers.process")


class Lost(Exception):
    """The process that handled an event ended before it answered. What it did of it is not known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the handler answered, as HTTP; the names of headers are in small letters."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A process that serves."""

    process: Process
    port: int


class HandlerPool:
    """Takes events and hands each to a process of its own; `pids` are those that serve now."""

    def __init__(
        self, environment: Mapping[str, str], log: Callable[[str], None], command: Sequence[str] = COMMAND
    ) -> None:
        self._environment = {**os.environ, **environment}
        self._log = log
        self._command = command
        self._free: asyncio.Queue[_Ready | None] = asyncio.Queue()
        self._serving: dict[int, _Ready] = {}
        self._first = asyncio.Event()

    @property
    def pids(self) -> list[int]:
        """The processes that serve now."""
        return sorted(self._serving)

    async def post(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Bring a request to a free process, waiting for one if need be.

        Raises:
            Lost: the process ended, or was ended for taking too long; or none will be free any more.
        """
        ready = await self._take()
        try:
            async with asyncio.timeout(TIMEOUT):
                answer = await _post(ready.port, path, headers, body)
        except BaseException as error:
            _end(ready.process)  # it is busy with what nobody waits for any more
            if isinstance(error, (OSError, EOFError, TimeoutError)):
                raise Lost(f"handler process {ready.process.pid}: {type(error).__name__}") from error
            raise
        self._free.put_nowait(ready)
        return answer

    def dismiss(self) -> None:
        """Hand nothing to a process any more: `post` is lost for whoever waits for a free one."""
        self._free.put_nowait(None)

    async def _take(self) -> _Ready:
        """The process that has been free for longest."""
        while True:
            ready = await self._free.get()
            if ready is None:
                self.dismiss()  # whoever else waits
                raise Lost("no process will be free any more")
            if ready.process.returncode is None:
                return ready

    async def serve(self, *, first: bool) -> None:
        """Keep one process serving, until cancelled: whichever ends is replaced.

        All others start when the first one serves: it is ready sooner when it starts alone.
        """
        if not first:
            await self._first.wait()
        while True:
            await self._serve_once()
            await asyncio.sleep(PAUSE)

    async def _serve_once(self) -> None:
        """Start a process, pass its log on, and wait for its end."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, env=self._environment)
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe # nosec B101
            first = (await process.stdout.readline()).strip()
            if first.isdigit():
                self._serving[process.pid] = ready = _Ready(process, int(first))
                self._free.put_nowait(ready)
                self._first.set()
            async for line in process.stdout:
                self._log(line.decode(errors="replace").rstrip("\n"))
            await process.wait()
        finally:
            self._serving.pop(process.pid, None)
            _end(process)
            await process.wait()


async def _post(port: int, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Ask one of our own processes, which closes after its answer.

    By hand: a client for all that HTTP may be costs several times what the handler does with a tap, and would be the
    narrowest place of whatever is measured through a pool.

    Raises:
        OSError: nobody listens, or the connection broke.
        EOFError: it ended within the answer.
    """
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        ours = {"host": f"{HOST}:{port}", "content-length": str(len(body)), "connection": "close"}
        fields = {**{name.lower(): value for name, value in headers.items()}, **ours}
        lines = (f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", "")
        writer.write("\r\n".join(lines).encode("latin-1") + body)
        status, *answered = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
        found = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in answered if line)}
        content = await reader.readexactly(int(found["content-length"]))
        return Answer(int(status.split(" ", 2)[1]), found, content)
    finally:
        writer.close()


def _end(process: Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


@contextlib.asynccontextmanager
async def running(
    count: int, environment: Mapping[str, str], log: Callable[[str], None], command: Sequence[str] = COMMAND
) -> AsyncIterator[HandlerPool]:
    """So many handler processes in this environment, for as long as the block lasts.

    `log` hears every line they log. The block begins at once: events wait for the first process that serves.
    """
    pool = HandlerPool(environment, log, command)
    tasks = [asyncio.create_task(pool.serve(first=number == 0)) for number in range(count)]
    try:
        yield pool
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
