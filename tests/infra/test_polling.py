"""The bot by long polling: order, groups side by side, stop and start, and who else may take the updates."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from telegram import Bot, Update
from telegram.error import NetworkError, RetryAfter, TimedOut

from handler.bootstrap import clock, service_of, signing_key
from handler.handling import Handling
from handler.intents import Press
from handler.observability import Log
from handler.ports import ChatId, GameKey
from handler.settings import Settings
from handler.sqlite_timers import SqliteTimers
from handler.store.sqlite import SqliteStore
from handler.telegram import BotTelegram
from handler.webhook import Refusal
from infra.errors import OperationFailure
from infra.local.bot_api import Limits, World
from infra.local.polling import Poller
from tests.infra.bot_api.stage import until
from tests.infra.test_operations import SECRET, TOKEN, telegram
from tests.local_telegram import WorldRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


class Stage:
    """A poller over a world without a socket."""

    def __init__(self, path: Path) -> None:
        self.world = World(TOKEN, "setgram_bot", limits=Limits(hidden_wait=0, webhook_pause=0))
        self.ana = self.world.add_person("Ana")
        self.groups = [self.world.make_group(name, [self.ana]) for name in ("Friends", "Family")]
        self.store, self.timers, self.out = SqliteStore(path), SqliteTimers(path), io.StringIO()
        self.poller = self.made()

    def made(self) -> Poller:
        request = WorldRequest(self.world)
        bot = Bot(TOKEN, request=request, get_updates_request=request)
        settings, log = Settings(TOKEN, "setgram_bot", SECRET), Log(self.out)
        self.telegram = BotTelegram(bot)
        service = service_of(settings, self.store, self.telegram, self.timers, log)
        handling = Handling(service, "setgram_bot", signing_key(TOKEN), log, clock)
        return Poller(bot, handling, self.timers, poll_seconds=1)

    def texts(self, group: int) -> list[str]:
        found = [message for message in self.world.history(self.groups[group].id) if message["from"]["is_bot"]]
        return [message.get("text") or message.get("caption", "") for message in found]

    async def stopped(self, running: asyncio.Task[None]) -> None:
        self.poller.stopping.set()
        await running


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = Stage(tmp_path / "games.sqlite")
    yield made
    made.store.close()
    made.timers.close()


async def test_a_group_that_is_slow_delays_no_other(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, gate, send = stage.groups[0].id, asyncio.Event(), stage.telegram.send_text

    async def waiting(key: GameKey, *rest: object, **more: object) -> int:
        if key.chat == slow:
            await gate.wait()
        return await send(key, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.telegram, "send_text", waiting)
    running = asyncio.ensure_future(stage.poller.run())
    for group in stage.groups:
        stage.world.say(stage.ana, group.id, "/newgame")
    await until(lambda: bool(stage.texts(1)))
    assert stage.texts(0) == []
    gate.set()
    await until(lambda: bool(stage.texts(0)))
    await stage.stopped(running)


async def test_what_one_person_does_is_done_in_order_and_another_does_not_wait(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses of one person queue behind one another, as Telegram's webhook orders them; those of others do not."""
    gate, began, done = asyncio.Event(), list[int](), list[int]()
    handle = stage.poller.handling.service.handle
    people = [stage.ana, stage.world.add_person("Ben")]
    group = stage.world.make_group("Both", people)
    stage.world.say(stage.ana, group.id, "/newgame")

    async def slowly(intent: object, now: object) -> object:
        if not isinstance(intent, Press):
            return await handle(intent, now)  # type: ignore[arg-type]
        began.append(intent.person.id)
        if intent.person.id == stage.ana.id:
            await gate.wait()
        done.append(intent.update)
        return None

    running = asyncio.ensure_future(stage.poller.run())
    await until(lambda: any("reply_markup" in each for each in stage.world.history(group.id)))
    lobby = next(each for each in stage.world.history(group.id) if "reply_markup" in each)
    monkeypatch.setattr(type(stage.poller.handling.service), "handle", lambda _, intent, now: slowly(intent, now))
    for person in (stage.ana, stage.ana, stage.ana, people[1]):
        stage.world.press(person, group.id, lobby["message_id"], 0)
    await until(lambda: people[1].id in began and len(done) == 1)
    await asyncio.sleep(0.1)
    assert began.count(stage.ana.id) == 1
    gate.set()
    await until(lambda: len(done) == 4)
    assert done[1:] == sorted(done[1:])
    await stage.stopped(running)


