"""A button of a game that is gone tells so, beside showing what is there where nobody has seen that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler import errors

if TYPE_CHECKING:
    from tests.group import Group


def test_what_is_there_is_shown_only_where_it_was_not(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.telegram.failing["send_text"] = [errors.Unknown("TimedOut")]
    group.type("Ana", "/newgame")
    for shown in (1, 0):
        before = group.telegram.calls["send_text"]
        group.later(10)
        assert group.press("Ana", "1", old).text == "That game is over: the new one is further down"
        assert group.telegram.calls["send_text"] == before + shown


def test_a_press_is_answered_also_where_what_is_there_cannot_be_shown(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.telegram.failing["send_text"] = [errors.Unknown("TimedOut")] * 9
    group.type("Ana", "/newgame")
    group.later(10)
    assert group.press("Ana", "1", old).text == "That game is over: the new one is further down"
