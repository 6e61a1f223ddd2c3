"""What keyboards are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handler.ports import Button


def in_rows(buttons: Sequence[Button], per_row: int) -> list[tuple[Button, ...]]:
    """Buttons in their order, so many beside each other; the last row has what is left."""
    return [tuple(buttons[start : start + per_row]) for start in range(0, len(buttons), per_row)]


def ticked(label: str, chosen: bool) -> str:
    """A label, marked where it is what is chosen."""
    return f"✓ {label}" if chosen else label
