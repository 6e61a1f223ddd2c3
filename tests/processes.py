"""Which processes live, as tests must know who start some."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc/self/stat")


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    if PROC.exists():
        return any(found == pid for found, _ in _running())
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def group_lives(group: int) -> bool:
    """Whether any process of a process group runs."""
    if PROC.exists():
        return any(found == group for _, found in _running())
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _running() -> list[tuple[int, int]]:
    """Process id and group of all that run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = status.read_text()
        except OSError:  # it has just ended
            continue
        state, _, group = text.rpartition(")")[2].split()[:3]
        if state not in "ZX":
            found.append((int(text.split(" ", 1)[0]), int(group)))
    return found
