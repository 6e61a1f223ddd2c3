"""What a bot answers that cannot start: presses that they were not counted, and all else that it may come again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handler import cold_start, replies
from handler.errors import SettingsError
from handler.languages import language_for, words_of
from handler.observability import ERROR, Log
from handler.parameters import with_parameters
from handler.service import Reply
from handler.webhook import Refusal, read_update, refused, response

if TYPE_CHECKING:
    from collections.abc import Mapping

SECRET = "WEBHOOK_SECRET"  # noqa: S105 - a name # nosec B105

AGAIN = Refusal(503, "the bot cannot start")
"""Telegram brings the update again, a press for two and a half minutes, anything else for a day."""


def answer(event: Mapping[str, Any], fault: SettingsError, environ: Mapping[str, str]) -> dict[str, Any]:
    """Tell in the log what is wrong, and whoever pressed a button that it was not counted.

    An answer to a press needs no token. Without the secret nobody is believed, and so nobody answered.

    Raises:
        SettingsError: the event is no update but a batch of wakes, which then come again.
    """
    cold_start.done()
    if "Records" in event:
        raise fault
    Log().line(ERROR, why=str(fault))
    secret = _secret(environ)
    if not secret:
        return refused(AGAIN)
    update = read_update(event, secret)
    if isinstance(update, Refusal):
        return refused(update)
    query = update.callback_query
    if query is None:
        return refused(AGAIN)
    words = words_of(language_for(None, query.from_user.language_code, None))
    return response(Reply(query.id, replies.busy(words)))


def _secret(environ: Mapping[str, str]) -> str:
    """The webhook's secret, where that can be had; else nothing."""
    alone = {name: value for name, value in environ.items() if name in {SECRET, f"{SECRET}_PARAMETER"}}
    try:
        return with_parameters(alone).get(SECRET, "")
    except SettingsError:
        return ""
