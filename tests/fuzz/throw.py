"""One throw: what is handed to the Lambda's entry, with a text form that can be replayed."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from typing import Any

from tests.lambda_entry import function_url_event


@dataclass(frozen=True, slots=True)
class Throw:
    """An event in the making. `kind` says how it comes in: `update` by the webhook, `wake` by the queue.

    `text` is the webhook's body, or all of the queue's event; `door` what is wrong at the webhook's door, if anything.
    """

    kind: str
    text: str
    door: str = ""

    def event(self) -> dict[str, Any]:
        """The event as Lambda hands it over."""
        if self.kind == "wake":
            event: dict[str, Any] = json.loads(self.text)
            return event
        match self.door:
            case "no secret":
                return function_url_event(self.text, None)
            case "wrong secret":
                return function_url_event(self.text, "made-up_S3cre")
            case "packed":
                return function_url_event(self.text, packed=True)
            case "packed badly":
                return function_url_event(self.text) | {"isBase64Encoded": True}
            case "no body":
                return {name: value for name, value in function_url_event(self.text).items() if name != "body"}
            case "headers are a list":
                return function_url_event(self.text) | {"headers": [self.text[:9]]}
            case _:
                return function_url_event(self.text)


DOORS = ("no secret", "wrong secret", "packed", "packed badly", "no body", "headers are a list")


def throw_text(throw: Throw) -> str:
    """A throw on one line of letters; the inverse of `parse_throw`."""
    packed = zlib.compress(json.dumps([throw.kind, throw.text, throw.door]).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode()


def parse_throw(text: str) -> Throw:
    """The throw of such a line."""
    return Throw(*json.loads(zlib.decompress(base64.urlsafe_b64decode(text))))
