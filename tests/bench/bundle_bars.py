"""The function's cold start over Lambda's real runtime, from its process to its first answer, and how large it is.

Beside it starts a bundle of the same packages that does the least: it imports telegram, boto3 and PIL, makes the same
clients, reads the same two parameters, and answers. Both run by turns against one stub of SSM.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from infra.aws.build import ROOMS, ROOT, build, compile_in, size_of
from infra.local.handlers.events import function_url_event
from tests.bench.bar import Bar
from tests.dynamodb_local import Unavailable
from tests.infra.aws.runtime_api import running

if TYPE_CHECKING:
    from collections.abc import Iterator

IDS = ("bundle-start", "bundle-bytecode", "bundle-size")

TURNS = 11
MOST_MEGABYTES = 70.0
SECRET = "bench-secret"  # noqa: S105 - opens nothing
VALUES = {"/bench/token": "1000001:bench-token", "/bench/secret": SECRET}

LEAST = """
import os
import boto3, PIL.Image, PIL.ImageDraw, PIL.ImageFont, PIL.PngImagePlugin, telegram
dynamodb, sqs, ssm = (boto3.client(name) for name in ("dynamodb", "sqs", "ssm"))
names = [os.environ["BOT_TOKEN_PARAMETER"], os.environ["WEBHOOK_SECRET_PARAMETER"]]
answer = ssm.get_parameters(Names=names, WithDecryption=True)
values = {each["Name"]: each["Value"] for each in answer["Parameters"]}
bot = telegram.Bot(values[names[0]])
def handler(event, context):
    return {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": ""}
"""


def bars() -> Iterator[Bar]:
    """Cold start against the least bundle and against itself without bytecode; and the size."""
    if not (ROOT / ".venv-aws" / "emulator" / "bin" / "python").exists():
        raise Unavailable("Lambda's runtime is not here: `make aws` brings it")
    with tempfile.TemporaryDirectory() as scratch, _parameters() as endpoint:
        bundle, least, raw = (Path(scratch) / name for name in ("bundle", "least", "raw"))
        build("x86_64", bundle)
        _least_of(bundle, least)
        shutil.copytree(bundle, raw, ignore=shutil.ignore_patterns("__pycache__"))
        ours, theirs, without = [], [], []
        for _ in range(TURNS):
            ours.append(_start(bundle, endpoint, "handler.app.lambda_handler"))
            theirs.append(_start(least, endpoint, "least.handler"))
            without.append(_start(raw, endpoint, "handler.app.lambda_handler"))
        megabytes = size_of(build("arm64", bundle)) / 1e6
    told = f"from the process to its first answer over awslambdaric {median(ours) * 1000:.0f} ms"
    with_least = f"{told} / the least bundle {median(theirs) * 1000:.0f} ms, median of {TURNS} pairs"
    yield Bar("bundle-start", _ratio(ours, theirs), 1.15, at_least=False, compared=with_least)
    with_raw = f"{told} / without bytecode {median(without) * 1000:.0f} ms, median of {TURNS} pairs"
    yield Bar("bundle-bytecode", _ratio(ours, without), 0.5, at_least=False, compared=with_raw)
    yield Bar(
        "bundle-size", megabytes, MOST_MEGABYTES, at_least=False, compared="megabytes of the arm64 bundle, unzipped"
    )


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def _least_of(bundle: Path, least: Path) -> None:
    """The same packages, with one module instead of our rooms."""
    shutil.copytree(bundle, least, ignore=lambda folder, _: ROOMS if Path(folder) == bundle else ())
    (least / "least.py").write_text(LEAST)
    compile_in(least)


def _start(bundle: Path, endpoint: str, handler: str) -> float:
    """Seconds from a process to its first answer."""
    aws = {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench", "AWS_DEFAULT_REGION": "eu-west-1"}
    aws |= {"AWS_ENDPOINT_URL": endpoint, "TIMER_QUEUE_URL": f"{endpoint}/queue", "BOT_USERNAME": "bench_bot"}
    aws |= {"BOT_TOKEN_PARAMETER": "/bench/token", "WEBHOOK_SECRET_PARAMETER": "/bench/secret", "PTB_TIMEDELTA": "1"}
    with running(bundle, aws, handler) as runtime:
        kind, answer = runtime.invoke(_press())
        seconds = time.perf_counter() - runtime.began
    assert (kind, answer["statusCode"]) == ("response", 200), answer
    return seconds


def _press() -> dict[str, Any]:
    """A press of a button that is not ours: answered without the store."""
    who = {"id": 42, "is_bot": False, "first_name": "Ana"}
    message = {"message_id": 7, "date": 1796000000, "chat": {"id": -5, "type": "group", "title": "G"}}
    query = {"id": "1", "from": who, "chat_instance": "1", "data": "not ours", "message": message}
    headers = {"content-type": "application/json", "x-telegram-bot-api-secret-token": SECRET}
    return function_url_event("POST", "/", headers, json.dumps({"update_id": 1, "callback_query": query}).encode())


@contextmanager
def _parameters() -> Iterator[str]:
    """The address of an SSM that knows two parameters."""

    class Parameters(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            found = [{"Name": name, "Type": "SecureString", "Value": VALUES[name]} for name in asked["Names"]]
            body = json.dumps({"Parameters": found, "InvalidParameters": []}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: the bar tells."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Parameters)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
