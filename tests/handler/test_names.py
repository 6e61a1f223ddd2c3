"""People's names: of any script and any nastiness, shown on one line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handler.names import LONGEST, columns, cut, shown_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
NASTY = st.text(
    st.characters() | st.sampled_from("\u200c\u200d\u202e\u2069\u0301\u0489\u3164\n\0 \ufe0f" + FAMILY), max_size=64
)


@pytest.mark.failure(49, 50)
@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Ana", "Ionescu", "Ana"),
        ("  Ana \n Maria ", "", "Ana Maria"),
        ("", "Kowalska", "Kowalska"),
        ("", "", "Player 4321"),
        ("\u200b\u2060", "\u202e", "Player 4321"),
        ("\u3164\u115f", "\u2800 \uffa0", "Player 4321"),
        ("\u200d", "", "Player 4321"),
        ("\u0301", "", "Player 4321"),
        ("\u202eanA\u202c", "", "anA"),
        ("e\u0301va", "", "\xe9va"),
        ("A\u0489\u0489\u0489\u0489na", "", "A\u0489\u0489na"),
        ("\u0645\u0631\u06cc\u0645", "", "\u0645\u0631\u06cc\u0645"),
        ("علی\u200cرضا", "", "علی\u200cرضا"),
        ("A\u200c\u200c\u200d\u200cna", "", "A\u200cna"),
        ("!!!", "", "!!!"),
        (FAMILY, "", FAMILY),
        ("<b>*_[x](y)", "", "<b>*_[x](y)"),
        ("Maximiliana-Alexandrina", "", "Maximiliana-Alexand…"),
    ],
)
def test_a_name_is_shown(first: str, last: str, shown: str) -> None:
    assert shown_name(first, last, 987654321) == shown


def test_a_number_stands_for_a_name_with_its_last_four_digits() -> None:
    assert shown_name("", "", 7_000_001_0042) == "Player 0042"


@pytest.mark.failure(52)
@given(NASTY, NASTY, st.integers(1, 2**52 - 1))
@example("\ud800", "\U000e0001", 1)
def test_any_name_is_a_short_visible_line(first: str, last: str, number: int) -> None:
    shown = shown_name(first, last, number)
    assert 0 < columns(shown) <= LONGEST
    assert shown == shown.strip()
    assert shown.splitlines() == [shown]
    assert not any(unicodedata.category(sign)[0] == "C" and sign not in "\u200c\u200d" for sign in shown)
    shown.encode()


@given(st.text(max_size=40), st.integers(1, 30))
def test_a_cut_text_fits_and_begins_as_it_did(text: str, width: int) -> None:
    shorter = cut(text, width)
    assert columns(shorter) <= width
    assert shorter == text or text.startswith(shorter.removesuffix("…"))


def test_wide_characters_count_two_and_marks_none() -> None:
    assert columns("Ana") == 3
    assert columns("漢字") == 4
    assert columns("e\u0301") == 1
    assert columns("\u200f\u2068A\u200cna\u2069") == 3
    assert cut("漢字漢字", 5) == "漢字…"
    assert cut("漢字漢字", 8) == "漢字漢字"
