"""The playground as a whole, in processes of its own: started, killed, started again, stopped."""

from __future__ import annotations

import asyncio
import signal
import socket
from typing import TYPE_CHECKING, Any

import pytest

from tests.infra.playground.running import running, started

if TYPE_CHECKING:
    from pathlib import Path

    from tests.infra.playground.stage import Window

pytestmark = pytest.mark.anyio

FAST = ("--haste", "20", "--per-minute", "1000")


def button(message: dict[str, Any], text: str) -> str:
    rows = message["reply_markup"]["inline_keyboard"]
    return next(str(entry["callback_data"]) for row in rows for entry in row if entry["text"].endswith(text))


async def table(window: Window) -> dict[str, Any]:
    """The next message with a picture and a keyboard, new or changed."""
    while True:
        heard = await window.hear()
        message: dict[str, Any] = heard.get("message", {})
        if "photo" in message and "reply_markup" in message:
            return message


async def begun(window: Window) -> tuple[int, dict[str, Any]]:
    """A demo game with the first cards on the table: who plays, and the table's message."""
    hello = await window.news("hello")
    await window.ask("demo", chat=hello["chats"][0]["id"], speed="slow")
    return hello["me"], await table(window)


async def test_after_a_kill_the_same_game_goes_on_under_the_same_message(tmp_path: Path) -> None:
    state = tmp_path / "play.sqlite"
    async with running(state, "--per-minute", "1000") as playground, playground.window() as window:
        me, before = await begun(window)
        await window.ask("press", chat=before["chat"]["id"], message=before["message_id"], data=button(before, "2"))
        assert (await window.news("answer"))["text"].startswith("2 ✓")
        await asyncio.sleep(0.6)
        await playground.end(signal.SIGKILL)
    async with running(state, *FAST) as playground, playground.window(me) as window:
        hello = await window.news("hello")
        assert hello["me"] == me
        messages = {message["message_id"]: message for message in hello["chats"][0]["messages"]}
        after = messages[before["message_id"]]
        assert after["photo"] == before["photo"]
        assert after["reply_markup"] == before["reply_markup"]
        await window.ask("press", chat=after["chat"]["id"], message=after["message_id"], data=button(after, "3"))
        toast = (await window.news("answer"))["text"]
        assert toast.startswith("3 ✓")
        assert "2 3 _" in toast  # what was picked before the kill is picked still
        moved = await table(window)  # a robot has claimed
        assert moved["message_id"] == before["message_id"]
        assert await playground.end(signal.SIGTERM) == 0


async def test_ctrl_c_ends_it_with_all_its_processes_and_without_a_traceback(tmp_path: Path) -> None:
    async with running(tmp_path / "play.sqlite") as playground:
        async with playground.window() as window:
            await begun(window)
            assert await playground.end(signal.SIGINT) == 0
        assert playground.process.stderr is not None
        assert await playground.process.stderr.read() == b""


async def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    async with running(tmp_path / "play.sqlite") as playground:
        port = int(playground.address.rsplit(":", 1)[1])
        with socket.socket() as other:
            other.bind(("127.0.0.2", port))  # would be taken if it listened everywhere
        assert await playground.end(signal.SIGTERM) == 0


async def test_a_port_or_a_file_in_use_is_told_with_what_to_do(tmp_path: Path) -> None:
    state = tmp_path / "play.sqlite"
    async with running(state) as playground:
        port = playground.address.rsplit(":", 1)[1]
        for flags, told in (
            (("--port", "0", "--state", str(state)), b"choose another --state"),
            (("--port", port, "--state", str(tmp_path / "b.sqlite")), b"choose another with --port"),
        ):
            process, line = await started(tmp_path / "c.sqlite", *flags)
            assert line == ""
            assert process.stderr is not None
            assert told in await process.stderr.read()
            assert await process.wait() == 1
