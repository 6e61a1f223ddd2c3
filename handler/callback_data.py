"""What a button carries: at most 64 bytes, signed, so that no forged press reaches the store."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from enum import Enum
from typing import TYPE_CHECKING

from engine.game import GameId, Revision
from engine.value import Value

if TYPE_CHECKING:
    from handler.ports import ChatId

_SCHEMA = "1"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FORM = re.compile(
    r"1([a-z])([A-Za-z0-9_-]{1,12})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{8})"
)


class Action(Enum):
    """What a press asks for; the value is the letter in the data."""

    PICK = "c"
    CLAIM = "s"
    JOIN = "j"
    LEAVE = "l"
    START = "b"
    MY_PICKS = "m"
    VOTE = "v"
    NO_SET = "z"
    DEAL = "d"
    AGAIN = "a"
    OPEN = "o"
    CONTINUE = "k"
    NEW = "n"
    CONFIRM_LEAVE = "x"
    CONFIRM_STOP = "y"
    PRESET = "p"
    MENU = "w"
    CHOOSE = "f"
    HANDICAP = "e"
    SETTING = "t"
    LANGUAGE = "g"
    SPOKEN = "h"


class ButtonData(Value):
    """One button's data. `argument` is a card for PICK, a player for what asks once more, a choice, else 0."""

    action: Action
    game: GameId
    topic: int = 0
    revision: Revision = Revision(0)
    argument: int = 0


def _base36(number: int) -> str:
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text


def _mac(payload: str, chat: ChatId, key: bytes) -> str:
    """48 bits over the data and the chat it was made for."""
    digest = hmac.digest(key, f"{chat}:{payload}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:6]).decode()


def button_text(data: ButtonData, chat: ChatId, key: bytes) -> str:
    """The signed text of a button in a chat; the inverse of `parse_button`."""
    numbers = ".".join(_base36(number) for number in (data.topic, data.revision, data.argument))
    payload = f"{_SCHEMA}{data.action.value}{data.game}.{numbers}"
    return f"{payload}.{_mac(payload, chat, key)}"


def parse_button(text: str, chat: ChatId, key: bytes) -> ButtonData | None:
    """The data of a pressed button, or None where it was not made by this bot for this chat."""
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    payload, mac = text.rsplit(".", 1)
    if not hmac.compare_digest(mac, _mac(payload, chat, key)):
        return None
    letter, game, *numbers = form.groups()[:5]
    topic, revision, argument = (int(number, 36) for number in numbers)
    return ButtonData(Action(letter), GameId(game), topic, Revision(revision), argument)
