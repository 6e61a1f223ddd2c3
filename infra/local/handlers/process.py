"""One handler process: a small HTTP server around `lambda_handler`, for one event at a time.

A POST to `/` becomes the event of a Function URL; the body of a POST to `/event` is an event already. The first line
on standard output is the port, the others are the handler's log. It ends when its standard input is closed, which the
system does for whoever started it, however that ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

from infra.local.handlers.events import EVENT_PATH, function_url_event

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from infra.local.handlers.events import Event

    Handler = Callable[[Event, object], Mapping[str, Any]]


def serving(handler: Handler, port: int = 0) -> HTTPServer:
    """A server for one handler, bound to a port of this machine's own and ready to serve."""

    class Requests(BaseHTTPRequestHandler):
        """Answers POST requests, one after another."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            result: Mapping[str, Any]
            if self.path == EVENT_PATH:
                result = {"body": json.dumps(handler(json.loads(body), None))}
            else:
                result = handler(function_url_event("POST", self.path, dict(self.headers.items()), body), None)
            with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked is gone
                self._respond(result)

        def _respond(self, result: Mapping[str, Any]) -> None:
            body = str(result.get("body", "")).encode()
            self.send_response(int(result.get("statusCode", 200)))
            for name, value in result.get("headers", {}).items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the handler logs what it handles."""

    return HTTPServer(("127.0.0.1", port), Requests)


def _end_with_parent() -> None:
    """Wait until standard input is closed, then end at once: what is under way is repeated by whoever asked."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    """Serve the handler that the environment sets up, until whoever started this is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the starter decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from handler.running import lambda_handler  # it reads the environment as it is imported

    server = serving(lambda_handler)
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
