"""Measures every bar, or those named: `python -m tests.bench [id ...]`. Exits 1 if one is short.

A module `*_bars.py` beside this file yields its bars from `bars()`; if it also lists their ids in `IDS`, it is left
alone when none of them is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.bar import Bar


def measured(wanted: set[str]) -> Iterator[Bar]:
    """The bars of all modules that have some of those wanted; all of them when none is named."""
    for path in sorted(Path(__file__).parent.glob("*_bars.py")):
        module = import_module(f"tests.bench.{path.stem}")
        ids = set(getattr(module, "IDS", wanted))
        if not wanted or ids & wanted:
            yield from (bar for bar in module.bars() if not wanted or bar.id in wanted)


def main(wanted: set[str]) -> int:
    """Print each bar as it is measured; 1 if one is short, none was measured, or one that was named does not exist."""
    seen: dict[str, bool] = {}
    for bar in measured(wanted):
        sys.stdout.write(f"{bar.compared}\n{bar.line()}\n")
        sys.stdout.flush()
        seen[bar.id] = bar.kept
    unknown = wanted - set(seen)
    if unknown:
        sys.stdout.write(f"no such bar: {' '.join(sorted(unknown))}\n")
    return 0 if seen and all(seen.values()) and not unknown else 1


if __name__ == "__main__":
    sys.exit(main(set(sys.argv[1:])))
