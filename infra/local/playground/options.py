"""How the playground is started: flags, and for each a variable of the environment."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST_PROCESSES = 4
"""Fewer handlers than this would hide what happens when many press at once."""


@dataclass(frozen=True, slots=True)
class Options:
    """Where the playground is served and kept, and how it behaves.

    `per_minute` is what a group takes in sends and edits in a minute, and `haste` divides the robots' times.
    """

    port: int = 8700
    state: Path = Path(".playground.sqlite")
    processes: int = LEAST_PROCESSES
    per_minute: int = 20
    haste: float = 1.0
    verbose: bool = False


def read_options(arguments: Sequence[str], environ: Mapping[str, str]) -> Options:
    """The options in flags, else in the environment, else the defaults. Prints help and exits where they are wrong."""
    default = Options()
    parser = argparse.ArgumentParser("python -m infra.local.playground", description="Setgram in a browser.")

    def add(flag: str, variable: str, kind: type, fallback: object, what: str) -> None:
        chosen = environ.get(variable, fallback)
        parser.add_argument(flag, type=kind, default=chosen, help=f"{what} ({variable}; {fallback})")

    add("--port", "PLAYGROUND_PORT", int, default.port, "the page's port on 127.0.0.1, 0 for any that is free")
    add("--state", "PLAYGROUND_STATE", Path, default.state, "the file that keeps everything")
    add("--processes", "PLAYGROUND_PROCESSES", int, default.processes, "handler processes, four or more")
    add("--per-minute", "GROUP_MESSAGES_PER_MINUTE", int, default.per_minute, "what a group takes in a minute")
    add("--haste", "PLAYGROUND_HASTE", float, default.haste, "how many times faster the robots are")
    parser.add_argument("--verbose", action="store_true", help="print the handlers' log")
    chosen = Options(**vars(parser.parse_args(arguments)))
    if chosen.processes < LEAST_PROCESSES:
        parser.error(f"--processes is {chosen.processes}: at least {LEAST_PROCESSES} are needed")
    if chosen.haste <= 0:
        parser.error(f"--haste is {chosen.haste}: give it a number above 0")
    return chosen
