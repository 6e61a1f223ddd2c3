"""A group that is not let in: one message with its number, then the bot is gone, and its games are over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.game import Finish
from handler import errors
from handler.chat_list import change_chat_list, deny
from handler.choices import ChatSettings
from handler.errors import Conflict
from handler.intents import Added
from handler.languages import languages
from handler.ports import GameKey, Version
from handler.turning_away import LEAVE_AGAIN_MS, TOLD_MS, turn_away
from tests.group import CHAT, PLACE
from tests.lambda_entry import entry
from tests.local_telegram import LocalTelegram

if TYPE_CHECKING:
    from pathlib import Path

    from tests.group import Group, Post


@pytest.fixture
def denied(group: Group) -> Group:
    deny_here(group)
    return group


def deny_here(group: Group) -> None:
    group.run(change_chat_list(group.store.inner, lambda old: deny(old, CHAT)))


def told(group: Group) -> list[Post]:
    """The messages that tell the group its number."""
    return [post for post in group.telegram.shown if str(CHAT) in post.text]


@pytest.mark.parametrize("language", languages())
def test_the_group_is_told_its_number_in_its_own_language_before_the_bot_leaves(denied: Group, language: str) -> None:
    denied.run(denied.store.inner.save_settings(CHAT, ChatSettings(language=language, version=Version(1)), Version(0)))
    denied.added()
    [post] = denied.telegram.posts.values()
    assert str(CHAT) in post.text
    assert not post.loud
    assert list(denied.telegram.calls) == ["send_text", "leave"]


def test_a_group_without_a_language_is_told_in_that_of_whoever_brought_the_bot(denied: Group) -> None:
    denied.languages["Ana"] = "pl"
    denied.added()
    assert denied.newest.text.startswith("Gram tylko w grupach")


def test_an_update_delivered_again_tells_nothing_again(denied: Group) -> None:
    added = Added(9, PLACE, False, denied.person("Ana"))
    for _ in range(3):
        denied.run(denied.service.handle(added, denied.now))
    assert len(told(denied)) == 1


def test_of_many_updates_at_once_one_tells_and_leaves(denied: Group) -> None:
    async def all_at_once() -> None:
        await asyncio.gather(*(turn_away(denied.service.desk, PLACE, denied.now) for _ in range(8)))

    denied.run(all_at_once())
    assert denied.telegram.calls == {"send_text": 1, "leave": 1}


def test_presses_in_a_denied_group_get_a_short_toast_each_and_no_message(group: Group) -> None:
    group.start("Ana", "Ben")
    table = group.table
    deny_here(group)
    group.later(61)
    group.press("Ana", "1", table)
    for name, label in (("Ana", "2"), ("Ben", "SET!"), ("Zoe", "3")):
        assert group.press(name, label, table).text == "I do not play in this group"
    assert len(told(group)) == 1
    assert group.telegram.left == [CHAT]


def test_a_game_that_runs_in_a_denied_group_ends_in_all_its_topics(group: Group) -> None:
    other = GameKey(CHAT, 42)
    group.start("Ana", "Ben")
    group.type("Cleo", "/newgame", place=other)
    deny_here(group)
    group.later(61)
    group.type("Ana", "/score")
    assert group.game().finish is Finish.STOPPED
    assert group.game(other).finish is Finish.LOBBY_CLOSED
    group.removed()
    assert len(told(group)) == 1


@pytest.mark.parametrize("failure", [errors.Unknown("TimedOut"), errors.Refused("no"), errors.Flood(5)])
def test_where_leaving_fails_it_is_tried_again_but_not_with_every_tap(denied: Group, failure: Exception) -> None:
    denied.telegram.failing["leave"] = [failure]
    denied.added()
    assert not denied.telegram.left
    for _ in range(5):
        denied.type("Ana", "/newgame")
    assert denied.telegram.calls["leave"] == 1
    assert any(type(failure).__name__ in why for why in denied.reports)
    denied.later(LEAVE_AGAIN_MS / 1_000)
    denied.type("Ana", "/newgame")
    assert denied.telegram.left == [CHAT]
    assert len(told(denied)) == 1


def test_a_bot_that_is_out_already_is_no_fault(denied: Group) -> None:
    denied.telegram.failing["leave"] = [errors.Banned("bot was kicked from the group chat")]
    denied.added()
    assert denied.reports == []


def test_a_bot_that_may_not_speak_leaves_without_a_word(denied: Group) -> None:
    denied.telegram.failing["send_text"] = [errors.Banned("have no rights to send a message")]
    denied.added()
    assert denied.telegram.left == [CHAT]


def test_brought_again_it_leaves_at_once_and_speaks_only_after_a_day(denied: Group) -> None:
    denied.added()
    denied.later(5)
    denied.added()
    assert (len(told(denied)), denied.telegram.left) == (1, [CHAT, CHAT])
    denied.later(TOLD_MS / 1_000)
    denied.added()
    assert (len(told(denied)), denied.telegram.left) == (2, [CHAT, CHAT, CHAT])


def test_what_cannot_be_noted_is_left_to_the_next_update(denied: Group) -> None:
    denied.store.failing["save_notes"] = Conflict("another")
    denied.added()
    assert not denied.telegram.calls
    denied.store.failing["save_notes"] = errors.StoreFailure("off")
    denied.added()
    assert (denied.telegram.calls.total(), denied.reports) == (0, ["off"])
    denied.store.failing.clear()
    denied.added()
    assert (len(told(denied)), denied.telegram.left) == (1, [CHAT])


def test_through_telegram_the_bot_tells_the_number_and_is_gone(tmp_path: Path) -> None:
    with entry(tmp_path / "games.sqlite") as lambda_:
        telegram = LocalTelegram(lambda_)
        ana = telegram.world.add_person("Ana")
        chat = telegram.world.make_group("Friends", [ana], bot=False)
        store = lambda_.app.SERVICE.desk.store
        lambda_.app.LOOP.run_until_complete(change_chat_list(store, lambda old: deny(old, chat.id)))
        for _ in range(2):
            telegram.world.add_bot(chat.id)
            telegram.deliver()
            assert chat.member(telegram.world.bot).status == "left"
        said = [message["text"] for message in telegram.messages(chat.id) if "text" in message]
        assert [str(chat.id) in text for text in said] == [True]
        assert telegram.request.refused == []
