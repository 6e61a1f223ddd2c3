from __future__ import annotations

import json

import pytest

from infra.local.bot_api.outbox import Outbox, Pending
from infra.local.bot_api.photo import Photo
from infra.local.bot_api.profile import Webhook
from infra.local.bot_api.query import Answer, Query
from infra.local.bot_api.snapshot import read, written


@pytest.mark.parametrize(
    "value",
    [
        Photo("p1", 40, 30, bytes(range(256))),
        Query("1", 2, -3, 4, "x", 5.5),
        Query("1", 2, -3, 4, "x", 5.5, Answer("hi", alert=True)),
        Webhook("http://a", allowed=None),
        Webhook("http://a", allowed=["message"]),
        Outbox([Pending(7, "chat 1", "message", {"text": "x", "entities": []}, 9.0, due=2.0)], 8),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_read_back_as_it_was(value: object) -> None:
    assert read(type(value), json.loads(json.dumps(written(value)))) == value


def test_whole_numbers_as_keys_are_read_back_as_such() -> None:
    assert read(dict[int, str], json.loads(json.dumps(written({-5: "x"})))) == {-5: "x"}


def test_what_an_older_version_wrote_beside_is_left_out() -> None:
    assert read(Answer, {"text": "hi", "colour": "red"}) == Answer("hi")
