"""Requests as Lambda hands them to a function behind a Function URL, payload format 2.0."""

from __future__ import annotations

import base64
import time
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

Event = dict[str, Any]

EVENT_PATH = "/event"
"""Where a handler process takes what is an event already."""

_TEXTS = ("text/", "application/json", "application/xml", "application/javascript")


def function_url_event(method: str, target: str, headers: Mapping[str, str], body: bytes) -> Event:
    """An HTTP request as the event that a Function URL makes of it; `target` is the path with its query.

    Names of headers are in small letters there, and a body that is no text comes in base64.
    """
    parts = urlsplit(target)
    names = {name.lower(): value for name, value in headers.items()}
    text = _text(names.get("content-type", ""), body)
    now = time.time_ns() // 1_000_000
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": parts.path or "/",
        "rawQueryString": parts.query,
        "headers": names,
        "requestContext": {
            "accountId": "anonymous",
            "apiId": "local",
            "domainName": names.get("host", "localhost"),
            "http": {
                "method": method,
                "path": parts.path or "/",
                "protocol": "HTTP/1.1",
                "sourceIp": "127.0.0.1",
                "userAgent": names.get("user-agent", ""),
            },
            "requestId": str(uuid.uuid4()),
            "routeKey": "$default",
            "stage": "$default",
            "timeEpoch": now,
        },
        "body": base64.b64encode(body).decode() if text is None else text,
        "isBase64Encoded": text is None,
    }


def _text(content_type: str, body: bytes) -> str | None:
    """The body as text, where it is one."""
    if not content_type.lower().startswith(_TEXTS):
        return None
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None
