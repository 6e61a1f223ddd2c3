"""The webhook's door: the secret first, then the body, whatever comes; and how an answer leaves."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from telegram import Update

from handler.replies import Toast
from handler.service import Reply
from handler.webhook import LONGEST_BODY, Refusal, read_update, refused, response

SECRET = "s3cret"  # noqa: S105 - made up
HEADERS = {"x-telegram-bot-api-secret-token": SECRET}


def posted(body: object, headers: object = HEADERS, **more: Any) -> Update | Refusal:
    return read_update({"headers": headers, "body": body, **more}, SECRET)


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_an_update_comes_as_text_or_in_base64() -> None:
    plain, packed = posted('{"update_id": 7}'), posted(encoded('{"update_id": 7}'), isBase64Encoded=True)
    assert isinstance(plain, Update)
    assert isinstance(packed, Update)
    assert plain.update_id == packed.update_id == 7


@pytest.mark.failure(62)
@pytest.mark.parametrize("name", ["X-Telegram-Bot-Api-Secret-Token", "x-telegram-bot-api-secret-token"])
def test_the_secrets_header_is_found_however_it_is_written(name: str) -> None:
    assert isinstance(posted('{"update_id": 7}', {"host": "x", name: SECRET}), Update)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        None,
        [],
        "s3cret",
        {"x-telegram-bot-api-secret-token": ""},
        {"x-telegram-bot-api-secret-token": "S3CRET"},
        {"x-telegram-bot-api-secret-token": "s3cre"},
        {"x-telegram-bot-api-secret-token": "s3crets"},
        {"x-telegram-bot-api-secret-token": None},
        {"x-telegram-bot-api-secret-token": "s\xe9cret"},
        {"x-telegram-bot-api-secret-token": "\ud800"},
        {"authorization": SECRET},
    ],
)
def test_without_the_secret_nothing_is_let_in(headers: object) -> None:
    assert posted('{"update_id": 7}', headers) == Refusal(403, "the secret token is missing or wrong")
    assert read_update({"body": '{"update_id": 7}', "headers": headers}, SECRET) == posted("", headers)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (None, "there is no body"),
        ("", "there is no body"),
        (7, "there is no body"),
        ("{", "the body is no JSON"),
        ("[" * 100_000, "the body is no JSON"),
        ("[]", "the update cannot be read: update"),
        ('"text"', "the update cannot be read: update"),
        ("null", "the update cannot be read: update"),
        ("7", "the update cannot be read: update"),
        ("{}", "the update cannot be read: update.update_id"),
        ('{"update_id": 7, "message": {"message_id": 1}}', "the update cannot be read: update.message.chat"),
        ('{"update_id": 7, "message": 5}', "the update cannot be read: "),
        ("x" * (LONGEST_BODY + 1), f"the body is too long: {LONGEST_BODY + 1} characters"),
        ("x" * 1_000_000, "the body is too long: 1000000 characters"),
    ],
)
def test_what_is_no_update_is_refused_in_silence(body: object, why: str) -> None:
    refusal = posted(body)
    assert isinstance(refusal, Refusal)
    assert refusal.status == 200
    assert refusal.why.startswith(why)
    assert refused(refusal) == {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": ""}


@pytest.mark.parametrize("body", ["not base64!", "/w==", "\xe9\ud800"])
def test_what_is_not_the_base64_of_a_text_is_refused(body: str) -> None:
    assert posted(body, isBase64Encoded=True) == Refusal(200, "the body is not the base64 of a text")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KINDS = ("message", "callback_query", "my_chat_member", "edited_message", "poll", "unheard_of")


@given(JSON | st.fixed_dictionaries({"update_id": JSON}, optional=dict.fromkeys(KINDS, JSON)), st.booleans())
@example({"update_id": 7, "message": {"date": "x", "chat": {}}}, False)
def test_no_json_at_all_breaks_the_door(fields: object, pack: bool) -> None:
    text = json.dumps(fields)
    came_in = posted(encoded(text) if pack else text, isBase64Encoded=pack)
    assert isinstance(came_in, Update | Refusal)


def test_what_is_still_to_tell_leaves_as_the_call_itself() -> None:
    answer = response(Reply("4382", Toast("7 ✓ 2 red ovals", alert=True)))
    assert answer["statusCode"] == 200
    assert answer["headers"] == {"content-type": "application/json"}
    assert json.loads(answer["body"]) == {
        "method": "answerCallbackQuery",
        "callback_query_id": "4382",
        "text": "7 ✓ 2 red ovals",
        "show_alert": True,
    }


def test_where_nothing_is_to_tell_the_answer_is_empty() -> None:
    assert response(None) == {"statusCode": 200, "headers": {"content-type": "text/plain"}, "body": ""}


def test_the_refusal_of_the_secret_has_a_status_and_no_word() -> None:
    assert refused(Refusal(403, "the secret token is missing or wrong")) == {
        "statusCode": 403,
        "headers": {"content-type": "text/plain"},
        "body": "",
    }
