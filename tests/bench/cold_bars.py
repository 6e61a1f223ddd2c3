"""How soon a fresh process answers its first update, beside one with the same libraries and the same calls.

Both run by turns, against one DynamoDB Local and one local Bot API, bytecode compiled beforehand, as a Lambda's is.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import uvicorn

from handler.store.creation import create_table
from infra.local.bot_api import World
from infra.local.bot_api.server import app
from infra.local.handlers.events import function_url_event
from tests import dynamodb_local
from tests.bench.bar import Bar
from tests.race import LIMITS, SECRET, TOKEN, USERNAME, dynamodb_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

IDS = ("first-update",)

ROOT = Path(__file__).parent.parent.parent
TURNS = 31

OURS = """
from time import perf_counter
began = perf_counter()
import json, sys
event = json.loads(sys.argv[1])
from handler.running import lambda_handler
answer = lambda_handler(event, None)
ended = perf_counter()
assert answer["statusCode"] == 200, answer

print(json.dumps([ended - began]))
"""

RECORDING = """
import json, sys
import botocore.client, telegram
calls = []
plain = botocore.client.BaseClient._make_api_call
def recorded(self, operation, parameters):
    calls.append([operation, json.loads(json.dumps(parameters, default=str))])
    return plain(self, operation, parameters)
botocore.client.BaseClient._make_api_call = recorded
post = telegram.Bot._post
async def posted(self, endpoint, data=None, **kwargs):
    calls.append(["telegram:" + endpoint, None])
    return await post(self, endpoint, data, **kwargs)
telegram.Bot._post = posted
from handler.running import lambda_handler
lambda_handler(json.loads(sys.argv[1]), None)
sys.stderr.write(json.dumps(calls))
"""

THEIRS = """
from time import perf_counter
began = perf_counter()
import asyncio, json, os, sys
import boto3, PIL.Image, PIL.ImageDraw, PIL.ImageFont, PIL.PngImagePlugin, telegram
chat, calls = json.loads(sys.argv[1])
client = boto3.client("dynamodb")
bot = telegram.Bot(os.environ["BOT_TOKEN"], base_url=os.environ["TELEGRAM_API_URL"] + "/bot")
async def answer():
    for operation, parameters in calls:
        if operation.startswith("telegram:"):
            await bot.send_message(chat, "SET: who plays?")
        else:
            try:
                client._make_api_call(operation, parameters)
            except client.exceptions.ConditionalCheckFailedException:
                pass
asyncio.new_event_loop().run_until_complete(answer())
print(json.dumps([perf_counter() - began]))
"""


def bars() -> Iterator[Bar]:
    """The one bar of a cold start."""
    with dynamodb_local.running() as endpoint, _bot_api() as (url, chats):
        client = dynamodb_local.connect(endpoint)
        create_table(client, "cold")
        environment = _environment(endpoint, url)
        calls = json.loads(_run(RECORDING, json.dumps(_newgame(chats.pop())), environment).stderr)
        kinds = [operation for operation, _ in calls]
        assert kinds.count("telegram:sendMessage") == 1, kinds
        ours, theirs = [], []
        for _ in range(TURNS):
            chat = chats.pop()
            ours.append(_seconds(OURS, _newgame(chat), environment))
            theirs.append(_seconds(THEIRS, [chat, calls], environment))
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    told = (
        f"a fresh process from its first import to /newgame answered {median(ours) * 1000:.0f} ms / one that imports"
        f" telegram, boto3 and PIL, makes a client and a Bot and the same {len(calls)} calls"
        f" {median(theirs) * 1000:.0f} ms,"
        f" median of {TURNS} pairs"
    )
    yield Bar("first-update", ratio, 1.2, at_least=False, compared=told)


def _environment(endpoint: str, url: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    bot = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": USERNAME, "WEBHOOK_SECRET": SECRET, "TELEGRAM_API_URL": url}
    return {**own, **bot, **dynamodb_environment(endpoint, "cold"), "PYTHONPATH": str(ROOT)}


def _run(script: str, argument: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, argument]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603


def _seconds(script: str, argument: object, environment: dict[str, str]) -> float:
    printed = _run(script, json.dumps(argument), environment).stdout.splitlines()[-1]
    return float(json.loads(printed)[0])


def _newgame(chat: int) -> dict[str, object]:
    """A Function URL event with /newgame from a group where nothing was played yet."""
    message = {
        "message_id": 7,
        "date": 1796000000,
        "chat": {"id": chat, "type": "supergroup", "title": "Cold"},
        "from": {"id": 42, "is_bot": False, "first_name": "Ana"},
        "text": "/newgame",
        "entities": [{"type": "bot_command", "offset": 0, "length": 8}],
    }
    body = json.dumps({"update_id": 1, "message": message}).encode()
    headers = {"content-type": "application/json", "x-telegram-bot-api-secret-token": SECRET}
    return dict(function_url_event("POST", "/", headers, body))


@contextmanager
def _bot_api() -> Iterator[tuple[str, list[int]]]:
    """A local Bot API in a thread, and the groups in it."""
    world = World(TOKEN, USERNAME, limits=LIMITS)
    ana = world.add_person("Ana")
    chats = [world.make_group(f"Cold {number}", [ana]).id for number in range(TURNS + 1)]
    server = uvicorn.Server(uvicorn.Config(app(world, deliver=False), port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", chats
    finally:
        server.should_exit = True
        thread.join(10)
