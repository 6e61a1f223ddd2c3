"""What a deployed bot takes of AWS, as counted, and what that costs: us-east-1, list prices, no free tier.

Sources: the AWS price pages for Lambda, DynamoDB, SQS, CloudWatch, S3 and data transfer, as of November 2026. The
counts below are held to what `tests/infra/test_costs.py` counts on the product itself.
"""

from __future__ import annotations

from dataclasses import dataclass

INVOCATION, GB_SECOND = 0.20e-6, 13.3334e-6  # Lambda on arm64
WRITE_UNIT, READ_UNIT = 0.625e-6, 0.125e-6  # DynamoDB on demand: each KB written, each 4 KB read
QUEUE_REQUEST = 0.40e-6
LOG_BYTE, SENT_BYTE = 0.50e-9, 0.09e-9
ALARM_METRIC, METRIC, DASHBOARD = 0.10, 0.30, 3.00  # each month, the metric by the hours in which it is sent
STORED_GB = 0.023  # in S3

ALARM_METRICS = 2
"""What the template's alarms look at: throttles as Lambda counts them, faults as the log tells them."""

IDLE_POLLERS, POLL_SECONDS = 5, 20
"""Lambda keeps asking an empty queue, by five at once or fewer, each for 20 seconds."""

MONTH_SECONDS = 30 * 24 * 60 * 60

METRICS = 10
"""Of handler/meter.py, sent in hours with play alone."""

QUICK_SECONDS, CALLING_SECONDS, COLD_SECONDS = 0.05, 0.8, 1.2
"""Assumed until it runs: an invocation without and with a call to Telegram, and a start of the function."""

LAMBDA_LOG_BYTES = 420
"""Lambda's own three lines for each invocation, and 26 bytes that are billed beside each of four lines."""


@dataclass(frozen=True, slots=True)
class Use:
    """What something takes: invocations without and with calls to Telegram, DynamoDB's units, wakes, bytes."""

    quick: float = 0
    calling: float = 0
    starts: float = 0
    writes: float = 0
    reads: float = 0
    wakes: float = 0
    log_bytes: float = 0
    sent_bytes: float = 0

    def seconds(self) -> float:
        """How long the function runs for it."""
        return QUICK_SECONDS * self.quick + CALLING_SECONDS * self.calling + COLD_SECONDS * self.starts

    def dollars(self, memory_gb: float = 1.0) -> float:
        """What it costs, without any free tier."""
        invocations = self.quick + self.calling
        logged = self.log_bytes + LAMBDA_LOG_BYTES * invocations
        return (
            INVOCATION * invocations
            + GB_SECOND * memory_gb * self.seconds()
            + WRITE_UNIT * self.writes
            + READ_UNIT * self.reads
            + 3 * QUEUE_REQUEST * self.wakes
            + LOG_BYTE * logged
            + SENT_BYTE * self.sent_bytes
        )


TAP = Use(quick=1, writes=1, reads=3, log_bytes=300, sent_bytes=150)
CLAIM = Use(calling=1, writes=4, reads=9, wakes=1, log_bytes=500, sent_bytes=31_000)
GAME = Use(quick=355, calling=31, starts=6, writes=479, reads=1550, wakes=30, log_bytes=109_000, sent_bytes=852_000)
"""A tap on a card; a right claim; a game of four people from /newgame to its end, in which all four tap each set and a
second claims it too late. How often the function starts anew in a game is assumed.
"""

IDLE: tuple[tuple[str, str, float, str], ...] = (
    (
        "the queue, asked for wakes",
        f"{IDLE_POLLERS * MONTH_SECONDS // POLL_SECONDS:,} requests",
        QUEUE_REQUEST * IDLE_POLLERS * MONTH_SECONDS / POLL_SECONDS,
        "a million requests",
    ),
    ("alarms", f"{ALARM_METRICS} metrics watched", ALARM_METRIC * ALARM_METRICS, "ten"),
    ("the packed function, kept in S3", "30 MB for each deployment kept", STORED_GB * 0.03, "5 GB, for a year"),
    ("the dashboard", "made only where it is one of the free three", 0.0, "three"),
    ("metrics of play, log, function, table, backups, parameters", "nothing is sent, run or stored", 0.0, "-"),
)
"""A month in which nobody plays: what, how much, dollars, and how much of it is free in each account."""


def idle_dollars() -> float:
    """A month in which nobody plays, with no free tier at all."""
    return sum(dollars for _, _, dollars, _ in IDLE)


def month_dollars(games: int) -> float:
    """A month with so many games."""
    return idle_dollars() + games * GAME.dollars()


def table() -> str:
    """The costs as the operator's manual tells them, in Markdown."""
    rows = [
        "| what | invocations | units written | units read | wakes | log | sent | $ |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *(_row(what, use, times) for what, use, times in USES),
    ]
    idle = [
        "| idle month | how much | $ | free in each account |",
        "| --- | --- | --- | --- |",
        *(f"| {what} | {much} | {dollars:.3f} | {free} |" for what, much, dollars, free in IDLE),
        f"| **together** | | **{idle_dollars():.2f}** | |",
    ]
    month = (
        f"A month with 1,000 games: {month_dollars(0):.2f} + {1000 * GAME.dollars():.2f} = {month_dollars(1000):.2f}. "
        f"Where the account's ten free metrics are taken, {METRICS} more at {METRIC:.2f} for a month in which somebody "
        f"plays in every hour: {METRICS * METRIC:.2f} at most."
    )
    return "\n".join([*rows, "", *idle, "", month])


USES = (("a tap", TAP, 1), ("a right claim", CLAIM, 1), ("a game", GAME, 1), ("1,000 games a month", GAME, 1000))


def _row(what: str, use: Use, times: int) -> str:
    counts = (use.quick + use.calling, use.writes, use.reads, use.wakes)
    told = [f"{count * times:,.0f}" for count in counts]
    dollars = f"{use.dollars() * times:.2f}" if times > 1 else f"{use.dollars():.7f}"
    return f"| {' | '.join([what, *told, _size(use.log_bytes * times), _size(use.sent_bytes * times), dollars])} |"


def _size(count: float) -> str:
    """Bytes in a unit that is read at a glance."""
    unit, name = next(pair for pair in ((1e6, "MB"), (1e3, "KB"), (1, "B")) if count >= pair[0])
    return f"{count / unit:,.1f} {name}" if unit > 1 else f"{count:.0f} B"


if __name__ == "__main__":
    print(table())  # noqa: T201 - a command for whoever writes the manual
