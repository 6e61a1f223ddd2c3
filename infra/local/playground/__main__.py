"""`python -m infra.local.playground`: the playground until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

from infra.local.playground.options import read_options
from infra.local.playground.serving import Unavailable, serve

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the playground; the exit code."""
    options = read_options(sys.argv[1:] if arguments is None else arguments, os.environ)
    try:
        asyncio.run(serve(options, say))
    except Unavailable as why:
        sys.stderr.write(f"{why}\n")
        return 1
    return 0


def say(line: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
