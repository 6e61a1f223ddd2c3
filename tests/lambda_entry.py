"""The Lambda's entry in tests: imported anew in an environment of its own, with Telegram at the end of no wire."""

from __future__ import annotations

import base64
import importlib.util
import io
import json
import os
import sqlite3
import uuid
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Millis, PlayerId
from engine.value import replace
from handler.bootstrap import clock, on_account, service_of
from handler.face import PHOTO
from handler.ports import GameKey, Stored, Version, View
from handler.sqlite_timers import SqliteTimers
from handler.store.sqlite import SqliteStore
from tests.builders import later, started
from tests.wire import TOKEN, Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from engine.game import Game

SECRET = "made-up_S3cret"  # noqa: S105 - opens nothing
DATA = Path(__file__).parent / "data"
TABLE_MESSAGE = 501
"""The message that shows every game put into the store here."""


@contextmanager
def imported(**settings: str) -> Iterator[ModuleType]:
    """`handler.running` as a fresh module, imported where exactly these settings are in the environment."""
    before = dict(os.environ)
    names = ("BOT_", "WEBHOOK_", "STORE", "TABLE_NAME", "TIMER_", "TELEGRAM_", "GROUP_")
    try:
        for name in [name for name in os.environ if name.startswith(names)]:
            del os.environ[name]
        os.environ.update(settings)
        spec = importlib.util.find_spec("handler.running")
        assert spec is not None
        assert spec.loader is not None
        app = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(app)
    finally:
        os.environ.clear()
        os.environ.update(before)
    yield app
    app.LOOP.close()


@dataclass
class Entry:
    """The entry over one store, on a wire that keeps what the bot asked."""

    app: ModuleType
    wire: Wire
    store: SqliteStore
    path: Path

    def handle(self, event: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """An event as Lambda hands it over: the answer, and the lines of the log."""
        out = io.StringIO()
        with redirect_stdout(out):
            answer = self.app.lambda_handler(event, None)
        return answer, [json.loads(line) for line in out.getvalue().splitlines()]

    def post(self, update: object, secret: str | None = SECRET) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """An update as Telegram's webhook posts it."""
        return self.handle(function_url_event(json.dumps(update), secret))

    def put(self, key: GameKey, game: Game) -> None:
        """Store a game, with a message that shows it."""
        version = Version(1)

        async def put() -> None:
            await self.store.save(key, Stored(game, version), Version(0))
            view = await self.store.take_lease(key, "test", Millis(0), Millis(1))
            assert view is not None
            shown = View(game.id, TABLE_MESSAGE, PHOTO, version)
            assert await self.store.put_view(key, shown, "test")

        self.app.LOOP.run_until_complete(put())

    def game(self, key: GameKey) -> Game | None:
        """The game stored at a place."""
        stored = self.app.LOOP.run_until_complete(self.store.load(key)).stored
        return None if stored is None else stored.game

    def dump(self) -> list[tuple[object, ...]]:
        """All that is in the store."""
        file = sqlite3.connect(self.path)
        try:
            return [*file.execute("SELECT * FROM item ORDER BY pk, sk"), *file.execute("SELECT body, due FROM wake")]
        finally:
            file.close()


@contextmanager
def entry(path: Path) -> Iterator[Entry]:
    """The entry over a new SQLite file."""
    settings = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": SECRET, "STORE": f"sqlite:{path}"}
    with imported(**settings) as app:
        wire, store, timers = Wire(), app.SERVICE.desk.store.inner, app.SERVICE.desk.timers
        assert isinstance(store, SqliteStore)
        assert isinstance(timers, SqliteTimers)
        app.SERVICE = service_of(app.SETTINGS, *on_account(store, wire.telegram()), timers, app.LOG)
        yield Entry(app, wire, store, path)
        store.close()
        timers.close()


def function_url_event(body: str, secret: str | None = SECRET, *, packed: bool = False) -> dict[str, Any]:
    """A POST of Telegram's webhook as a Function URL hands it to a Lambda; `packed` in base64."""
    event: dict[str, Any] = json.loads((DATA / "function_url_event.json").read_text())
    headers = {name: value for name, value in event["headers"].items() if secret is not None or "secret" not in name}
    if secret is not None:
        headers["x-telegram-bot-api-secret-token"] = secret
    event["headers"] = headers | {"content-length": str(len(body))}
    event["requestContext"]["requestId"] = str(uuid.uuid4())
    event["body"] = base64.b64encode(body.encode()).decode() if packed else body
    event["isBase64Encoded"] = packed
    return event


def game_of(*people: int, score: int = 0) -> Game:
    """A game of these people, dealt a minute ago, of whom nothing came for three; the first opened it.

    The first has `score` points, so that games can be told apart.
    """
    now = clock()
    game = started(len(people), now=later(-60, now))
    players = tuple(
        replace(player, id=PlayerId(person), seen_at=later(-180, now))
        for player, person in zip(game.players, people, strict=True)
    )
    return replace(
        game, starter=PlayerId(people[0]), players=(replace(players[0], score=score, sets=score), *players[1:])
    )
