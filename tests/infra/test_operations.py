"""The operator's commands against the local Bot API: webhook, pause, doctor."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
import uvicorn
from telegram import WebhookInfo

from handler.errors import SettingsError
from handler.intents import Ignored, intent_of
from infra.doctor import MANY_PENDING, webhook_findings
from infra.errors import OperationFailure
from infra.local.bot_api import Limits, World
from infra.local.bot_api.server import app
from infra.operations import Operations
from infra.webhook import ALLOWED_UPDATES, connections
from tests.infra.bot_api.stage import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from infra.doctor import Finding

TOKEN, SECRET = "1000001:local", "made-up_S3cret"


class Hook(BaseHTTPRequestHandler):
    """A function that lets in who knows the secret."""

    secret: ClassVar[str] = SECRET

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        known = self.headers.get("x-telegram-bot-api-secret-token") == self.secret
        self.send_response(200 if known else 403)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(server: HTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def hook() -> Iterator[str]:
    with serving(HTTPServer(("127.0.0.1", 0), Hook)) as url:
        yield url


@contextmanager
def telegram(world: World) -> Iterator[str]:
    """The local Bot API in a thread of its own: its root."""
    server = uvicorn.Server(uvicorn.Config(app(world, deliver=False), port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    asyncio.run(until(lambda: server.started))
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def world() -> World:
    return World(TOKEN, "setgram_bot", limits=Limits(webhook_pause=0))


@pytest.fixture
def environ(world: World, hook: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    with telegram(world) as api:
        yield {
            "BOT_TOKEN": TOKEN,
            "BOT_USERNAME": "setgram_bot",
            "WEBHOOK_SECRET": SECRET,
            "STORE": f"sqlite:{tmp_path / 'games.sqlite'}",
            "TELEGRAM_API_URL": api,
            "WEBHOOK_URL": hook,
        }


def lines(found: list[Finding]) -> dict[str, str]:
    return {finding.what: finding.line() for finding in found}


@pytest.mark.failure(60)
def test_the_webhook_is_set_looked_at_and_deleted_and_each_may_be_repeated(
    environ: dict[str, str], world: World, hook: str
) -> None:
    operations = Operations(environ)
    for _ in range(2):
        assert operations.set_webhook().startswith(f"webhook set to {hook}, 40 connections")
    webhook = world.state.webhook
    assert (webhook.url, webhook.secret, webhook.max_connections) == (hook, SECRET, 40)
    assert webhook.allowed == list(ALLOWED_UPDATES)
    assert f"url: {hook}\npending updates: 0" in operations.webhook_info()
    for _ in range(2):
        assert operations.delete_webhook() == "webhook deleted; updates wait at Telegram"
    assert operations.webhook_info().startswith("no webhook is set")


def test_updates_wait_through_a_pause_and_come_after_it(environ: dict[str, str], world: World) -> None:
    operations = Operations(environ)
    operations.set_webhook()
    ana = world.add_person("Ana")
    group = world.make_group("Friends", [ana])
    told = operations.pause()
    assert "updates wait at Telegram" in told
    world.say(ana, group.id, "/newgame")
    assert world.state.outbox.pending
    assert operations.resume().startswith("webhook set to ")
    assert [update.body["text"] for update in world.state.outbox.pending if "text" in update.body] == ["/newgame"]


def test_a_bot_that_is_well_has_nothing_to_be_done(environ: dict[str, str], world: World) -> None:
    operations = Operations(environ)
    operations.set_webhook()
    ana = world.add_person("Ana")
    group = world.make_group("Friends", [ana])
    found = operations.examine(live=group.id)
    assert [finding.line() for finding in found if finding.advice] == []
    assert {finding.what for finding in found} >= {"bot", "webhook", "updates", "test update", "store", "live"}
    assert not any(message.get("photo") for message in world.history(group.id))


@pytest.mark.parametrize(
    ("changes", "what", "told"),
    [
        ({"BOT_TOKEN": "1:wrong-token"}, "bot", "check BOT_TOKEN"),
        ({"BOT_USERNAME": "other_bot"}, "bot", "BOT_USERNAME is other_bot"),
        ({"WEBHOOK_URL": "http://127.0.0.1:9/"}, "test update", "does not answer"),
        ({"WEBHOOK_SECRET": "another"}, "test update", "the function has another secret"),
        ({"STORE": "sqlite:/nowhere/games.sqlite"}, "store", "unable to open"),
        ({"TELEGRAM_API_URL": "http://127.0.0.1:9"}, "bot", "Telegram: NetworkError"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_what_to_do(
    environ: dict[str, str], changes: dict[str, str], what: str, told: str
) -> None:
    found = lines(Operations({**environ, **changes}).examine())
    assert found[what].startswith("not ok")
    assert told in found[what]
    assert all("\n" not in line for line in found.values())


@pytest.mark.parametrize(("waiting", "told"), [(MANY_PENDING - 1, "ok     pending"), (MANY_PENDING, "not ok pending")])
def test_updates_that_nobody_takes_are_told(waiting: int, told: str) -> None:
    url = "https://bot.example/"
    info = WebhookInfo(url, has_custom_certificate=False, pending_update_count=waiting, allowed_updates=ALLOWED_UPDATES)
    line = next(one.line() for one in webhook_findings(info, url) if one.what == "pending")
    assert line.startswith(f"{told}: {waiting} updates wait")


def test_a_bot_that_asks_for_its_updates_has_no_webhook(environ: dict[str, str]) -> None:
    polling = Operations({**environ, "WEBHOOK_URL": ""})
    assert lines(polling.examine())["webhook"] == "ok     webhook: none: updates are asked for"
    Operations(environ).set_webhook()
    assert "run `setgram webhook delete`" in lines(polling.examine())["webhook"]


def test_a_webhook_that_was_never_set_is_told(environ: dict[str, str]) -> None:
    assert "run `setgram webhook set`" in lines(Operations(environ).examine())["webhook"]


def test_without_an_address_there_is_nothing_to_set(environ: dict[str, str]) -> None:
    with pytest.raises(OperationFailure, match="FUNCTION_NAME"):
        Operations({**environ, "WEBHOOK_URL": ""}).set_webhook()
    with pytest.raises(SettingsError, match="WEBHOOK_SECRET"):
        Operations({**environ, "WEBHOOK_SECRET": ""}).set_webhook()


def test_the_account_always_has_a_lambda_left_for_timers() -> None:
    assert [connections(quota) for quota in (None, 1, 10, 1000)] == [40, 1, 8, 40]


@pytest.mark.failure(60)
def test_exactly_the_updates_that_are_understood_are_asked_for() -> None:
    from telegram import Update

    kinds = [kind for kind in Update.ALL_TYPES if kind in ALLOWED_UPDATES]
    assert len(kinds) == len(ALLOWED_UPDATES) == 3
    unknown = intent_of(Update(1), "setgram_bot", b"k")
    assert isinstance(unknown, Ignored)


class FakeLambda:
    """Keeps what a function was told."""

    def __init__(self) -> None:
        self.reserved: int | None = None
        self.polled = True

    def list_event_source_mappings(self, **_: Any) -> dict[str, Any]:
        return {"EventSourceMappings": [{"UUID": "u1"}]}

    def update_event_source_mapping(self, *, UUID: str, Enabled: bool) -> None:
        assert UUID == "u1"
        self.polled = Enabled

    def put_function_concurrency(self, *, FunctionName: str, ReservedConcurrentExecutions: int) -> None:
        assert FunctionName == "setgram-dev"
        self.reserved = ReservedConcurrentExecutions

    def delete_function_concurrency(self, *, FunctionName: str) -> None:
        assert FunctionName == "setgram-dev"
        self.reserved = None

    def get_function_url_config(self, *, FunctionName: str) -> dict[str, str]:
        return {"FunctionUrl": f"https://{FunctionName}.example/"}

    def get_account_settings(self) -> dict[str, Any]:
        return {"AccountLimit": {"ConcurrentExecutions": 10}}


def test_a_paused_function_runs_for_nobody_and_polls_no_queue(
    environ: dict[str, str], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeLambda()
    monkeypatch.setattr("infra.operations.aws_client", lambda service: {"lambda": fake}[service])
    elsewhere = Operations({**environ, "FUNCTION_NAME": "setgram-dev", "WEBHOOK_URL": "http://127.0.0.1/at/{id}/"})
    assert elsewhere.set_webhook().startswith("webhook set to http://127.0.0.1/at/setgram-dev/, 8 connections")
    operations = Operations({**environ, "FUNCTION_NAME": "setgram-dev", "WEBHOOK_URL": ""})
    for _ in range(2):
        operations.pause()
        assert (fake.reserved, fake.polled) == (0, False)
    for _ in range(2):
        operations.resume()
        assert (fake.reserved, fake.polled) == (None, True)
    assert world.state.webhook.url == "https://setgram-dev.example/"
    assert world.state.webhook.max_connections == 8


def test_groups_are_allowed_denied_forgotten_and_listed_and_each_may_be_repeated(environ: dict[str, str]) -> None:
    operations = Operations(environ)
    for _ in range(2):
        told = operations.change_chats("allow", "-1001")
        assert told.startswith(
            "-1001 is allowed; it counts within a minute\nthe bot plays in no group but those allowed"
        )
    operations.change_chats("allow", "-1002")
    operations.change_chats("deny", "-1002")
    assert operations.list_chats().splitlines()[1:3] == ["allowed -1001", "denied  -1002"]
    operations.change_chats("forget", "-1002")
    told = operations.change_chats("forget", "-1001")
    assert "the bot plays in every group but those denied: 0" in told
    assert told.endswith(f"(kept in {environ['STORE'].removeprefix('sqlite:')})")
