from __future__ import annotations

from dataclasses import replace

import pytest

from infra.local.bot_api.message import Message

MESSAGE = Message(1, -1, 7, 100, text="table", photo="p1", keyboard=[[{"text": "1", "callback_data": "1"}]])


def test_a_message_shows_the_same_as_itself_at_another_time() -> None:
    assert MESSAGE.shows_the_same_as(replace(MESSAGE, edited=200, silent=True))


@pytest.mark.parametrize(
    "change",
    [
        {"text": "other"},
        {"entities": [{"type": "bold", "offset": 0, "length": 1}]},
        {"photo": "p2"},
        {"keyboard": None},
        {"keyboard": [[{"text": "1", "callback_data": "2"}]]},
        {"above": True},
        {"spoiler": True},
    ],
    ids=str,
)
def test_a_message_shows_something_else_after_any_change_that_can_be_seen(change: dict[str, object]) -> None:
    assert not MESSAGE.shows_the_same_as(replace(MESSAGE, **change))
