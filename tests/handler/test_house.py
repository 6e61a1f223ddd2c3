"""What stands against a new game, and in which order it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Finish, Phase
from engine.value import replace
from handler.choices import ChatSettings, Preferences, WhoStarts
from handler.house import Bar, Barred, barred, told, way_there
from handler.ports import ChatId, GameKey, Loaded, Picks, Stored, Version, View
from handler.words import ENGLISH
from tests.builders import started
from tests.group import person

if TYPE_CHECKING:
    from tests.group import Group

TOPIC = GameKey(ChatId(-1_001_234_567_890), 17)


def loaded(settings: ChatSettings, stored: Stored | None = None) -> Loaded:
    return Loaded(stored, View(), Picks(), settings, Preferences())


def over(group: Group, finish: Finish) -> Stored:
    game = replace(started(2), phase=Phase.FINISHED, finish=finish, finished_at=group.now)
    return Stored(game, Version(3))


def why(group: Group, settings: ChatSettings, key: GameKey = TOPIC, stored: Stored | None = None) -> Bar | None:
    bar = group.run(barred(group.service.desk, key, loaded(settings, stored), person("Ana"), group.now))
    return None if bar is None else bar.why


def test_nothing_stands_against_a_game_unless_it_was_chosen(group: Group) -> None:
    assert why(group, ChatSettings()) is None


def test_the_topic_goes_before_the_gap_and_that_before_who_asks(group: Group) -> None:
    strict = ChatSettings(topic=5, gap_minutes=15, who_starts=WhoStarts.ADMINS)
    played = over(group, Finish.STOPPED)
    assert why(group, strict, stored=played) is Bar.ELSEWHERE
    assert why(group, replace(strict, topic=17), stored=played) is Bar.TOO_SOON
    assert why(group, replace(strict, topic=None, gap_minutes=0), stored=played) is Bar.ADMINS_ONLY
    group.telegram.admin_ids = (person("Ana").id,)
    group.later(301)
    assert why(group, replace(strict, topic=None, gap_minutes=0)) is None


def test_a_lobby_that_closed_was_no_game_to_wait_after(group: Group) -> None:
    assert why(group, ChatSettings(gap_minutes=60), stored=over(group, Finish.LOBBY_CLOSED)) is None


def test_in_private_nothing_stands_against_a_game(group: Group) -> None:
    strict = ChatSettings(topic=5, gap_minutes=15, who_starts=WhoStarts.ADMINS)
    assert why(group, strict, GameKey(ChatId(42)), over(group, Finish.STOPPED)) is None


@pytest.mark.parametrize("bar", Bar)
def test_each_bar_is_told_in_a_toasts_length(bar: Bar) -> None:
    assert 10 < len(told(Barred(loaded(ChatSettings()), bar, 1440), ENGLISH)) <= 40


@pytest.mark.parametrize(
    ("topic", "address"), [(17, "https://t.me/c/1234567890/17"), (0, "https://t.me/c/1234567890/1")]
)
def test_the_way_to_the_topic_is_an_address_that_telegram_opens(topic: int, address: str) -> None:
    bar = Barred(loaded(ChatSettings(topic=topic)), Bar.ELSEWHERE)
    assert way_there(bar, TOPIC, ENGLISH)[0][0].url == address
    assert way_there(replace(bar, why=Bar.TOO_SOON), TOPIC, ENGLISH) == ()
    assert way_there(bar, GameKey(ChatId(-1001)), ENGLISH) == ()
