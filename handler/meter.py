"""What one update cost and came to: counted while it is handled, told in its line of the log.

Metrics are told in CloudWatch's embedded form, in the same line: no call, no agent, and nothing where nothing happened.
Their dimension is the bot's table alone, never a chat.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from handler import errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

METRICS = {
    "Taps": "Count",
    "ClaimsRight": "Count",
    "ClaimsWrong": "Count",
    "ClaimsLate": "Count",
    "Edits": "Count",
    "Floods": "Count",
    "Deferred": "Count",
    "Lag": "Milliseconds",
    "StoreFailures": "Count",
    "Errors": "Count",
}
"""All there are, at most ten: CloudWatch's free tier has so many. Lag is how long a message showed an older game."""

NAMESPACE = "Setgram"


class Meter:
    """The account of one update or wake."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.noted: dict[str, object] = {}

    def count(self, metric: str, number: int = 1) -> None:
        """More of a metric."""
        self.counts[metric] += number

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Time spent in a part; parts may overlap, as a read and a write do."""
        began = time.perf_counter()
        self.calls[name] += 1
        try:
            yield
        finally:
            self.spent[name] += round((time.perf_counter() - began) * 1000)

    def fields(self) -> dict[str, Any]:
        """What the line of the log tells: what it came to, calls and milliseconds of each part."""
        spent = {f"{name}_ms": spent for name, spent in self.spent.items()}
        return {**self.noted, **{f"{name}_calls": number for name, number in self.calls.items()}, **spent}

    def metrics(self, now: int) -> dict[str, Any]:
        """What CloudWatch reads of the line; nothing where nothing was counted."""
        counts: dict[str, int] = dict(self.counts)
        if isinstance(lag := self.noted.get("lag_ms"), int):
            counts["Lag"] = lag
        if not counts:
            return {}
        told = [{"Name": name, "Unit": METRICS[name]} for name in counts]
        directive = {"Namespace": NAMESPACE, "Dimensions": [["Bot"]], "Metrics": told}
        return {"_aws": {"Timestamp": now, "CloudWatchMetrics": [directive]}, "Bot": BOT.get(), **counts}


BOT: ContextVar[str] = ContextVar("bot", default="setgram")
"""Which bot's metrics these are: the name of its table tells several in one account apart."""

METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered() -> Iterator[Meter]:
    """The account of what is handled inside; tasks that it starts share it."""
    meter = Meter()
    token = METER.set(meter)
    try:
        yield meter
    finally:
        METER.reset(token)


@contextmanager
def part(name: str) -> Iterator[None]:
    """Time spent in a part of whatever is handled now."""
    meter = METER.get()
    if meter is None:
        yield
        return
    with meter.part(name):
        yield


def count(metric: str, number: int = 1) -> None:
    """More of a metric, in whatever is handled now."""
    meter = METER.get()
    if meter is not None:
        meter.count(metric, number)


def note(**fields: object) -> None:
    """What whatever is handled now came to: ids, numbers and words of the code alone."""
    meter = METER.get()
    if meter is not None:
        meter.noted.update(fields)


class Metered:
    """A port, with each call's time and failures on account. `name` is the part that it is."""

    def __init__(self, inner: object, name: str) -> None:
        self.inner = inner
        self._name = name

    def __getattr__(self, method: str) -> Callable[..., Any]:
        call, name = getattr(self.inner, method), self._name

        async def calling(*args: Any, **kwargs: Any) -> Any:
            if method.startswith(("edit_", "send_")):
                count("Edits")
            try:
                with part(name):
                    return await call(*args, **kwargs)
            except errors.Flood:
                count("Floods")
                raise
            except errors.StoreFailure:
                count("StoreFailures")
                raise

        return calling
