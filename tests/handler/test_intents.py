"""What an update asks of us. The files of `tests/data/updates` are the other half of this: see `test_updates`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from telegram import Update

from engine.game import GameId, PlayerId, Revision
from handler.callback_data import Action, ButtonData, button_text
from handler.intents import (
    Added,
    ForgedPress,
    Ignored,
    Intent,
    Moved,
    Person,
    Press,
    Removed,
    Typed,
    intent_of,
)
from handler.ports import ChatId, GameKey
from tests.lambda_entry import DATA

KEY = b"k" * 32
ANA, BEN = Person(PlayerId(7012345678), "Ana", "ro"), Person(PlayerId(7087654321), "Ben", "en")
SUPERGROUP = ChatId(-1002123456789)


def asked(name: str, **changes: Any) -> Intent:
    """What the update of a file asks; `changes` are made to its message, query or membership."""
    update = json.loads((DATA / "updates" / f"{name}.json").read_text())
    body = next(value for kind, value in update.items() if kind != "update_id")
    body.update(changes)
    read = Update.de_json(update, None)
    assert read is not None
    return intent_of(read, "setgram_bot", KEY)


def typed(name: str, **changes: Any) -> Typed:
    intent = asked(name, **changes)
    assert isinstance(intent, Typed)
    return intent


def test_a_command_comes_with_its_person_place_and_argument() -> None:
    intent = typed("group_score", text="/Score@SETGRAM_BOT  of last \n week ")
    assert (intent.person, intent.key) == (BEN, GameKey(ChatId(-4012345678)))
    assert (intent.command, intent.argument) == ("score", "of last \n week")
    assert not intent.admin
    assert not intent.private
    assert intent.target is None
    assert typed("private_start_how").private


@pytest.mark.parametrize("text", ["score", " /score", "/", "//score", "/score@", "/sco-re", "/" + "a" * 33, ""])
def test_what_is_no_command_is_left_alone(text: str) -> None:
    assert asked("group_score", text=text) == Ignored(812345609, "a message that is no command")


@pytest.mark.failure(38)
def test_a_topic_is_where_telegram_says_it_is_one() -> None:
    assert typed("topic_score").key.topic == 42
    assert typed("topic_general_score").key.topic == 0
    assert typed("topic_general_reply_with_a_thread_id").key.topic == 0


def test_a_reply_is_about_the_one_who_is_answered() -> None:
    assert typed("supergroup_kick_by_reply").target == BEN
    assert typed("supergroup_kick_by_reply").person == ANA
    assert typed("supergroup_kick_by_reply_to_nobody").target is None
    assert typed("supergroup_kick_by_reply_to_a_channel").target is None
    assert typed("topic_kick_by_no_reply_but_the_topics_own").target is None


@pytest.mark.failure(30)
def test_who_writes_behind_a_mask_is_no_person_and_as_the_group_an_admin() -> None:
    masked = {
        name: (typed(name).person, typed(name).admin)
        for name in (
            "anonymous_admin_leave",
            "anonymous_admin_newgame_in_a_new_chat",
            "channel_identity_kick_by_reply",
            "channel_identity_newgame_in_a_new_chat",
        )
    }
    assert masked == {
        "anonymous_admin_leave": (None, True),
        "anonymous_admin_newgame_in_a_new_chat": (None, True),
        "channel_identity_kick_by_reply": (None, False),
        "channel_identity_newgame_in_a_new_chat": (None, False),
    }


def test_a_name_that_telegram_leaves_empty_becomes_a_number() -> None:
    assert typed("name_empty_newgame").person == Person(PlayerId(7000000123), "Player 0123")


DATA_HERE = ButtonData(Action.PICK, GameId("aB3-_x9Z"), 42, Revision(7), 80)


@pytest.mark.failure(24)
def test_a_press_comes_with_its_data_and_the_place_the_data_names() -> None:
    data = button_text(DATA_HERE, SUPERGROUP, KEY)
    intent = asked("callback_pick_in_a_supergroup", data=data)
    assert isinstance(intent, Press)
    assert (intent.person, intent.key, intent.message) == (BEN, GameKey(SUPERGROUP, 42), 501)
    assert intent.data == DATA_HERE
    assert isinstance(asked("callback_pick_under_an_inaccessible_message", data=data), Press)


@pytest.mark.parametrize(
    "name",
    ["callback_pick_by_inline_message", "callback_game", "callback_by_a_bot", "callback_pick_in_a_group"],
)
def test_a_press_that_is_not_on_our_button_is_forged(name: str) -> None:
    changes = {"data": button_text(DATA_HERE, SUPERGROUP, KEY)} if name != "callback_game" else {}
    intent = asked(name, **changes)
    assert isinstance(intent, ForgedPress)
    assert intent.query.isdecimal()


def test_coming_and_going() -> None:
    assert asked("bot_added_as_administrator") == Added(812345655, GameKey(SUPERGROUP), True, ANA)
    assert asked("bot_added_back_after_a_kick") == Added(812345654, GameKey(SUPERGROUP), False, ANA)
    assert asked("bot_kicked_from_a_supergroup") == Removed(812345657, SUPERGROUP)
    assert asked("bot_restricted_and_out") == Removed(812345659, SUPERGROUP)


def test_a_group_and_the_supergroup_it_became_say_the_same() -> None:
    old, new = ChatId(-4012345678), ChatId(-1002345678901)
    assert asked("service_migrate_to_supergroup") == Moved(812345664, old, new)
    assert asked("service_migrate_from_group") == Moved(812345665, old, new)
