"""What a person's app hears of: messages, edits, deletions, and the answers to one's own presses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infra.local.bot_api.message import Json


@dataclass(frozen=True, slots=True)
class Event:
    """One piece of news.

    `kind` is message, edited, deleted, action or answer. `body` is the message in the Bot API's form for the first two,
    {"message_id"} for the third, {"action"} for the fourth; for an answer {"query_id", "message_id", "data", "text",
    "show_alert", "url"}. `silent` says that a message came without a sound.
    """

    kind: str
    chat: int
    body: Json
    silent: bool = False


class Feed:
    """The news of one person from the moment it was asked for; an async iterator, closed by `close`."""

    def __init__(self, feeds: Feeds, person: int) -> None:
        self._feeds = feeds
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self.person = person

    def put(self, event: Event) -> None:
        """Add news."""
        self._queue.put_nowait(event)

    def close(self) -> None:
        """No more news; whoever waits is let go."""
        self._feeds.forget(self)
        self._queue.put_nowait(None)

    def __aiter__(self) -> Feed:
        return self

    async def __anext__(self) -> Event:
        event = await self._queue.get()
        if event is None:
            raise StopAsyncIteration
        return event


class Feeds:
    """All who listen."""

    def __init__(self) -> None:
        self._feeds: dict[int, list[Feed]] = {}

    def open(self, person: int) -> Feed:
        """Start to listen as `person`; a person may listen several times (several windows)."""
        feed = Feed(self, person)
        self._feeds.setdefault(person, []).append(feed)
        return feed

    def forget(self, feed: Feed) -> None:
        """Stop telling this one."""
        listening = self._feeds.get(feed.person, [])
        if feed in listening:
            listening.remove(feed)

    def tell(self, person: int, event: Event) -> None:
        """Give a person news, in every window."""
        for feed in self._feeds.get(person, []):
            feed.put(event)
