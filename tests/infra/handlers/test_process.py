from __future__ import annotations

import json
import socket
import threading
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from infra.local.handlers.events import EVENT_PATH
from infra.local.handlers.process import serving

if TYPE_CHECKING:
    from collections.abc import Iterator


class Handler:
    """Remembers the events, and answers each as told."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.result: dict[str, Any] = {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": "done"}

    def __call__(self, event: dict[str, Any], context: object) -> dict[str, Any]:
        assert context is None
        self.events.append(event)
        return self.result


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def address(handler: Handler) -> Iterator[str]:
    server = serving(handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_request_becomes_an_event_and_the_result_an_answer(handler: Handler, address: str) -> None:
    handler.result = {"statusCode": 403, "headers": {"x-why": "secret"}, "body": "no"}
    answer = httpx.post(address, content=b"{}", headers={"content-type": "application/json"}, trust_env=False)
    assert (answer.status_code, answer.headers["x-why"], answer.text) == (403, "secret", "no")
    assert handler.events[0]["body"] == "{}"


def test_an_event_is_handed_over_as_it_is(handler: Handler, address: str) -> None:
    handler.result = {"batchItemFailures": []}
    event: dict[str, Any] = {"Records": [{"messageId": "1", "body": "x"}]}
    answer = httpx.post(address + EVENT_PATH, content=json.dumps(event), trust_env=False)
    assert handler.events == [event]
    assert answer.json() == {"batchItemFailures": []}


def test_one_event_is_handled_after_another(handler: Handler, address: str) -> None:
    answers = [httpx.post(address, content=str(number).encode(), trust_env=False).text for number in range(5)]
    assert answers == ["done"] * 5
    assert len(handler.events) == 5


def test_an_answer_to_somebody_who_is_gone_is_no_matter(
    handler: Handler, address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    handler.result = {"body": "x" * 10_000_000}
    host, _, port = address.removeprefix("http://").partition(":")
    gone = socket.create_connection((host, int(port)))
    gone.sendall(b"POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}")
    gone.recv(1)
    gone.close()
    handler.result = {"body": "done"}
    assert httpx.post(address, content=b"{}", trust_env=False).text == "done"
    assert "Traceback" not in capfd.readouterr().err
