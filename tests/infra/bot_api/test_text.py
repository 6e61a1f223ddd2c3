from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.bot_api.text import clean, utf16_length


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("a\tb\x00c\x1fd", "a b c d"),
        ("two\r\nlines", "two\nlines"),
        ("\u202eevil\u202c", "evil"),
        ("line\u2028para\u2029", "linepara"),
        ("z\u0333a\u033fl\u030ag", "zalg"),
        ("\u2068Ana\u2069", "\u2068Ana\u2069"),
        ("a\u200fb", "a\u200fb"),
        ("a\u200f\u200e\u200fb", "a\u200c\u200c\u200fb"),
        ("سلام", "سلام"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_a_text_is_stored_without_what_telegram_takes_out(sent: str, stored: str) -> None:
    assert clean(sent) == stored


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet="a\r\n\t\u200e\u200f\u202a\u0333 "))
def test_nothing_is_left_that_telegram_takes_out(text: str) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\u2028-\u202e\u0333\u033f\u030a]|[\u200e\u200f]{2}", clean(text))


@given(st.text())
def test_lengths_are_counted_as_utf16_does(text: str) -> None:
    assert utf16_length(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2
