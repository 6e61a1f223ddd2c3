"""What an item is: when it is gone, what of it can be read, and whose matter it is when nothing can."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Millis
from engine.value import Value
from handler.errors import StoreFailure
from handler.store.item import (
    expiry,
    fields_of,
    gone,
    instant,
    json_text,
    known_fields,
    number,
    readable,
    text,
)

INSTANTS = st.integers(0, 2**42).map(Millis)


class Mood(Value):
    name: str = "calm"
    since: int = 0


@given(INSTANTS, INSTANTS)
def test_an_item_is_gone_within_a_second_of_its_expiry_and_never_before(kept_until: Millis, now: Millis) -> None:
    item = {"expires": expiry(kept_until)}
    if now < kept_until:
        assert not gone(item, now)
    if now >= kept_until + 1000:
        assert gone(item, now)


def test_an_item_without_an_expiry_is_never_gone() -> None:
    assert not gone({}, Millis(2**62))
    assert not gone({"expires": None}, Millis(2**62))


def test_fields_are_told_by_name_but_for_those_left_out() -> None:
    assert fields_of(Mood("sunny", 5)) == {"name": "sunny", "since": 5}
    assert fields_of(Mood("sunny", 5), "since") == {"name": "sunny"}


def test_of_a_body_only_the_fields_that_are_known_are_read() -> None:
    assert known_fields(Mood, {"body": json_text({"name": "sunny", "colour": "red"})}) == {"name": "sunny"}
    assert known_fields(Mood, {}) == known_fields(Mood, {"body": None}) == {}


def test_attributes_are_of_the_kind_that_is_asked_for() -> None:
    item = {"name": "sunny", "since": 5, "until": None}
    assert (text(item, "name"), number(item, "since")) == ("sunny", 5)
    assert (instant(item, "since"), instant(item, "until"), instant(item, "ever")) == (5, None, None)
    with pytest.raises(TypeError, match="since is no text"):
        text(item, "since")
    with pytest.raises(TypeError, match="name is no number"):
        number(item, "name")


@pytest.mark.parametrize("fault", [ValueError("a"), TypeError("b"), KeyError("c")])
def test_what_cannot_be_read_is_the_operators_matter(fault: Exception) -> None:
    with pytest.raises(StoreFailure, match="a stored mood cannot be read"), readable("mood"):
        raise fault


def test_an_item_of_a_later_form_is_not_read_at_all() -> None:
    reading = readable("mood", {"form": 2})
    with pytest.raises(StoreFailure, match="form is 2, this version reads up to 1"), reading:
        raise AssertionError("it was read")
