"""The tools of `make aws`, each in a `.venv-aws/` of its own; without them what needs them is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def tool(home: str, name: str) -> str:
    """The path of a tool."""
    path = ROOT / ".venv-aws" / home / "bin" / name
    if not path.exists():
        pytest.skip(f"{name} is not there: `make aws` brings it")
    return str(path)
