"""The form of updates: what Telegram sends has none of these flaws, and what has one is told by its path."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from handler.shape import LONGEST_TEXT, flaw
from tests.lambda_entry import DATA

FILES = sorted((DATA / "updates").glob("*.json"))


def recorded(name: str) -> dict[str, Any]:
    update: dict[str, Any] = json.loads((DATA / "updates" / f"{name}.json").read_text())
    return update


def with_at(update: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """An update with one field set; None takes it away."""
    changed = copy.deepcopy(update)
    *way, last = path.split(".")
    inside = changed
    for name in way:
        inside = inside[name]
    if value is None:
        del inside[last]
    else:
        inside[last] = value
    return changed


def test_every_recorded_update_has_the_form_but_the_broken_ones() -> None:
    flaws = {file.stem: flaw(json.loads(file.read_text())) for file in FILES}
    assert len(flaws) >= 90
    flawed = {name for name, found in flaws.items() if found}
    assert {name for name in flaws if name.startswith("broken_")} - flawed == {"broken_message_without_date"}
    assert all(name.startswith("broken_") for name in flawed)


PRESS, TYPED, ADDED = "callback_pick_in_a_supergroup", "supergroup_kick_by_reply", "bot_added_to_a_group"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        (PRESS, "update_id"),
        (PRESS, "callback_query.id"),
        (PRESS, "callback_query.from"),
        (PRESS, "callback_query.from.id"),
        (PRESS, "callback_query.from.first_name"),
        (PRESS, "callback_query.message.chat.id"),
        (PRESS, "callback_query.message.message_id"),
        (TYPED, "message.chat.type"),
        (TYPED, "message.reply_to_message.from.id"),
        (ADDED, "my_chat_member.from"),
        (ADDED, "my_chat_member.new_chat_member.status"),
    ],
)
@pytest.mark.parametrize("value", [None, [], {}, 1.5, True, "\ud800", "x" * (LONGEST_TEXT + 1), 2**63, -(10**400)])
def test_a_field_of_another_form_is_told_by_its_path(name: str, path: str, value: object) -> None:
    assert str(flaw(with_at(recorded(name), path, value))).startswith(f"update.{path}")


@pytest.mark.parametrize("bits", [2**52, -(2**52)])
def test_people_and_chats_have_52_bits(bits: int) -> None:
    for path in ("callback_query.from.id", "callback_query.message.chat.id"):
        assert flaw(with_at(recorded(PRESS), path, bits)) == f"update.{path}"
        assert flaw(with_at(recorded(PRESS), path, bits + (1 if bits < 0 else -1))) is None


@pytest.mark.parametrize("path", ["callback_query.data", "callback_query.from.last_name", "callback_query.message"])
def test_what_may_be_missing_may_be_null(path: str) -> None:
    update = with_at(with_at(recorded(PRESS), path, "x"), path, None)
    assert flaw(update) is None
    *way, last = path.split(".")
    inside = update
    for name in way:
        inside = inside[name]
    inside[last] = None
    assert flaw(update) is None


def test_an_update_is_an_object() -> None:
    assert [flaw(value) for value in (None, [], "x", 1)] == ["update"] * 4


def test_fields_that_we_do_not_read_are_as_they_are() -> None:
    assert flaw(with_at(recorded(PRESS), "callback_query.message.caption", [10**400])) is None
