"""The ground on which groups play: a table in DynamoDB Local, handler processes, a Bot API, and a way to press."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Millis
from handler.bootstrap import signing_key
from handler.callback_data import ButtonData, button_text
from handler.face import PHOTO
from handler.ports import GameKey, Stored, Version, View
from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from infra.local.handlers.pool import Lost, running
from tests import dynamodb_local
from tests.load import bot_api
from tests.race import SECRET, TOKEN, USERNAME, dynamodb_environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from engine.game import Game
    from handler.callback_data import Action
    from infra.local.handlers.pool import HandlerPool
    from tests.load.bot_api import BotApi

MESSAGE = 501
KEY = signing_key(TOKEN)


@dataclass
class Ground:
    """Takes updates over HTTP and keeps how long each kind took, in seconds."""

    pool: HandlerPool
    api: BotApi
    store: DynamoStore
    took: dict[str, list[float]] = field(default_factory=dict)
    log: list[dict[str, Any]] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)
    phase: str = ""
    """Comes before the kinds of taps and claims in `took`."""
    _updates: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    async def put(self, key: GameKey, game: Game) -> None:
        """Store a game whose table is posted already, whatever was there."""
        old = (await self.store.load(key)).stored
        version = Version(old.version + 1 if old else 1)
        await self.store.save(key, Stored(game, version), Version(version - 1))
        if await self.store.take_lease(key, "load", Millis(0), Millis(1)) is not None:
            await self.store.put_view(key, View(game.id, MESSAGE, PHOTO, version), "load")

    async def game(self, key: GameKey) -> Game:
        stored = (await self.store.load(key)).stored
        assert stored is not None
        return stored.game

    async def press(self, kind: str, key: GameKey, person: int, game: Game, action: Action, argument: int = 0) -> str:
        """Press a button as its message shows it now; what the presser is told."""
        data = button_text(ButtonData(action, game.id, key.topic, game.revision, argument), key.chat, KEY)
        query = uuid.uuid4().hex
        body = await self._post(
            kind,
            {
                "callback_query": {
                    "id": query,
                    "from": {"id": person, "is_bot": False, "first_name": f"P{person % 1000}"},
                    "message": {"message_id": MESSAGE, "date": 0, "chat": {"id": key.chat, "type": "supergroup"}},
                    "chat_instance": "1",
                    "data": data,
                }
            },
        )
        text: str = json.loads(body)["text"] if body else self.api.answered.pop(query, (0, ""))[1]
        return text

    async def say(self, kind: str, key: GameKey, person: int, text: str) -> None:
        """Write a command into the group."""
        message = {
            "message_id": 1,
            "date": 1_800_000_000,
            "from": {"id": person, "is_bot": False, "first_name": f"P{person % 1000}"},
            "chat": {"id": key.chat, "type": "supergroup", "title": "Load"},
            "text": text,
        }
        await self._post(kind, {"message": message})

    async def _post(self, kind: str, update: dict[str, Any]) -> bytes:
        headers = {"content-type": "application/json", "x-telegram-bot-api-secret-token": SECRET}
        body = json.dumps({"update_id": next(self._updates), **update}).encode()
        kind = f"{self.phase}{kind}" if kind in ("tap", "claim") else kind
        began = time.perf_counter()
        try:
            answer = await self.pool.post("/", headers, body)
        except Lost as lost:
            self.broken[str(lost)] += 1
            return b""
        self.took.setdefault(kind, []).append(time.perf_counter() - began)
        if answer.status != 200:
            self.broken[f"status {answer.status}"] += 1
        return answer.body

    def faults(self) -> Counter[str]:
        """What broke: answers that were none, and what the handlers' log calls an error or a fault."""
        bad = (line for line in self.log if line["kind"] in ("error", "fault", "refused"))
        return self.broken + Counter(f"{line['kind']}: {line.get('where') or line.get('why')}" for line in bad)

    def store_calls(self) -> Counter[str]:
        """Calls to DynamoDB by their name."""
        return sum((Counter(line["calls"]) for line in self.log if line["kind"] == "store"), Counter[str]())


@contextlib.asynccontextmanager
async def ground(processes: int) -> AsyncIterator[Ground]:
    """A fresh ground with so many handler processes, each of which serves.

    Raises:
        Unavailable: DynamoDB Local cannot run here.
    """
    lines: list[str] = []
    with dynamodb_local.running() as endpoint:
        client = dynamodb_local.connect(endpoint)
        create_table(client, "load")
        async with bot_api.serving() as api:
            settings = {
                "BOT_TOKEN": TOKEN,
                "BOT_USERNAME": USERNAME,
                "WEBHOOK_SECRET": SECRET,
                "TELEGRAM_API_URL": f"http://127.0.0.1:{api.port}",
                "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
                **dynamodb_environment(endpoint, "load"),
            }
            command = (sys.executable, "-m", "tests.load.process")
            async with running(processes, settings, lines.append, command) as pool:
                while len(pool.pids) < processes:
                    await asyncio.sleep(0.05)
                made = Ground(pool, api, DynamoStore(client, "load"))
                yield made
                made.log.extend(json.loads(line) for line in lines if line.startswith("{"))
