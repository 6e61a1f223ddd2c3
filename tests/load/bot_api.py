"""A Bot API that says yes to everything after a while, and notes when which press was answered and what was edited."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

AWAY = 0.03
"""Seconds that every call takes: about as far away as Telegram is from a Lambda."""


@dataclass
class BotApi:
    """What was asked: how often each method, and when a press was answered with what."""

    port: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    answered: dict[str, tuple[float, str]] = field(default_factory=dict)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for as long as it is kept."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                fields = {
                    name.lower(): value.strip()
                    for name, _, value in (line.partition(":") for line in head.split("\r\n"))
                }
                body = await reader.readexactly(int(fields.get("content-length", "0")))
                result = self._result(head.split(" ", 2)[1].rsplit("/", 1)[1], body)
                await asyncio.sleep(AWAY)
                text = json.dumps({"ok": True, "result": result}).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
                writer.write(b"content-length: %d\r\n\r\n" % len(text) + text)
                await writer.drain()
        writer.close()

    def _result(self, method: str, body: bytes) -> object:
        self.calls[method] += 1
        if method == "answerCallbackQuery":
            given = parse_qs(body.decode())
            self.answered[given["callback_query_id"][0]] = (time.perf_counter(), given.get("text", [""])[0])
        if method == "getChatAdministrators":
            return []
        if method.startswith(("send", "edit")):
            return {"message_id": 501, "date": 1_800_000_000, "chat": {"id": 1, "type": "supergroup", "title": "Load"}}
        return True


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[BotApi]:
    """Such an API on a port of this machine."""
    api = BotApi()
    server = await asyncio.start_server(api.serve, "127.0.0.1", 0)
    api.port = server.sockets[0].getsockname()[1]
    try:
        yield api
    finally:
        server.close()