async def test_what_the_store_refused_of_a_group_is_done_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [Refusal(503, "the store failed"), Refusal(503, "the store failed"), None]
    asked, waited = list[int](), list[float]()

    async def refusing(_: Handling, update: Update, _now: object) -> object:
        asked.append(update.update_id)
        return answers.pop(0)

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(Handling, "update", refusing)
    monkeypatch.setattr("infra.local.polling.asyncio.sleep", wait)
    await stage.poller._after(None, Update(77))
    assert asked == [77] * 3
    assert waited == [1, 2]


async def test_errors_of_telegram_are_waited_out_longer_each_time_and_nothing_is_lost(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    waits: list[float] = []
    errors = [
        NetworkError("cut"),
        TimedOut(),
        NetworkError("Bad Gateway"),
        RetryAfter(17),
        NetworkError("cut"),
        *[TimedOut()] * 4,
    ]
    ask, sleep = stage.poller.bot.get_updates, asyncio.sleep

    async def failing(*args: object, **more: object) -> object:
        if errors:
            raise errors.pop(0)
        return await ask(*args, **more)  # type: ignore[arg-type]

    async def noted(seconds: float) -> None:
        if seconds >= 1:
            waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(type(stage.poller.bot), "get_updates", lambda _, *args, **more: failing(*args, **more))
    monkeypatch.setattr("infra.local.polling.asyncio.sleep", noted)
    stage.world.say(stage.ana, stage.groups[0].id, "/newgame")
    running = asyncio.ensure_future(stage.poller.run())
    await until(lambda: bool(stage.texts(0)))
    assert waits == [1, 2, 4, 17, 16, 32, 60, 60, 60]
    told = [json.loads(line) for line in stage.out.getvalue().splitlines() if '"poll"' in line]
    assert [(line["failed"], line["wait"]) for line in told][:4] == [
        ("NetworkError", 1),
        ("TimedOut", 2),
        ("NetworkError", 4),
        ("RetryAfter", 17),
    ]
    await stage.stopped(running)


async def test_a_stop_finishes_what_is_under_way_and_a_start_goes_on_with_the_game(stage: Stage) -> None:
    running = asyncio.ensure_future(stage.poller.run())
    stage.world.say(stage.ana, stage.groups[0].id, "/newgame")
    await until(lambda: bool(stage.texts(0)))
    await stage.stopped(running)
    stage.world.say(stage.ana, stage.groups[0].id, "/newgame")
    stage.poller = stage.made()
    running = asyncio.ensure_future(stage.poller.run())
    await until(lambda: len(stage.texts(0)) > 1)
    await stage.stopped(running)
    loaded = await stage.store.load(GameKey(ChatId(stage.groups[0].id)))
    assert loaded.stored is not None
    assert [player.name for player in loaded.stored.game.players] == ["Ana"]


async def test_a_wake_from_before_the_start_is_brought(stage: Stage) -> None:
    place = GameKey(ChatId(stage.groups[0].id))
    from handler.ports import Version

    await stage.timers.wake(place, Version(1), clock(), clock())
    running = asyncio.ensure_future(stage.poller.run())
    await until(lambda: '"kind":"wake"' in stage.out.getvalue())
    await stage.stopped(running)
    assert await stage.timers.due(clock()) == []


async def test_a_webhook_that_is_set_is_told_with_what_to_do(stage: Stage) -> None:
    await stage.poller.bot.set_webhook("https://example.org/")
    with pytest.raises(OperationFailure, match="setgram webhook delete"):
        await stage.poller.run()


def as_on_a_server(folder: Path) -> dict[str, str]:
    """What a small server's file of settings names, filled in; its games in a folder of the test's."""
    text = (ROOT / "infra" / "local" / "setgram.env").read_text()
    named = dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))
    own = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": SECRET}
    assert own.keys() == {name for name, value in named.items() if not value}
    return {**named, **own, "STORE": named["STORE"].replace("/var/lib/setgram", str(folder))}


def test_as_a_process_it_stops_on_sigterm_and_tells_a_wrong_token(tmp_path: Path) -> None:
    world = World(TOKEN, "setgram_bot")
    with telegram(world) as api:
        environ = {**as_on_a_server(tmp_path), "TELEGRAM_API_URL": api}
        command = [sys.executable, "-m", "infra.cli", "poll"]
        with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            assert process.stdout is not None
            assert process.stdout.readline() == '{"kind":"polling"}\n'
            process.send_signal(signal.SIGTERM)
            assert process.stdout.read() == '{"kind":"stopped"}\nstopped\n'
            assert process.wait() == 0
        wrong = {**environ, "BOT_TOKEN": "1:wrong-token"}
        done = subprocess.run(command, cwd=ROOT, env=wrong, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 1
    assert "check BOT_TOKEN" in done.stderr
    assert done.stderr.count("\n") == 1
