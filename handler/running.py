"""The bot at work: Function URL events and timers' messages in, answers out.

The service is built once per container, at import, where a Lambda has its full power; one event loop lives as long.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from handler import cold_start
from handler.bootstrap import clock, make_service, signing_key
from handler.handling import Handling
from handler.meter import BOT
from handler.observability import DEAD, Log, hush
from handler.parameters import with_parameters
from handler.settings import read_settings
from handler.timers import HOPS, MOST_TRIES, parse_wakes
from handler.webhook import Refusal, read_update, refused, response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Millis

SETTINGS = read_settings(with_parameters(os.environ))
LOG = Log()
KEY = signing_key(SETTINGS.token)
hush()
BOT.set(SETTINGS.table_name)
LOOP = asyncio.new_event_loop()
SERVICE = make_service(SETTINGS, LOG)
cold_start.done()


def lambda_handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """Handle one event: an update from Telegram's webhook, or a batch of wakes from the timers' queue."""
    del context
    now = clock()
    if "Records" in event:
        return LOOP.run_until_complete(_wakes(event, now))
    update = read_update(event, SETTINGS.secret)
    if isinstance(update, Refusal):
        LOG.line("refused", status=update.status, why=update.why)
        return refused(update)
    reply = LOOP.run_until_complete(_handling().update(update, now))
    return refused(reply) if isinstance(reply, Refusal) else response(reply)


def _handling() -> Handling:
    return Handling(SERVICE, SETTINGS.username, KEY, LOG, clock)


async def _wakes(event: Mapping[str, Any], now: Millis) -> dict[str, Any]:
    """A batch of wakes; those that failed come again, without the others."""
    wakes, left_out = parse_wakes(event)
    for why in left_out:
        LOG.line("refused", why=why)
    failed: list[str] = []
    for wake in wakes:
        HOPS.set(wake.hops)
        if not await _handling().wake(wake, now):
            failed.append(wake.id)
            if wake.tries >= MOST_TRIES:
                LOG.line(DEAD, why=f"a wake failed {MOST_TRIES} times and is put aside: the next press goes on")
    LOG.line("wakes", count=len(wakes), failed=len(failed), ms=clock() - now)
    return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}
