"""Groups of six at human and at machine speed: `python -m tests.load [--groups N] [--seconds S] [--processes P]`."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.dynamodb_local import Unavailable
from tests.load.ground import ground
from tests.load.groups import HUMAN, MACHINE, play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.load.groups import Pace


def main(arguments: Sequence[str]) -> int:
    """Play at both paces and print the figures; 1 if anything broke."""
    parser = argparse.ArgumentParser(prog="make load", description="Groups of six at play over HTTP.")
    parser.add_argument(
        "--groups", type=int, default=20, help="how many at human speed; a quarter of them at a machine's"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each of the two takes")
    parser.add_argument("--processes", type=int, default=4, help="handler processes, as Lambda has containers")
    options = parser.parse_args(arguments)
    _say(f"{_machine()}; {options.processes} handler processes, DynamoDB Local, every call to Telegram takes 30 ms")
    try:
        paces = (("human", HUMAN, options.groups), ("machine", MACHINE, max(1, options.groups // 4)))
        broken = sum(asyncio.run(_measured(*pace, options.seconds, options.processes)) for pace in paces)
    except Unavailable as missing:
        _say(f"cannot be measured here: {missing}")
        return 1
    return 1 if broken else 0


async def _measured(name: str, pace: Pace, groups: int, seconds: float, processes: int) -> int:
    """Play at one pace; how much broke."""
    async with ground(processes) as made:
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        until = loop.time() + seconds
        outcomes = await asyncio.gather(*(play(made, number, pace, until) for number in range(groups)))
        took = time.perf_counter() - began
    outcome, calls, faults = sum(outcomes, Counter[str]()), made.store_calls(), made.faults()
    events = sum(len(times) for times in made.took.values())
    _say(f"\n{name} speed: {groups} groups of six for {took:.0f} s, {events / took:.0f} updates a second")
    _say(f"  claims a second: {outcome['accepted'] / took:.1f} accepted, {outcome['refused'] / took:.1f} refused")
    for kind, times in sorted(made.took.items()):
        marks = ", ".join(f"p{share} {percentile(times, share):.0f} ms" for share in (50, 95, 99))
        _say(f"  {kind}: {len(times)} times, {marks}")
    _say(f"  store: {sum(calls.values()) / events:.2f} calls an update, {dict(calls)}")
    _say(f"  Telegram: {dict(made.api.calls)}")
    _say(f"  broke: {dict(faults) or 'nothing'}")
    return sum(faults.values())


def percentile(times: list[float], share: float) -> float:
    """What so many per cent of the times do not exceed, in milliseconds."""
    return 1_000 * sorted(times)[min(len(times) - 1, int(len(times) * share / 100))]


def _machine() -> str:
    """This machine in a few words."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.partition(": ")[2] for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    return f"{os.cpu_count()} cores {names[0] if names else platform.machine()}, Python {platform.python_version()}"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
