from __future__ import annotations

import base64
import json

from handler.webhook import read_update
from infra.local.handlers.events import function_url_event

UPDATE = json.dumps({"update_id": 7}).encode()
SECRET = {"X-Telegram-Bot-Api-Secret-Token": "hush", "Content-Type": "application/json"}


def test_the_handler_reads_the_update_out_of_a_request() -> None:
    update = read_update(function_url_event("POST", "/", SECRET, UPDATE), "hush")
    assert getattr(update, "update_id", None) == 7


def test_names_of_headers_come_in_small_letters_as_from_lambda() -> None:
    event = function_url_event("POST", "/", SECRET, UPDATE)
    assert event["headers"] == {"x-telegram-bot-api-secret-token": "hush", "content-type": "application/json"}
    assert event["version"] == "2.0"


def test_path_and_query_are_told_apart() -> None:
    event = function_url_event("POST", "/hook?a=1&b=2", {}, b"")
    assert (event["rawPath"], event["rawQueryString"]) == ("/hook", "a=1&b=2")
    assert event["requestContext"]["http"]["method"] == "POST"


def test_a_text_comes_as_it_is() -> None:
    event = function_url_event("POST", "/", {"content-type": "application/json; charset=utf-8"}, "é".encode())
    assert (event["body"], event["isBase64Encoded"]) == ("é", False)


def test_what_is_no_text_comes_in_base64() -> None:
    for headers, body in (({}, b"{}"), ({"content-type": "text/plain"}, b"\xff\xfe")):
        event = function_url_event("POST", "/", headers, body)
        assert event["isBase64Encoded"]
        assert base64.b64decode(event["body"]) == body
