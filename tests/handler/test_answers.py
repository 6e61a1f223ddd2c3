"""Answers beside the table: one of a kind, within their share, never failing the command they answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from handler import errors
from handler.answers import ADMINS_MS, CHATS, LONGEST, Answers
from handler.ports import Button, ChatId, GameKey
from tests.group import CHAT, PLACE, person

if TYPE_CHECKING:
    from engine.game import PlayerId
    from tests.group import Group

ANA, BEN = person("Ana").id, person("Ben").id


def say(group: Group, text: str, kind: str = "score", place: GameKey = PLACE, reply_to: int | None = None) -> None:
    group.run(group.service.desk.answers.say(place, kind, text, (), reply_to))


def texts(group: Group) -> list[str]:
    return [post.text for post in group.telegram.posts.values()]


def test_an_answer_is_silent_and_replies_to_the_table(group: Group) -> None:
    say(group, "1. Ana 3", reply_to=501)
    assert (group.newest.text, group.newest.reply_to, group.newest.loud) == ("1. Ana 3", 501, False)


def test_the_last_answer_of_a_kind_takes_the_place_of_the_one_before(group: Group) -> None:
    for text in ("1. Ana 3", "1. Ana 4", "1. Ana 5"):
        say(group, text)
    say(group, "1. one red solid diamond", "cards")
    say(group, "1. Ben 1", place=GameKey(CHAT, 42))
    assert texts(group) == ["1. Ana 5", "1. one red solid diamond", "1. Ben 1"]


def test_answers_keep_to_eight_a_minute_and_what_is_over_is_not_said(thrifty_group: Group) -> None:
    group = thrifty_group
    for number in range(12):
        say(group, str(number), str(number))
    assert texts(group) == [str(number) for number in range(8)]
    group.later(61.1)
    say(group, "again")
    assert group.newest.text == "again"


def test_in_private_there_is_no_share(thrifty_group: Group) -> None:
    for number in range(12):
        say(thrifty_group, str(number), str(number), GameKey(ChatId(7)))
    assert len(texts(thrifty_group)) == 12


def test_after_telegram_asked_to_wait_nothing_is_sent_until_then(group: Group) -> None:
    group.telegram.failing["send_text"] = [errors.Flood(30)]
    say(group, "refused")
    say(group, "too soon")
    assert group.telegram.calls["send_text"] == 1
    group.later(30)
    say(group, "again")
    assert texts(group) == ["again"]


@pytest.mark.parametrize(
    "error", [errors.Banned("kicked"), errors.Unknown("TimedOut"), errors.Refused("no"), TimeoutError()]
)
def test_what_cannot_be_sent_fails_nothing(group: Group, error: Exception) -> None:
    group.telegram.failing["send_text"] = [error]
    say(group, "lost")
    assert texts(group) == []


def test_an_old_answer_that_cannot_be_deleted_fails_nothing(group: Group) -> None:
    group.telegram.failing["delete"] = [errors.Banned("kicked")]
    say(group, "1")
    say(group, "2")
    assert texts(group) == ["1", "2"]


def test_a_text_longer_than_a_message_is_cut(group: Group) -> None:
    say(group, "x" * (LONGEST + 1))
    assert len(group.newest.text) == LONGEST


def test_a_keyboard_goes_along(group: Group) -> None:
    keyboard = ((Button("Yes, leave", "1x"),),)
    group.run(group.service.desk.answers.say(PLACE, "leave", "Ana, leave the game?", keyboard))
    assert group.newest.labels() == [["Yes, leave"]]


def is_admin(group: Group, who: PlayerId) -> bool:
    return bool(group.run(group.service.desk.answers.is_admin(CHAT, who)))


def test_admins_are_asked_for_once_and_believed_for_five_minutes(group: Group) -> None:
    group.telegram.admin_ids = (ANA,)
    assert is_admin(group, ANA)
    group.telegram.admin_ids = (BEN,)
    assert not is_admin(group, BEN)
    assert group.telegram.calls["admins"] == 1
    group.later(ADMINS_MS / 1000)
    assert is_admin(group, BEN)
    assert not is_admin(group, ANA)
    assert group.telegram.calls["admins"] == 2


@pytest.mark.parametrize("error", [errors.Banned("kicked"), TimeoutError()])
def test_where_telegram_does_not_tell_the_admins_those_known_before_count(group: Group, error: Exception) -> None:
    group.telegram.admin_ids = (ANA,)
    assert is_admin(group, ANA)
    group.later(3600)
    group.telegram.failing["admins"] = [error] * 4
    assert is_admin(group, ANA)
    assert not is_admin(group, BEN)


def test_of_admins_nothing_is_stored_and_a_crowd_of_chats_is_not_remembered_for_good(group: Group) -> None:
    group.telegram.admin_ids = (ANA,)
    answers: Answers = group.service.desk.answers
    for number in range(CHATS + 1):
        assert group.run(answers.is_admin(ChatId(-1 - number), ANA))
    assert not group.store.calls
    assert len(answers.asked) == 1


def test_an_admin_is_not_told_to_be_none_where_telegram_does_not_answer_once(group: Group) -> None:
    group.telegram.admin_ids = (ANA,)
    group.telegram.failing["admins"] = [errors.Unknown("TimedOut")]
    assert is_admin(group, ANA)


def test_answers_at_once_leave_one_of_each_kind(group: Group) -> None:
    answers: Answers = group.service.desk.answers

    async def at_once() -> None:
        await asyncio.gather(*(answers.say(PLACE, kind, kind) for kind in ("score", "cards")))

    group.run(at_once())
    group.run(at_once())
    assert sorted(texts(group)) == ["cards", "score"]
