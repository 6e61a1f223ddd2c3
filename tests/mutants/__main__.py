"""Judges mutants of the engine: `python -m tests.mutants [--sample N] [--least PERCENT] [module ...]`.

Prints each survivor as it is found, and last `BAR mutants <per cent killed> <least> ok`. Everything is derived from the
source: the same tree gives the same mutants and, but for a hang, the same result.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants import at_import, mutations
from tests.mutants.verdict import UNREACHED, Verdict, in_a_fork

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENGINE = Path(__file__).resolve().parents[2] / "engine"
TESTS = ("tests/engine", "tests/test_transcripts.py", "tests/test_rule_choices.py")


def main(arguments: Sequence[str]) -> int:
    """Judge all mutants or a sample of them; 1 if too many live."""
    options = _options(arguments)
    began = time.monotonic()
    chosen = sample(_mutants(options.module), options.sample)
    _say(f"{len(chosen)} mutants")
    verdicts = list(_judged(chosen, options.seconds))
    killed = sum(verdict.killed for verdict in verdicts)
    share = 100 * killed / len(verdicts)
    kept = share >= options.least
    _say(f"{killed} of {len(verdicts)} mutants killed in {time.monotonic() - began:.0f} s")
    _say(f"BAR mutants {share:.4g} {options.least:.4g} {'ok' if kept else 'short'}")
    return 0 if kept else 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description="Whether the tests notice changes of the engine.")
    parser.add_argument("module", nargs="*", help="modules of the engine, without .py; all if none is named")
    parser.add_argument("--sample", type=int, default=0, help="judge so many mutants only, always the same")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long the tests of one mutant may take")
    parser.add_argument("--least", type=float, default=95.0, help="per cent that must be killed")
    return parser.parse_args(arguments)


def _mutants(modules: Iterable[str]) -> list[tuple[Path, int]]:
    paths = [ENGINE / f"{name}.py" for name in modules] or sorted(ENGINE.glob("*.py"))
    return [(path, number) for path in paths for number, _ in enumerate(mutations.read(path)[1])]


def sample(mutants: list[tuple[Path, int]], size: int) -> list[tuple[Path, int]]:
    """Some of the mutants (all for 0), spread by a hash of their names, in their own order."""
    if not size:
        return mutants
    drawn = sorted(mutants, key=lambda mutant: hashlib.sha256(f"{mutant[0].stem} {mutant[1]}".encode()).digest())
    return sorted(drawn[:size])


def _judged(mutants: list[tuple[Path, int]], seconds: float) -> Iterable[Verdict]:
    """The verdicts: at first of those within functions, then of those that only an import brings to life."""
    again: list[tuple[Path, int]] = []
    for verdict in in_a_fork(mutants, TESTS, seconds):
        if verdict.outcome == UNREACHED:
            again.append(verdict.mutant)
        else:
            yield told(verdict)
    for mutant in again:
        yield told(at_import.judged(mutant, TESTS))


def told(verdict: Verdict) -> Verdict:
    """Print what lives."""
    if not verdict.killed:
        _say(verdict.line())
    return verdict


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
