"""Keyboards under messages: checked as Telegram checks them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.text import clean

if TYPE_CHECKING:
    from infra.local.bot_api.limits import Limits
    from infra.local.bot_api.message import Json, Rows

_ACTIONS = (
    "callback_data",
    "url",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
_OTHER_KINDS = ("keyboard", "remove_keyboard", "force_reply")


def inline_rows(markup: object, limits: Limits) -> Rows | None:
    """The rows of an inline keyboard, empty ones left out; None where no button is left.

    Raises:
        ApiError: it is no keyboard, or one that Telegram refuses.
    """
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    given = markup.get("inline_keyboard")
    if not isinstance(given, list) or not all(isinstance(row, list) for row in given):
        raise bad_request("inline keyboard expected")
    rows = [[_button(button, limits) for button in row] for row in given if row]
    if _too_long(rows, limits):
        raise bad_request("reply markup is too long")
    return rows or None


def _too_long(rows: Rows, limits: Limits) -> bool:
    wide = any(len(row) > limits.buttons_in_row for row in rows)
    heavy = len(json.dumps(rows, ensure_ascii=False).encode()) > limits.markup_bytes
    return wide or heavy or sum(map(len, rows)) > limits.buttons


def is_other_keyboard(markup: object) -> bool:
    """Whether this is a keyboard in place of the phone's, its removal, or a forced reply."""
    return isinstance(markup, dict) and any(kind in markup for kind in _OTHER_KINDS)


def _button(button: object, limits: Limits) -> Json:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str):
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not clean(text).strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    if not any(action in button for action in _ACTIONS):
        told = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        raise bad_request(told)
    _check_action(button, limits)
    return {**button, "text": clean(text).strip()}


def _check_action(button: Json, limits: Limits) -> None:
    if "callback_data" in button:
        data = button["callback_data"]
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= limits.callback_data_bytes:
            raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and not _is_address(str(button["url"])):
        raise bad_request("BUTTON_URL_INVALID")


def _is_address(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "tg" or (parts.scheme in ("http", "https") and "." in parts.netloc)


def pressed(rows: Rows | None, button: int | str) -> Json | None:
    """The button of this index, counted row by row from 0, or of this data; None where there is none."""
    buttons = [entry for row in rows or [] for entry in row]
    if isinstance(button, int):
        return buttons[button] if 0 <= button < len(buttons) else None
    return next((entry for entry in buttons if entry.get("callback_data") == button), None)
