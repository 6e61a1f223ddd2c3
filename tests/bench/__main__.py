"""Measures every bar, or those named: `python -m tests.bench [id ...]`. Exits 1 if one is short or not measured.

A module `*_bars.py` beside this file yields its bars from `bars()` and lists their ids in `IDS`; it is left alone when
none of them is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tests.dynamodb_local import Unavailable

if TYPE_CHECKING:
    from types import ModuleType

    from tests.bench.bar import Bar


UNMET = {"flood-tap", "bundle-start"}
"""Bars that are not kept yet, or not each time: measured where they are named, and told as short. To be emptied."""


def main(wanted: set[str]) -> int:
    """Print each bar as it is measured; 1 if one is short, cannot be measured here, or was named and does not exist."""
    modules = [import_module(f"tests.bench.{path.stem}") for path in sorted(Path(__file__).parent.glob("*_bars.py"))]
    unknown = wanted - {name for module in modules for name in module.IDS}
    if unknown:
        _say(f"no such bar: {' '.join(sorted(unknown))}")
    missed = set[str]()
    for module in modules:
        missed |= _missed(module, set(module.IDS) & wanted if wanted else set(module.IDS) - UNMET)
    if missed:
        _say(f"NOT KEPT {' '.join(sorted(missed))}")
    return 1 if missed or unknown else 0


def _missed(module: ModuleType, wanted: set[str]) -> set[str]:
    """Measure a module's bars if any is wanted; those wanted that are short, or were not measured."""
    if not wanted:
        return set()
    kept: dict[str, bool] = {}
    try:
        for bar in module.bars():
            if bar.id in wanted:
                _tell(bar)
                kept[bar.id] = bar.kept
    except Unavailable as missing:
        _say(f"NOT MEASURED HERE {' '.join(sorted(wanted - set(kept)))}: {missing}")
    return {name for name in wanted if not kept.get(name)}


def _tell(bar: Bar) -> None:
    _say(f"{bar.compared}\n{bar.line()}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(set(sys.argv[1:])))
