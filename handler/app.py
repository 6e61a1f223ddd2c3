"""The Lambda's entry: Function URL events and timers' messages in, answers out.

The service is built once per container, at import, where a Lambda has its full power; one event loop lives as long.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from handler import cold_start, replies
from handler.bootstrap import clock, make_service, signing_key
from handler.errors import StoreFailure
from handler.intents import Ignored, intent_of
from handler.languages import language_for
from handler.observability import Log, place
from handler.parameters import with_parameters
from handler.service import Reply
from handler.settings import read_settings
from handler.timers import HOPS, parse_wakes
from handler.webhook import Refusal, read_update, refused, response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from telegram import CallbackQuery, Update

    from engine.game import Millis
    from handler.words import Words

SETTINGS = read_settings(with_parameters(os.environ))
LOG = Log()
KEY = signing_key(SETTINGS.token)
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
    return response(LOOP.run_until_complete(_handled(update, now)))


async def _handled(update: Update, now: Millis) -> Reply | None:
    """One update done. Whatever fails, Telegram hears 200: else it would hold that player's taps back."""
    try:
        intent = intent_of(update, SETTINGS.username, KEY)
        reply = await SERVICE.handle(intent, now)
    except Exception as error:
        LOG.line("error", update=update.update_id, where=place(error))
        query = update.callback_query
        return Reply(query.id, replies.busy(_words_of(query))) if query else None
    why = {"why": intent.why} if isinstance(intent, Ignored) else {}
    LOG.line(type(intent).__name__.lower(), update=update.update_id, ms=clock() - now, **why)
    return reply


def _words_of(query: CallbackQuery) -> Words:
    """The words of whoever pressed, by what the press alone tells."""
    user = query.from_user
    return SERVICE.desk.words_of(language_for(None, user.language_code if user else None, None))


async def _wakes(event: Mapping[str, Any], now: Millis) -> dict[str, Any]:
    """A batch of wakes; those that failed come again, without the others."""
    wakes, left_out = parse_wakes(event)
    for why in left_out:
        LOG.line("refused", why=why)
    failed: list[str] = []
    for wake in wakes:
        HOPS.set(wake.hops)
        try:
            await SERVICE.wake(wake, now)
        except StoreFailure as failure:
            LOG.report(str(failure))
            failed.append(wake.id)
        except Exception as error:
            LOG.line("error", where=place(error))
            failed.append(wake.id)
    LOG.line("wakes", count=len(wakes), failed=len(failed), ms=clock() - now)
    return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}
