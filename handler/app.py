"""The Lambda's entry. A start that fails is told in the log and tried again with the next event, until it is mended."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from handler.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

with suppress(SettingsError):  # it is told with the first event
    from handler import running  # noqa: F401 - while the container starts, a Lambda has its full power


def lambda_handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """Handle one event: an update from Telegram's webhook, or a batch of wakes from the timers' queue.

    Raises:
        SettingsError: the bot cannot start, and the event is no update: the queue brings it again.
    """
    try:
        from handler import running
    except SettingsError as fault:
        from handler import unstarted

        return unstarted.answer(event, fault, os.environ)
    return running.lambda_handler(event, context)
