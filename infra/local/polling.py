"""The bot without AWS: long polling over an SQLite file, many groups side by side in one process."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from handler.bootstrap import clock, make_store, on_account, service_of, signing_key
from handler.errors import HandlerError, StoreFailure
from handler.handling import Handling
from handler.service import Reply
from handler.sqlite_timers import SqliteTimers
from handler.telegram import WRONG_TOKEN, BotTelegram, new_bot
from handler.webhook import Refusal
from infra.errors import OperationFailure
from infra.webhook import ALLOWED_UPDATES

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from telegram import Bot, Update

    from handler.observability import Log
    from handler.settings import Settings
    from handler.timers import Wake

LONGEST_POLL = 50
"""Seconds that Telegram holds a request for updates back while there are none."""

PAUSES = (1, 2, 4, 8, 16, 32, 60)
"""Seconds to wait after so many failures in a row."""

LOOK_EVERY = 0.25
"""Seconds between two looks for wakes that are due."""

TWO_BOTS = (
    "Telegram gives the updates to somebody else: run `setgram webhook delete` if a webhook is set, "
    "and stop any other process that polls with this token"
)


@dataclass
class Poller:
    """Takes updates and wakes until stopped. What is under way is finished first."""

    bot: Bot
    handling: Handling
    timers: SqliteTimers
    poll_seconds: int = LONGEST_POLL
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _last: dict[tuple[str, int], asyncio.Task[None]] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self) -> None:
        """Poll until `stopping` is set.

        Raises:
            OperationFailure: the token is wrong, or somebody else takes the updates.
        """
        waking = asyncio.ensure_future(self._wake())
        polling = asyncio.ensure_future(self._poll())
        stopped = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait({polling, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if polling.done():
                polling.result()
        finally:
            for task in (polling, waking, stopped):
                task.cancel()
            await asyncio.gather(polling, waking, stopped, return_exceptions=True)
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _poll(self) -> None:
        offset, failures = 0, 0
        while True:
            try:
                updates = await self.bot.get_updates(
                    offset, timeout=self.poll_seconds, allowed_updates=list(ALLOWED_UPDATES)
                )
            except InvalidToken as error:
                raise OperationFailure(WRONG_TOKEN) from error
            except Conflict as error:
                raise OperationFailure(TWO_BOTS) from error
            except TelegramError as error:
                wait = PAUSES[min(failures, len(PAUSES) - 1)]
                failures += 1
                self.handling.log.line("poll", failed=type(error).__name__, wait=_asked_wait(error) or wait)
                await asyncio.sleep(_asked_wait(error) or wait)
                continue
            failures = 0
            for update in updates:
                offset = update.update_id + 1
                self._take(update)

    def _take(self, update: Update) -> None:
        """Handle an update after those of its queue that came before: as Telegram's webhook orders them."""
        queue = _queue(update)
        task = self._spawn(self._after(self._last.get(queue), update))
        self._last[queue] = task
        task.add_done_callback(lambda done: self._last.pop(queue) if self._last.get(queue) is done else None)

    async def _after(self, before: asyncio.Task[None] | None, update: Update) -> None:
        if before is not None:
            await asyncio.wait({before})
        reply = await self.handling.update(update, self.handling.clock())
        for wait in PAUSES:
            if not isinstance(reply, Refusal):
                break
            await asyncio.sleep(wait)
            reply = await self.handling.update(update, self.handling.clock())
        if isinstance(reply, Reply):
            desk = self.handling.service.desk
            await desk.quietly(desk.telegram.answer(reply.query, reply.toast.text, alert=reply.toast.alert))

    async def _wake(self) -> None:
        """Wakes that are due, also those from before a restart."""
        while True:
            try:
                for wake in await self.timers.due(self.handling.clock()):
                    self._spawn(self._woken(wake))
            except StoreFailure:  # the file is busy: the next look finds them
                pass
            await asyncio.sleep(LOOK_EVERY)

    async def _woken(self, wake: Wake) -> None:
        if await self.handling.wake(wake, self.handling.clock()):
            try:
                await self.timers.done([wake])
            except HandlerError as failure:
                self.handling.log.report(str(failure))

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _asked_wait(error: TelegramError) -> float:
    """The wait that Telegram asked for; 0 where it asked for none."""
    if not isinstance(error, RetryAfter):
        return 0
    wait = error.retry_after
    return wait if isinstance(wait, int) else wait.total_seconds()


def _queue(update: Update) -> tuple[str, int]:
    """What keeps its order: presses of one person, messages of one chat, memberships in one chat."""
    if update.callback_query is not None:
        return "presses", update.callback_query.from_user.id
    if update.my_chat_member is not None:
        return "membership", update.my_chat_member.chat.id
    return "messages", update.effective_chat.id if update.effective_chat is not None else 0


async def poll(settings: Settings, log: Log) -> None:
    """Run a bot until SIGTERM or SIGINT.

    Raises:
        OperationFailure: the store is not an SQLite file, the token is wrong, or somebody else takes the updates.
    """
    store, timers = make_store(settings, log)
    if not isinstance(timers, SqliteTimers):
        raise OperationFailure("polling keeps its games in a file: set STORE=sqlite:PATH")
    bot = new_bot(settings.token, settings.api_url)
    ports = on_account(store, BotTelegram(bot))
    service = service_of(settings, *ports, timers, log)
    poller = Poller(bot, Handling(service, settings.username, signing_key(settings.token), log, clock), timers)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, poller.stopping.set)
    log.line("polling")
    try:
        await poller.run()
    finally:
        await bot.request.shutdown()
    log.line("stopped")
