"""Updates on their way to the bot: queues that keep their order, as many as Telegram has."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from infra.local.bot_api.limits import Limits
    from infra.local.bot_api.message import Json


@dataclass(slots=True)
class Pending:
    """One update that the bot has not taken yet."""

    id: int
    queue: str
    """Callbacks of one person, messages of one chat, or membership in one chat: order counts only inside a queue."""
    kind: str
    body: Json
    expires: float
    fails: int = 0
    due: float = 0.0

    def update(self) -> Json:
        """The update as the Bot API writes it."""
        return {"update_id": self.id, self.kind: self.body}


@dataclass(slots=True)
class Outbox:
    """All that waits, in the order it happened."""

    pending: list[Pending] = field(default_factory=list)
    next_id: int = 1

    def add(self, queue: str, kind: str, body: Json, expires: float) -> Pending:
        """Put an update at the end of its queue."""
        update = Pending(self.next_id, queue, kind, body, expires)
        self.next_id += 1
        self.pending.append(update)
        return update

    def drop(self, update: Pending) -> None:
        """The bot has it, or shall not have it any more."""
        self.pending = [other for other in self.pending if other.id != update.id]

    def forget_before(self, update_id: int) -> None:
        """The bot has all updates below this one."""
        self.pending = [update for update in self.pending if update.id >= update_id]

    def forget_expired(self, now: float) -> None:
        """Drop what came too late."""
        self.pending = [update for update in self.pending if update.expires > now]

    def heads(self, now: float) -> Iterator[Pending]:
        """The first update of each queue."""
        self.forget_expired(now)
        seen: set[str] = set()
        for update in list(self.pending):
            if update.queue not in seen:
                seen.add(update.queue)
                yield update

    def failed(self, update: Pending, now: float, limits: Limits, retry_after: float = 0.0) -> None:
        """Note a failed delivery: when the next is due, or, if that is past its expiry, drop it."""
        pauses = limits.redelivery
        pause = pauses[update.fails] if update.fails < len(pauses) else limits.redelivery_last
        update.fails += 1
        update.due = now + (min(retry_after, limits.retry_after_most) if retry_after else pause)
        if update.due > update.expires:
            self.drop(update)


class Bell:
    """Rung whenever there is something new to look at; any number may wait."""

    def __init__(self) -> None:
        self._events: set[asyncio.Event] = set()

    def ring(self) -> None:
        """Wake all who wait."""
        for event in self._events:
            event.set()

    def hear(self) -> asyncio.Event:
        """An event of one's own, set at every ring until it is given back."""
        event = asyncio.Event()
        self._events.add(event)
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Give an event back."""
        self._events.discard(event)
