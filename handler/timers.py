"""Wakes: a later look at a place's game, over SQS or not at all; `sqlite_timers` has those of one machine.

A wake is only a hint. It may come late, twice or never; a game's clocks are judged at every command anyhow.
"""

from __future__ import annotations

import asyncio
import json
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from engine.game import Millis
from engine.value import Value, replace
from handler.aws import reason
from handler.ports import ChatId, GameKey, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mypy_boto3_sqs import SQSClient

LONGEST_DELAY = 900
"""Seconds that SQS can hold a message back. A wake that is due later comes early, and its reader asks again."""

MOST_HOPS = 250
"""Wakes in a row with nobody's press between them. AWS would end such a chain after 16; a game left alone needs more: a
deadline every two minutes until it pauses, then one every 15 minutes for 24 hours, and some for edits put off."""

HOPS: ContextVar[int] = ContextVar("hops", default=-1)
"""That of the wake that is being handled: a wake asked for meanwhile is one further. -1 where somebody pressed."""

MOST_TRIES = 5
"""So often a wake is brought before its queue puts it aside as dead."""


class Wake(Value):
    """A look at a place's game, due at an instant, that was asked for at `version`. `id` is that of its message.

    `hops` counts the wakes that led to this one since somebody last pressed, `tries` how often it was brought.
    """

    key: GameKey
    version: Version
    due: Millis
    id: str = ""
    hops: int = 0
    tries: int = 1


def wake_text(wake: Wake) -> str:
    """A wake as the body of its message; the inverse of `parse_wake` but for the id and the tries."""
    body = {"chat": wake.key.chat, "topic": wake.key.topic, "version": wake.version, "due": wake.due}
    return json.dumps(body | ({"hops": wake.hops} if wake.hops else {}), separators=(",", ":"))


def parse_wake(text: str, message: str = "") -> Wake:
    """The wake of a message's body.

    Raises:
        ValueError: the text is no wake's.
    """
    body = json.loads(text)
    if not isinstance(body, dict):
        raise ValueError(f"not a wake: {text!r} (an object was expected)")
    chat, topic, version, due = (_whole(body, name, text) for name in ("chat", "topic", "version", "due"))
    hops = _whole(body, "hops", text) if "hops" in body else 0
    return Wake(GameKey(ChatId(chat), topic), Version(version), Millis(due), message, hops)


def _whole(body: Mapping[str, Any], name: str, text: str) -> int:
    value = body.get(name)
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError(f"not a wake: {text!r} ({name} should be a whole number of 63 bits and a sign)")
    return value


def parse_wakes(event: Mapping[str, Any]) -> tuple[list[Wake], list[str]]:
    """The wakes of an SQS event, and why each message that is none was left out. It never raises."""
    wakes: list[Wake] = []
    left_out: list[str] = []
    records = event.get("Records")
    for record in records if isinstance(records, list) else []:
        try:
            wake = parse_wake(record["body"], str(record.get("messageId", "")))
            tries = int(record.get("attributes", {}).get("ApproximateReceiveCount", 1))
            wakes.append(replace(wake, tries=tries))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            left_out.append(f"{type(error).__name__}: {error}")
    return wakes, left_out


def wake_event(wakes: Sequence[Wake]) -> dict[str, Any]:
    """Wakes as the event that SQS hands to a Lambda; the inverse of `parse_wakes`."""
    return {"Records": [_record(wake) for wake in wakes]}


def _record(wake: Wake) -> dict[str, Any]:
    brought = {"ApproximateReceiveCount": str(wake.tries)}
    return {"messageId": wake.id, "body": wake_text(wake), "attributes": brought, "eventSource": "aws:sqs"}


class NoTimers:
    """Nobody wakes a game: its clocks are judged only when somebody presses something."""

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """Do nothing."""


class SqsTimers:
    """Wakes as delayed messages of a standard SQS queue. A wake that cannot be sent is reported, and never comes."""

    def __init__(self, client: SQSClient, queue_url: str, report: Callable[[str], None]) -> None:
        self._client = client
        self._queue_url = queue_url
        self._report = report

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """Send a message that comes at `due`, or after the longest delay if that is sooner."""
        seconds = min(max(-(-(due - now) // 1000), 0), LONGEST_DELAY)
        body = wake_text(Wake(key, version, due, hops=HOPS.get() + 1))
        if HOPS.get() >= MOST_HOPS:
            self._report(f"{MOST_HOPS} wakes led to another one, which is left out: the next press goes on: {body}")
            return
        try:
            await asyncio.to_thread(self._send, body, seconds)
        except (BotoCoreError, ClientError) as error:
            self._report(f"SQS SendMessage to {self._queue_url}: {reason(error)}; this wake is lost: {body}")

    def _send(self, body: str, seconds: int) -> None:
        self._client.send_message(QueueUrl=self._queue_url, MessageBody=body, DelaySeconds=seconds)
