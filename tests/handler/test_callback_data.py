"""What buttons carry: short, read back as it was written, and refused where we did not write it for this chat."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.game import GameId, Revision
from handler.callback_data import Action, ButtonData, button_text, parse_button
from handler.ports import ChatId
from tests.strategies import made

KEY = b"k" * 32
LARGEST = 2**52 - 1
"""Telegram's ids have at most 52 bits."""

CHATS = st.integers(-LARGEST, LARGEST).map(ChatId)
BUTTONS = made(
    ButtonData,
    st.sampled_from(Action),
    st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=8).map(GameId),
    st.integers(0, 2**31 - 1),
    st.integers(0, 100_000).map(Revision),
    st.integers(0, LARGEST),
)
WIDEST = ButtonData(Action.CONFIRM_LEAVE, GameId("aB3-_x9Z"), 2**31 - 1, Revision(100_000), LARGEST)
PICK = ButtonData(Action.PICK, GameId("aB3-_x9Z"), 42, Revision(7), 80)
HERE = ChatId(-1001234567890)


@given(BUTTONS, CHATS)
@example(WIDEST, ChatId(-LARGEST))
def test_what_was_written_is_read_back_and_fits_telegrams_64_bytes(data: ButtonData, chat: ChatId) -> None:
    text = button_text(data, chat, KEY)
    assert parse_button(text, chat, KEY) == data
    assert len(text.encode()) <= 64


@given(BUTTONS, CHATS, st.data())
def test_a_changed_character_anywhere_is_refused(data: ButtonData, chat: ChatId, draw: st.DataObject) -> None:
    text = button_text(data, chat, KEY)
    place = draw.draw(st.integers(0, len(text) - 1))
    other = draw.draw(st.characters().filter(lambda sign: sign != text[place]))
    assert parse_button(text[:place] + other + text[place + 1 :], chat, KEY) is None


@pytest.mark.parametrize("action", Action)
def test_the_letter_of_another_action_is_refused(action: Action) -> None:
    text = button_text(PICK, HERE, KEY)
    changed = text[0] + action.value + text[2:]
    assert (parse_button(changed, HERE, KEY) is None) == (action is not Action.PICK)


@given(BUTTONS, CHATS, CHATS)
def test_a_button_of_another_chat_is_refused(data: ButtonData, chat: ChatId, other: ChatId) -> None:
    assert (parse_button(button_text(data, chat, KEY), other, KEY) is None) == (chat != other)


def test_a_button_of_another_bot_is_refused() -> None:
    assert parse_button(button_text(PICK, HERE, b"x" * 32), HERE, KEY) is None


def test_a_button_that_was_cut_is_refused_wherever_it_was_cut() -> None:
    text = button_text(PICK, HERE, KEY)
    assert len(text) > 20
    assert [length for length in range(len(text)) if parse_button(text[:length], HERE, KEY) is not None] == []


@given(st.binary(min_size=1, max_size=64).map(lambda noise: noise.decode("latin-1")) | st.text(max_size=64))
@example("1cgame.0.0.0.AAAAAAAA")
@example("1cgame.0.0.0.AAAAAAAA\n")
@example("1cgame.٣.0.0.AAAAAAAA")
def test_noise_is_refused(noise: str) -> None:
    assert parse_button(noise, HERE, KEY) is None


def test_every_action_has_a_letter_of_its_own() -> None:
    letters = [action.value for action in Action]
    assert len(letters) > 10
    assert len(set(letters)) == len(letters)
    assert set(letters) <= set(string.ascii_lowercase)
