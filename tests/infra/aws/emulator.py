"""MiniStack on loopback: AWS enough to deploy to. What deployed functions ask of it is noted on its way there."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import httpx

from tests.infra.aws.tools import tool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REGION = "eu-west-1"
SERVICES = {"DynamoDB_20120810": "dynamodb", "AmazonSQS": "sqs", "AmazonSSM": "ssm"}


@dataclass
class Emulator:
    """One that runs: its address, and the actions that its functions called."""

    endpoint: str
    called: set[str] = field(default_factory=set)

    @property
    def environment(self) -> dict[str, str]:
        """What the AWS SDK needs to speak to it."""
        keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        return {**keys, "AWS_ENDPOINT_URL": self.endpoint, "AWS_DEFAULT_REGION": REGION, "AWS_REGION": REGION}


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Emulator]:
    """An emulator that is new, and gone afterwards."""
    port = _free_port()
    emulator = Emulator(f"http://127.0.0.1:{port}")
    with _noting(emulator) as noted, (folder / "ministack.log").open("wb") as log:
        own = {"BIND_HOST": "127.0.0.1", "GATEWAY_PORT": str(port), "AWS_ENDPOINT_URL": noted, "HOME": str(folder)}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "BOT_", "PYTHON"))}
        process = subprocess.Popen(  # noqa: S603
            [tool("emulator", "ministack")], cwd=folder, env=kept | own, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait(process, emulator.endpoint)
            yield emulator
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()


def _wait(process: subprocess.Popen[bytes], endpoint: str) -> None:
    for _ in range(600):
        assert process.poll() is None, "MiniStack ended"
        with contextlib.suppress(httpx.HTTPError):
            httpx.get(f"{endpoint}/_ministack/health", trust_env=False)
            return
        time.sleep(0.1)
    raise AssertionError("MiniStack does not answer")


@contextlib.contextmanager
def _noting(emulator: Emulator) -> Iterator[str]:
    """The address of a door to the emulator that notes what is asked for."""
    client = httpx.Client(trust_env=False, timeout=30)

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            emulator.called.add(action(self.headers.get("x-amz-target", ""), body))
            answer = client.post(emulator.endpoint + self.path, headers=dict(self.headers.items()), content=body)
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                if name.lower() not in {"content-length", "transfer-encoding", "connection", "content-encoding"}:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            """Nothing: the test tells."""

    class Doorway(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Nothing: a function that is ended drops its connections."""

    server = Doorway(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        client.close()
        thread.join()


def action(target: str, body: bytes) -> str:
    """The IAM action of a call, by what its request says."""
    if found := re.fullmatch(r"(\w+)\.(\w+)", target):
        return f"{SERVICES[found[1]]}:{found[2]}"
    return f"sqs:{parse_qs(body.decode())['Action'][0]}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
