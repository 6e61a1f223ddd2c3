"""A stub of Lambda's runtime API: hands events to the real `awslambdaric`, and freezes it between two, as Lambda."""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from infra.aws.build import python
from tests.infra.aws.tools import tool

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BOOTSTRAP = """
import sys
task, runtime = sys.argv[1:3]
sys.path.insert(0, task)
sys.path.append(runtime)
sys.argv = ["bootstrap", sys.argv[3]]
from awslambdaric.__main__ import main
main(sys.argv)
"""
"""Lambda's own start: the bundle first, the runtime last, by -I nothing else, and by -B no bytecode written."""

ARN = "arn:aws:lambda:eu-west-1:123456789012:function:setgram-test"


PARTS = ("awslambdaric", "simplejson", "snapshot_restore_py", "runtime_client*.so")
"""The runtime and all that it needs."""


@functools.cache
def awslambdaric() -> Path:
    """A folder with the runtime and nothing else, which stands for Lambda's own."""
    folder = Path(tempfile.mkdtemp(prefix="setgram-runtime-"))
    atexit.register(shutil.rmtree, folder)
    installed = Path(tool("emulator", "python")).parents[1] / "lib" / "python3.13" / "site-packages"
    for found in [found for part in PARTS for found in installed.glob(part)]:
        (folder / found.name).symlink_to(found)
    return folder


class Runtime:
    """One execution environment: a bundle, its process, and the events it is handed."""

    def __init__(self, bundle: Path, environment: Mapping[str, str], handler: str) -> None:
        self._events: queue.Queue[bytes] = queue.Queue()
        self._answers: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self._server = self._serve()
        address = f"127.0.0.1:{self._server.server_address[1]}"
        own = {"AWS_LAMBDA_RUNTIME_API": address, "LAMBDA_TASK_ROOT": str(bundle), "_HANDLER": handler}
        own |= {"AWS_LAMBDA_FUNCTION_NAME": "setgram-test", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024"}
        own |= {"AWS_LAMBDA_FUNCTION_VERSION": "$LATEST", "TZ": "UTC"}
        command = [python(), "-I", "-B", "-c", BOOTSTRAP, str(bundle), str(awslambdaric()), handler]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(  # noqa: S603
            command, env=own | dict(environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=bundle
        )
        self._frozen = False

    def invoke(self, event: object) -> tuple[str, Any]:
        """Hand over one event: `response`, or `error`, and what it says."""
        if self._frozen:
            self.process.send_signal(signal.SIGCONT)
            self._frozen = False
        self._events.put(json.dumps(event).encode())
        kind, body = self._answers.get(timeout=60)
        return kind, json.loads(body)

    def freeze(self) -> None:
        """Stop the process as Lambda does once it has answered; the next event wakes it."""
        self.process.send_signal(signal.SIGSTOP)
        self._frozen = True

    def end(self) -> str:
        """End it; what it has printed. Nothing where it has ended already."""
        if self.process.stdout is None or self.process.stdout.closed:
            return ""
        self.process.kill()
        said, _ = self.process.communicate()
        self._server.shutdown()
        self._server.server_close()
        return str(said.decode())

    def _serve(self) -> ThreadingHTTPServer:
        events, answers = self._events, self._answers

        class Api(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                body = events.get()
                self.send_response(200)
                self.send_header("Lambda-Runtime-Aws-Request-Id", str(uuid.uuid4()))
                self.send_header("Lambda-Runtime-Deadline-Ms", str(int(time.time() * 1000) + 30_000))
                self.send_header("Lambda-Runtime-Invoked-Function-Arn", ARN)
                self._end(body)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                self.send_response(202)
                self._end(b"")
                answers.put((self.path.rsplit("/", 1)[1], body))

            def _end(self, body: bytes) -> None:
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Nothing: the test tells."""

            def handle(self) -> None:
                with contextlib.suppress(ConnectionError):
                    super().handle()

        server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server


@contextlib.contextmanager
def running(
    bundle: Path, environment: Mapping[str, str], handler: str = "handler.app.lambda_handler"
) -> Iterator[Runtime]:
    """A bundle at work, alone on the path of an isolated Python 3.13."""
    path = {"PATH": os.environ.get("PATH", "")}
    runtime = Runtime(bundle, path | dict(environment), handler)
    try:
        yield runtime
    finally:
        runtime.end()
