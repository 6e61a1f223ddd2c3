"""answerCallbackQuery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.query import Answer
from infra.local.bot_api.text import clean

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.speaking import Speaking

_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
_CACHED_AT_MOST = 30 * 86_400


async def answer_callback_query(world: Speaking, args: Args) -> bool:
    """Answer a press, once and in time. Without any limit on how many."""
    query = world.state.queries.get(args.text("callback_query_id"))
    if query is None or query.answer is not None:
        raise bad_request(_TOO_OLD)
    if world.clock.now() - query.at > world.limits.query_seconds:
        raise bad_request(_TOO_OLD)
    text = clean(args.text("text")).strip()
    if len(text) > world.limits.answer_chars:
        raise bad_request("MESSAGE_TOO_LONG")
    url = args.text("url")
    if url and not url.startswith(f"https://t.me/{world.state.bot.username}?start="):
        raise bad_request("URL_INVALID")
    cache_seconds = min(max(args.integer("cache_time"), 0), _CACHED_AT_MOST)
    world.settle(query, Answer(text, args.truth("show_alert"), url), cache_seconds)
    return True
