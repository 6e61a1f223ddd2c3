"""`python -m tests.matrix [PART OF A NAME]`: calls by faults, and outcomes. Its last line is BAR crash-matrix."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.matrix.cases import all_cases
from tests.matrix.running import run_case
from tests.matrix.table import legend, table

SHOWN = 40
"""So many wrong cells are told in full."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    names = [case.name for case in all_cases() if options.part in case.name]
    with ProcessPoolExecutor(2) as pool:
        cells = [cell for found in pool.map(run_case, names) for cell in found]
    say(table(cells))
    say(legend(cells))
    wrong = [cell for cell in cells if not cell.verdict.right]
    for cell in wrong if options.verbose else wrong[:SHOWN]:
        say(str(cell)[:400])
    words = Counter(cell.verdict.word for cell in cells)
    say(
        f"{len(names)} kinds of updates, {len(cells)} cells: "
        + ", ".join(f"{n} {word}" for word, n in words.most_common())
    )
    right = 100 * (len(cells) - len(wrong)) / max(1, len(cells))
    say(f"BAR crash-matrix {right:.4g} 100 {'short' if wrong or not cells else 'ok'}")
    return bool(wrong) or not cells


if __name__ == "__main__":
    sys.exit(main())
