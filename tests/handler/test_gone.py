"""A button of a game that is gone tells so, beside showing what is there where nobody has seen that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handler import errors

if TYPE_CHECKING:
    from tests.group import Group, Post

GONE = "That game is over: the new one is further down"


def under_an_unseen_lobby(group: Group, *, unheard: int = 1) -> Post:
    """The old table of a game whose successor's lobby was opened but not shown; so many sends fail."""
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.telegram.failing["send_text"] = [errors.Unknown("TimedOut")] * unheard
    group.type("Ana", "/newgame")
    assert "who plays" not in group.newest.text
    group.later(10)
    return old


@pytest.mark.parametrize("label", ["1", "My picks", "SET!"])
def test_under_an_old_table_a_tap_brings_up_a_lobby_that_was_never_shown_and_once(group: Group, label: str) -> None:
    old = under_an_unseen_lobby(group)
    for sent in (1, 0):
        before = group.telegram.calls["send_text"]
        assert group.press("Ana", label, old).text == GONE
        assert "who plays" in group.newest.text
        assert group.telegram.calls["send_text"] == before + sent
        group.later(10)


def test_a_press_is_answered_also_where_what_is_there_cannot_be_shown(group: Group) -> None:
    old = under_an_unseen_lobby(group, unheard=9)
    assert group.press("Ana", "1", old).text == GONE
