"""How many connections to the webhook Telegram has open: few after a pause, more as it answers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infra.local.bot_api.limits import Limits


class Connections:
    """Counts connections; whoever delivers takes one and gives it back."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: list[float] = []
        self._opened: list[float] = []
        self._busy = 0
        self._succeeded = -math.inf

    def take(self, now: float, most: int) -> float:
        """Take a connection: 0 if there was one, else how long to wait before asking again."""
        self._idle = [since for since in self._idle if since > now - self._limits.connection_idle]
        if self._idle:
            self._idle.pop()
        elif (wait := self._wait(now, most)) > 0:
            return wait
        else:
            self._opened.append(now)
        self._busy += 1
        return 0.0

    def _wait(self, now: float, most: int) -> float:
        """How long until one more may be opened: after a pause only one, else ten at once."""
        active = now - self._succeeded <= self._limits.idle_after
        if self._busy >= (most if active else 1):
            return math.inf
        self._opened = [at for at in self._opened if at > now - self._limits.connections_pause]
        if len(self._opened) < self._limits.connections_at_once:
            return 0.0
        return self._opened[0] + self._limits.connections_pause - now

    def give(self, now: float, *, kept: bool, succeeded: bool) -> None:
        """Give a connection back: kept open or not, after a delivery that succeeded or not."""
        self._busy -= 1
        if kept:
            self._idle.append(now)
        if succeeded:
            self._succeeded = now
