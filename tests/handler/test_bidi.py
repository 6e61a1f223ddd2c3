"""Text in two directions: what turns a line, and what keeps it from being turned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handler.bidi import from_the_right, is_right_to_left, isolated, with_latin_apart

SHIRIN = "شیرین"


@pytest.mark.parametrize(
    ("text", "right"),
    [("Ana", False), (SHIRIN, True), ("שרה", True), (f"Ana {SHIRIN}", True), ("۱۲", False), ("", False)],
)
def test_a_text_is_read_from_the_right_if_any_of_it_is(text: str, right: bool) -> None:
    assert is_right_to_left(text) is right


def test_a_text_of_unknown_direction_is_set_apart() -> None:
    assert isolated("Ana") == "\u2068Ana\u2069"


@pytest.mark.parametrize(
    ("sentence", "apart"),
    [
        ("با /newgame باز می‌شود", "با \u2066/newgame\u2069 باز می‌شود"),
        ("در پاسخ /{command} را", "در پاسخ \u2066/{command}\u2069 را"),
        ("بعد SET!", "بعد \u2066SET!\u2069"),
        ("درست +۱، نادرست", "درست \u2066+۱\u2069، نادرست"),
        ("{n}/{of}", "{n}/{of}"),
        ("{name} رفت", "{name} رفت"),
    ],
)
def test_commands_the_call_and_what_is_added_keep_their_sign_on_its_side(sentence: str, apart: str) -> None:
    assert with_latin_apart(sentence) == apart


@pytest.mark.parametrize(
    "line", [SHIRIN, f"۱. {SHIRIN}", f"\u2066SET!\u2069 {SHIRIN}", f"\u2068Ana\u2069 {SHIRIN}", ""]
)
def test_a_line_that_begins_on_the_right_is_left_alone(line: str) -> None:
    assert from_the_right(line) == line


@pytest.mark.parametrize("line", ["Ana", f"Ana {SHIRIN}", "۱. \u2068Ana\u2069 ۳", f"① \u2068{SHIRIN}\u2069 ۳"])
def test_a_line_that_does_not_is_made_to(line: str) -> None:
    assert from_the_right(line) == f"\u200f{line}"


def test_each_line_is_turned_by_itself() -> None:
    assert from_the_right(f"Ana\n\n{SHIRIN}\n7") == f"\u200fAna\n\n{SHIRIN}\n\u200f7"


@given(st.text())
def test_nothing_is_lost_and_a_second_time_changes_nothing(text: str) -> None:
    turned = from_the_right(text)
    assert turned.replace("\u200f", "") == text.replace("\u200f", "")
    assert from_the_right(turned) == turned
