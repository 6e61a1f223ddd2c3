"""Throws so many changed events at the Lambda's entry: `python -m tests.fuzz N [--seed S]`, or `--replay LINE`.

The same number and seed throw the same, on one version of Python. A throw that is answered wrongly is printed as a line
for `--replay`. The last line is `BAR fuzz <inputs> <wrong>`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.fuzz.changing import changed
from tests.fuzz.reach import Reach
from tests.fuzz.target import target
from tests.fuzz.throw import Throw, parse_throw, throw_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.fuzz.target import Target

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
"""Where a file costs no wait for a disk, on Linux: a fifth of the time of each throw."""

TOLD_EVERY = 10_000
SHOWN = 20
"""So many wrong answers are shown, each of another kind."""


def main(arguments: Sequence[str]) -> int:
    """Throw, tell what was reached, and give 1 if anything was answered wrongly."""
    parser = argparse.ArgumentParser(prog="make fuzz", description="Throws changed events at the Lambda's entry.")
    parser.add_argument("count", type=int, nargs="?", default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--replay", help="a line that an earlier run printed")
    options = parser.parse_args(arguments)
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder, target(Path(folder) / "games.sqlite") as aim:
        if options.replay:
            return _replay(aim, parse_throw(options.replay))
        return _run(aim, options.count, options.seed)


def _replay(aim: Target, throw: Throw) -> int:
    wrong = aim.take(throw)
    _say(f"{throw}\n{wrong or 'answered as it should be'}")
    return 1 if wrong else 0


def _run(aim: Target, count: int, seed: int) -> int:
    reach, began = Reach(), time.monotonic()
    kinds: Counter[str] = Counter()
    wrong: dict[str, Throw] = {}
    kept = 0
    with reach.watching():
        for throw, complaint, fresh in throws(aim, reach, count, seed):
            kinds[throw.kind] += 1
            kept += fresh > 0
            if complaint and complaint not in wrong and len(wrong) < SHOWN:
                wrong[complaint] = throw
                _say(f"WRONG {complaint}\n  --replay {throw_text(throw)}")
            if (done := sum(kinds.values())) % TOLD_EVERY == 0:
                _say(f"{done} thrown, {kept} kept, {time.monotonic() - began:.0f} s")
    took, python = time.monotonic() - began, sys.version.split()[0]
    _say(
        f"{sum(kinds.values())} inputs ({dict(kinds)}), {kept} kept for reaching something new, "
        f"{len(reach.places)} places reached, {took:.0f} s, seed {seed}, Python {python}"
    )
    _say(f"BAR fuzz {sum(kinds.values())} {len(wrong)}")
    return 1 if wrong else 0


def throws(aim: Target, reach: Reach, count: int, seed: int) -> Iterator[tuple[Throw, str | None, int]]:
    """So many throws, what was wrong with each, and how many places it was the first to reach.

    Those that reach something new are changed again; of them the later ones more often than the earlier.
    """
    chance = Random(seed)
    corpus = list(aim.seeds)
    for number in range(count):
        if number < len(aim.seeds):
            throw = aim.seeds[number]
        else:
            throw = changed(corpus[max(chance.randrange(len(corpus)) for _ in range(2))], corpus, chance)
        wrong = aim.take(throw)
        fresh = reach.fresh()
        if fresh and number >= len(aim.seeds):
            corpus.append(throw)
        yield throw, wrong, fresh


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
