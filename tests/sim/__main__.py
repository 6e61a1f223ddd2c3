"""`python -m tests.sim --seed 7`, or `--n 2000` schedules from `--first` on. Its last line is BAR sim."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.sim.running import run_seed, shrunk, story_of
from tests.sim.schedule import schedule

TOLD_EVERY = 1000
"""Schedules: a long run tells how far it is, beside what it prints at its end."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    if options.seed is not None:
        say(story_of(schedule(options.seed)))
        return 0
    seeds = range(options.first, options.first + options.n)
    found = list[tuple[int, list[str]]]()
    with ProcessPoolExecutor(2) as pool:
        for played, (seed, said) in enumerate(zip(seeds, pool.map(run_seed, seeds, chunksize=20), strict=True), 1):
            if said:
                found.append((seed, said))
            if played % TOLD_EVERY == 0:
                sys.stderr.write(f"{played} of {options.n} played, {len(found)} with violations\n")
    for seed, said in found[:20]:
        say(f"seed {seed}: {said[0][:300]}")
    if found:
        small = shrunk(schedule(found[0][0]))
        say(f"the first of them, made small: {small}\n{story_of(small)}")
    say(f"BAR sim {options.n} {len(found)}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
