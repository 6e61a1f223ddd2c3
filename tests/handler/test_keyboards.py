"""Rows and marks of buttons."""

from __future__ import annotations

import pytest

from handler.keyboards import in_rows, ticked
from handler.ports import Button


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (2, [2]), (3, [3]), (7, [3, 3, 1])])
def test_buttons_keep_their_order_and_the_last_row_has_what_is_left(count: int, sizes: list[int]) -> None:
    buttons = [Button(str(number)) for number in range(count)]
    rows = in_rows(buttons, 3)
    assert [len(row) for row in rows] == sizes
    assert [button for row in rows for button in row] == buttons


def test_what_is_chosen_has_a_mark() -> None:
    assert (ticked("dark", True), ticked("dark", False)) == ("✓ dark", "dark")
