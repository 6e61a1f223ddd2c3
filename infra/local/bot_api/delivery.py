"""Updates to the webhook, as Telegram brings them: in order per queue, queues side by side, again when it failed."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol

from infra.local.bot_api.body import parameters_in
from infra.local.bot_api.clock import wait_for
from infra.local.bot_api.connections import Connections
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from infra.local.bot_api.outbox import Pending
    from infra.local.bot_api.world import World

log = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name # nosec B105
_FORBIDDEN_REPLIES = ("setwebhook", "deletewebhook", "close", "logout")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a webhook answered; the names of `headers` are in small letters."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


class Poster(Protocol):
    """Who carries an update to the webhook."""

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Bring it there.

        Raises:
            OSError: no answer came; its text says why.
        """


class Delivery:
    """Brings updates as long as `run` runs."""

    def __init__(self, world: World, poster: Poster) -> None:
        self._world = world
        self._poster = poster
        self._connections = Connections(world.limits)
        self._under_way: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Bring updates until cancelled."""
        bell = self._world.updates.hear()
        try:
            while True:
                bell.clear()
                await wait_for(self._world.clock, bell, min(self._launch(), 3600.0))
        finally:
            self._world.updates.leave(bell)
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _launch(self) -> float:
        """Send off all that is due and has a connection; how long until there may be more."""
        now, webhook = self._world.clock.now(), self._world.state.webhook
        if not webhook.url:
            return math.inf
        soonest = math.inf
        for update in self._world.state.outbox.heads(now):
            if update.queue in self._under_way:
                continue
            if update.due > now:
                soonest = min(soonest, update.due - now)
            elif (wait := self._connections.take(now, webhook.max_connections)) > 0:
                return min(soonest, wait)
            else:
                self._start(update)
        return soonest

    def _start(self, update: Pending) -> None:
        self._under_way.add(update.queue)
        self._spawn(self._deliver(update))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, update: Pending) -> None:
        webhook = self._world.state.webhook
        headers = {"content-type": "application/json"} | ({SECRET_HEADER: webhook.secret} if webhook.secret else {})
        body = json.dumps(update.update(), ensure_ascii=False).encode()
        reply: Reply | None = None
        try:
            reply = await self._poster.post(webhook.url, headers, body)
        except OSError as error:
            self._failed(update, str(error))
        else:
            self._arrived(update, reply)
        finally:
            good = reply is not None and 200 <= reply.status < 300
            self._connections.give(self._world.clock.now(), kept=reply is not None, succeeded=good)
            self._under_way.discard(update.queue)
            self._world.changes += 1
            self._world.updates.ring()

    def _arrived(self, update: Pending, reply: Reply) -> None:
        if not 200 <= reply.status < 300:
            phrase = HTTPStatus(reply.status).phrase if reply.status in set(HTTPStatus) else ""
            told = f"Wrong response from the webhook: {reply.status} {phrase}".rstrip()
            self._failed(update, told, _seconds(reply.headers.get("retry-after", "")))
            return
        self._world.state.outbox.drop(update)
        self._spawn(self._carry_out(reply))

    def _failed(self, update: Pending, why: str, retry_after: float = 0.0) -> None:
        log.info("update %s was not taken: %s", update.id, why)
        webhook = self._world.state.webhook
        webhook.error, webhook.error_at = why, self._world.now()
        self._world.state.outbox.failed(update, self._world.clock.now(), self._world.limits, retry_after)

    async def _carry_out(self, reply: Reply) -> None:
        """Carry out the method that an answer may hold. Nobody learns how that went."""
        try:
            given, files = await parameters_in(reply.headers.get("content-type", ""), reply.body)
            method = str(given.pop("method", ""))
            if method.lower().startswith("get") or method.lower() in _FORBIDDEN_REPLIES:
                log.warning("%s cannot be called in an answer to an update", method)
            elif method:
                await call(self._world, method, given, files)
        except ApiError as error:
            log.warning("in an answer to an update: %s", error)


def _seconds(text: str) -> float:
    return float(text) if text.strip().isdecimal() else 0.0
