"""The webhook's door: who may come in, what an event holds, and how an answer leaves. Pure."""

from __future__ import annotations

import base64
import hmac
import json
from typing import TYPE_CHECKING, Any

from telegram import Update

from engine.value import Value
from handler.shape import flaw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handler.service import Reply

LONGEST_BODY = 256 * 1024
"""No update is nearly so long, in bytes."""

HEADER = "x-telegram-bot-api-secret-token"


class Refusal(Value):
    """What is not let in: `status` for the caller, `why` for the log."""

    status: int
    why: str


def read_update(event: Mapping[str, Any], secret: str) -> Update | Refusal:
    """The update in a Function URL event (payload 2.0), or why there is none.

    Only the secret is refused to the caller's face: to anything else from Telegram the answer is 200, since it would
    be delivered again and again.
    """
    if not _knows(event.get("headers"), secret):
        return Refusal(403, "the secret token is missing or wrong")
    body = _body(event)
    if isinstance(body, Refusal):
        return body
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return Refusal(200, "the body is no JSON")
    wrong = flaw(fields)
    if wrong is not None:
        return Refusal(200, f"the update cannot be read: {wrong}")
    try:
        return Update.de_json(fields, None)
    except Exception as error:
        return Refusal(200, f"the update cannot be read: {type(error).__name__}")


def _knows(headers: object, secret: str) -> bool:
    if not isinstance(headers, dict):
        return False
    given = next((value for name, value in headers.items() if str(name).lower() == HEADER), "")
    return hmac.compare_digest(str(given).encode(errors="replace"), secret.encode())


def _body(event: Mapping[str, Any]) -> str | Refusal:
    body = event.get("body")
    if not isinstance(body, str) or not body:
        return Refusal(200, "there is no body")
    if len(body) > LONGEST_BODY:
        return Refusal(200, f"the body is too long: {len(body)} characters")
    if not event.get("isBase64Encoded"):
        return body
    try:
        return base64.b64decode(body, validate=True).decode()
    except ValueError:
        return Refusal(200, "the body is not the base64 of a text")


def response(reply: Reply | None) -> dict[str, Any]:
    """The HTTP answer: with a toast still to give, it is the Bot API call itself, which saves a round trip."""
    if reply is None:
        return {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": ""}
    call = {
        "method": "answerCallbackQuery",
        "callback_query_id": reply.query,
        "text": reply.toast.text,
        "show_alert": reply.toast.alert,
    }
    body = json.dumps(call, ensure_ascii=False)
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": body}


def refused(refusal: Refusal) -> dict[str, Any]:
    """The HTTP answer to what is not let in: a status and no word more."""
    return {"statusCode": refusal.status, "headers": {"content-type": "text/plain"}, "body": ""}
