"""One person alone with the bot: answered in the own language, which the chat remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import PlayerId
from handler import guide
from handler.choices import Preferences
from handler.ports import ChatId, GameKey
from tests.group import person
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from handler.choices import ChatSettings
    from tests.group import Group, Post

ALONE = GameKey(ChatId(person("Ana").id))


def say(group: Group, text: str) -> Post:
    group.type("Ana", text, place=ALONE, private=True)
    return group.newest


def remembered(group: Group) -> ChatSettings:
    settings: ChatSettings = group.run(group.store.inner.load(ALONE)).settings
    return settings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/start", guide.welcome),
        ("/help", guide.help_text),
        ("/kick", guide.welcome),
        ("/start nonsense", guide.welcome),
    ],
)
def test_whatever_is_asked_is_answered_with_the_way_into_a_group(group: Group, text: str, told: object) -> None:
    post = say(group, text)
    assert callable(told)
    assert post.text == told(strict_words_of("en"))
    [[add]] = post.keyboard
    assert (add.text, add.url) == ("Add to group", "https://t.me/setgram_bot?startgroup=play")


@pytest.mark.parametrize("text", ["/language", "/start language"])
def test_languages_are_chosen_here(group: Group, text: str) -> None:
    assert say(group, text).labels()[:2] == [["English", "فارسی"], ["Polski", "Română"]]


def test_the_answer_is_in_the_language_of_the_app_or_the_one_chosen(group: Group) -> None:
    group.languages["Ana"] = "fa"
    assert say(group, "/start").text == guide.welcome(strict_words_of("fa"))
    group.run(group.store.inner.save_preferences(PlayerId(ALONE.chat), Preferences("pl")))
    assert say(group, "/start").text == guide.welcome(strict_words_of("pl"))


def test_the_chat_remembers_the_language_and_is_written_to_only_when_that_changes(group: Group) -> None:
    group.languages["Ana"] = "fa"
    for _ in range(3):
        say(group, "/start")
    assert remembered(group).language == "fa"
    assert group.store.calls["save_settings"] == 1
    group.languages["Ana"] = "ro-MD"
    say(group, "/help")
    assert remembered(group).language == "ro"
    assert group.store.calls["save_settings"] == 2


def test_nobody_is_not_answered(group: Group) -> None:
    group.type(None, "/start", place=ALONE, private=True)
    assert not group.telegram.posts
