"""The playground as its user starts it: a process of its own, with its handlers."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from websockets.asyncio.client import connect

from tests.infra.playground.stage import Window
from tests.processes import group_lives

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[3]
STARTS_WITHIN = 60.0


class Playground:
    """One that runs, in a process group of its own."""

    def __init__(self, process: Process, address: str) -> None:
        self.process, self.address = process, address

    @asynccontextmanager
    async def window(self, person: int | None = None) -> AsyncIterator[Window]:
        query = "" if person is None else f"?as={person}"
        url = f"{self.address.replace('http', 'ws')}/live{query}"
        async with connect(url, proxy=None, max_size=None) as socket:
            yield Window(socket)

    async def end(self, number: signal.Signals) -> int:
        """Send a signal to every process of the group, and wait until none is left; the exit code."""
        os.killpg(self.process.pid, number)
        code = await self.process.wait()
        async with asyncio.timeout(60):
            while group_lives(self.process.pid):
                await asyncio.sleep(0.02)
        return code


async def started(state: Path, *flags: str) -> tuple[Process, str]:
    """A playground on this file, and the first line it says; empty if it says none."""
    command = (sys.executable, "-m", "infra.local.playground", "--state", str(state), *flags)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=pipe, stderr=pipe, start_new_session=True, limit=2**20
    )
    assert process.stdout is not None
    async with asyncio.timeout(STARTS_WITHIN):
        line = (await process.stdout.readline()).decode().strip()
    return process, line


@asynccontextmanager
async def running(state: Path, *flags: str) -> AsyncIterator[Playground]:
    """A playground on any free port, ended at the end of the block if it still runs."""
    process, line = await started(state, *(() if "--port" in flags else ("--port", "0")), *flags)
    try:
        assert "http://127.0.0.1:" in line, (line, await _said(process))
        yield Playground(process, line.split(" ")[-1])
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


async def _said(process: Process) -> bytes:
    assert process.stderr is not None
    return await process.stderr.read()
