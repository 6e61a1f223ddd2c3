from __future__ import annotations

from typing import Any

import pytest

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.keyboard import inline_rows, is_other_keyboard, pressed
from infra.local.bot_api.limits import Limits

LIMITS = Limits()


def refusal(markup: object) -> str:
    with pytest.raises(ApiError) as refused:
        inline_rows(markup, LIMITS)
    return refused.value.description.removeprefix("Bad Request: ")


def one(**button: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[button]]}


def test_rows_come_back_without_the_empty_ones() -> None:
    button = {"text": "1", "callback_data": "x", "style": "success"}
    assert inline_rows({"inline_keyboard": [[], [button]]}, LIMITS) == [[button]]


@pytest.mark.parametrize("rows", [[], [[]]])
def test_a_keyboard_without_buttons_is_none(rows: list[list[object]]) -> None:
    assert inline_rows({"inline_keyboard": rows}, LIMITS) is None


def test_a_buttons_text_is_cleaned() -> None:
    rows = inline_rows(one(text=" SET!\r\u202e ", callback_data="x"), LIMITS)
    assert rows is not None
    assert rows[0][0]["text"] == "SET!"


@pytest.mark.parametrize(
    ("markup", "why"),
    [
        ("x", "object expected as reply markup"),
        ({}, "inline keyboard expected"),
        ({"inline_keyboard": [{}]}, "inline keyboard expected"),
        ({"inline_keyboard": [["x"]]}, "can't parse inline keyboard button: InlineKeyboardButton must be an Object"),
        (one(callback_data="x"), 'can\'t parse inline keyboard button: Field "text" must be of type String'),
        (one(text=" ", callback_data="x"), "BUTTON_TEXT_INVALID"),
        (
            one(text="x"),
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (one(text="x", callback_data=""), "BUTTON_DATA_INVALID"),
        (one(text="x", callback_data=7), "BUTTON_DATA_INVALID"),
        (one(text="x", callback_data="€" * 22), "BUTTON_DATA_INVALID"),
        (one(text="x", url="nowhere"), "BUTTON_URL_INVALID"),
        (one(text="x", url="javascript:alert(1)"), "BUTTON_URL_INVALID"),
        (one(text="x", url="http://localhost/"), "BUTTON_URL_INVALID"),
    ],
)
def test_a_wrong_keyboard_is_refused(markup: object, why: str) -> None:
    assert refusal(markup) == why


def test_a_keyboard_has_at_most_ten_thousand_bytes() -> None:
    button = {"text": "ł" * 60, "callback_data": "x" * 64}
    assert inline_rows({"inline_keyboard": [[button] * 7] * 6}, LIMITS)
    assert refusal({"inline_keyboard": [[button] * 7] * 8}) == "reply markup is too long"


@pytest.mark.parametrize("url", ["https://t.me/setgram_bot?startgroup=x", "tg://resolve?domain=x", "http://a.org"])
def test_a_button_may_open_an_address(url: str) -> None:
    assert inline_rows(one(text="x", url=url), LIMITS)


@pytest.mark.parametrize("markup", [{"keyboard": []}, {"remove_keyboard": True}, {"force_reply": True}])
def test_other_keyboards_are_told_apart(markup: dict[str, object]) -> None:
    assert is_other_keyboard(markup)
    assert not is_other_keyboard(one(text="x"))
    assert not is_other_keyboard(None)


def test_a_button_is_found_by_index_or_data() -> None:
    first, second = {"text": "1", "callback_data": "a"}, {"text": "2", "url": "https://a.org"}
    rows = [[first], [second]]
    assert [pressed(rows, index) for index in (-1, 0, 1, 2)] == [None, first, second, None]
    assert pressed(rows, "a") == first
    assert pressed(rows, "b") is None
    assert pressed(None, 0) is None
