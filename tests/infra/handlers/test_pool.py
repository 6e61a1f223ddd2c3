"""The pool over small processes of its own kind: each tells its process id, sleeps, or ends, as it is asked."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from infra.local.handlers.pool import HandlerPool, Lost, running
from tests.processes import lives

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

CHILD = """
import os, sys, threading, time
from infra.local.handlers.process import _end_with_parent, serving

def handle(event, context):
    body = event["body"]
    if body == "die":
        os._exit(3)
    if body.startswith("sleep"):
        time.sleep(float(body[5:]))
    print("handled", flush=True)
    return {"headers": {"content-type": "text/plain"}, "body": f"{os.getpid()} {os.environ.get('COLOUR')}"}

threading.Thread(target=_end_with_parent, daemon=True).start()
server = serving(handle)
print(server.server_port, flush=True)
server.serve_forever()
"""
COMMAND = (sys.executable, "-c", CHILD)
TEXT = {"content-type": "text/plain"}


@asynccontextmanager
async def pool_of(count: int, log: list[str] | None = None) -> AsyncIterator[HandlerPool]:
    lines = log if log is not None else []
    async with running(count, {"COLOUR": "red"}, lines.append, COMMAND) as pool:
        yield pool


async def all_serve(pool: HandlerPool, count: int) -> None:
    async with asyncio.timeout(60):
        while len(pool.pids) < count:
            await asyncio.sleep(0.01)


async def test_a_request_waits_for_the_first_process_and_meets_its_environment() -> None:
    async with pool_of(1) as pool:
        answer = await pool.post("/", TEXT, b"hello")
        assert answer.status == 200
        assert answer.body.decode() == f"{pool.pids[0]} red"


async def test_whoever_waits_for_a_free_process_is_told_when_none_will_be() -> None:
    """Ctrl-C while the processes start: the playground need not wait for them, nor end with a traceback."""
    async with pool_of(1) as pool:
        waiting = [asyncio.create_task(pool.post("/", TEXT, b"hello")) for _ in range(3)]
        await asyncio.sleep(0)
        assert pool.pids == []
        pool.dismiss()
        told = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in told] == [Lost] * 3


async def test_events_are_spread_over_all_processes() -> None:
    async with pool_of(3) as pool:
        await all_serve(pool, 3)
        answers = [await pool.post("/", TEXT, b"hello") for _ in range(6)]
        assert {int(answer.body.split()[0]) for answer in answers} == set(pool.pids)


async def test_a_process_handles_one_event_at_a_time_and_others_go_elsewhere() -> None:
    async with pool_of(2) as pool:
        await all_serve(pool, 2)
        slow = asyncio.create_task(pool.post("/", TEXT, b"sleep 1"))
        await asyncio.sleep(0.1)
        quick = [await pool.post("/", TEXT, b"hello") for _ in range(3)]
        assert not slow.done()
        busy = int((await slow).body.split()[0])
        assert busy not in {int(answer.body.split()[0]) for answer in quick}


async def test_a_process_that_ends_is_replaced_and_its_event_is_lost() -> None:
    async with pool_of(1) as pool:
        await pool.post("/", TEXT, b"hello")
        before = pool.pids
        with pytest.raises(Lost, match=str(before[0])):
            await pool.post("/", TEXT, b"die")
        answer = await pool.post("/", TEXT, b"hello")
        assert int(answer.body.split()[0]) not in before


async def test_what_a_process_logs_is_heard() -> None:
    log: list[str] = []
    async with pool_of(1, log) as pool:
        await pool.post("/", TEXT, b"hello")
        await pool.post("/", TEXT, b"hello")
        async with asyncio.timeout(60):
            while len(log) < 2:
                await asyncio.sleep(0.01)
    assert log == ["handled", "handled"]


async def test_all_processes_end_with_the_block() -> None:
    async with pool_of(2) as pool:
        await all_serve(pool, 2)
        pids = pool.pids
    assert len(pids) == 2
    assert not any(lives(pid) for pid in pids)


async def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.replace("CHILD", repr(CHILD)))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    parent = await asyncio.create_subprocess_exec(
        sys.executable, str(script), stdout=subprocess.PIPE, env=environment, start_new_session=True
    )
    assert parent.stdout is not None
    pids = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert len(pids) == 2
    assert all(lives(pid) for pid in pids)
    os.kill(parent.pid, signal.SIGKILL)
    await parent.wait()
    async with asyncio.timeout(60):
        while any(lives(pid) for pid in pids):
            await asyncio.sleep(0.01)


PARENT = """
import asyncio, sys
from infra.local.handlers.pool import running

async def main():
    async with running(2, {}, print, (sys.executable, "-c", CHILD)) as pool:
        while len(pool.pids) < 2:
            await asyncio.sleep(0.01)
        print(*pool.pids, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""
