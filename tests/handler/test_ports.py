"""The seams: whatever stands behind one takes exactly what the seam says, fakes included."""

from __future__ import annotations

import inspect

import pytest

from engine.value import Value, fields
from handler import ports
from handler.ports import Budget, Button, ChatId, GameKey, Notes, Picks, Store, Telegram, Timers, View
from handler.sqlite_timers import SqliteTimers
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from handler.telegram import BotTelegram
from handler.timers import NoTimers, SqsTimers
from tests.group import FakeTelegram, FakeTimers

BEHIND = [
    (Store, SqliteStore),
    (Store, DynamoStore),
    (Telegram, BotTelegram),
    (Telegram, FakeTelegram),
    (Timers, NoTimers),
    (Timers, SqsTimers),
    (Timers, SqliteTimers),
    (Timers, FakeTimers),
]


def methods(seam: type) -> dict[str, inspect.Signature]:
    found = {
        name: inspect.signature(method)
        for name, method in vars(seam).items()
        if inspect.iscoroutinefunction(method) and not name.startswith("_")
    }
    assert found
    return found


def parameters(signature: inspect.Signature) -> list[tuple[str, object, object]]:
    return [(each.name, each.kind, each.default) for each in signature.parameters.values()]


@pytest.mark.parametrize(("seam", "behind"), BEHIND)
def test_what_stands_behind_a_seam_takes_what_the_seam_says(seam: type, behind: type) -> None:
    for name, signature in methods(seam).items():
        given = inspect.signature(inspect.unwrap(getattr(behind, name)))
        assert parameters(given) == parameters(signature), name


def test_every_seam_has_somebody_behind_it() -> None:
    seams = {
        value for value in vars(ports).values() if isinstance(value, type) and getattr(value, "_is_protocol", False)
    }
    seams = {seam for seam in seams if seam.__module__ == ports.__name__}
    assert seams == {seam for seam, _ in BEHIND}


@pytest.mark.parametrize("value", [GameKey(ChatId(-1)), Picks(), View(), Budget(), Notes(), Button("Join")])
def test_what_crosses_a_seam_cannot_be_changed(value: Value) -> None:
    for name in fields(value):
        with pytest.raises(AttributeError):
            setattr(value, name, None)


def test_a_place_without_a_topic_is_topic_0() -> None:
    assert GameKey(ChatId(-1)) == GameKey(ChatId(-1), 0) != GameKey(ChatId(-1), 42)
