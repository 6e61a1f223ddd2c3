"""Who is let in, on a list that is read once a minute: never by an old one is anybody turned away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import force_setattr

from engine.game import Millis
from handler.chat_list import allow, change_chat_list, deny, forget
from handler.errors import StoreFailure
from handler.gate import FRESH_MS, Gate
from handler.intents import Moved
from handler.ports import ChatId, GameKey
from handler.timers import Wake
from tests.group import CHAT, PLACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.chat_list import ChatList
    from tests.group import Group

OTHER, SUPERGROUP = ChatId(-555), ChatId(-1002345678901)
NOT_HERE = "I do not play in this group"


def write(group: Group, change: Callable[[ChatList, ChatId], ChatList], chat: ChatId) -> None:
    """What an operator's command does, in a process of its own."""
    group.run(change_chat_list(group.store.inner, lambda old: change(old, chat)))


def a_minute_later(group: Group) -> None:
    group.later(FRESH_MS / 1_000)


def test_the_list_is_read_once_a_minute_and_a_tap_waits_for_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    group.store.reset()
    for _ in range(5):
        group.press("Ana", "1")
        group.later(1)
    assert "load_chat_list" not in group.store.calls
    a_minute_later(group)
    group.store.reset()
    group.press("Ana", "1")
    assert group.store.calls == {"load_chat_list": 1, "load": 1, "add_tap": 1}
    assert group.store.log[0] == "load_chat_list"


def test_a_group_that_is_denied_plays_on_for_a_minute_at_most_and_its_last_tap_still_counts(group: Group) -> None:
    group.start("Ana", "Ben")
    write(group, deny, CHAT)
    group.later(59)
    assert "✓" in group.press("Ana", "1").text
    assert not group.telegram.left
    group.later(2)
    assert "✓" in group.press("Ana", "2").text
    assert group.telegram.left == [CHAT]
    assert group.press("Ana", "3").text == NOT_HERE
    assert group.telegram.left == [CHAT]


def test_a_process_that_has_just_begun_lets_its_first_tap_in_and_reads_beside_it(group: Group) -> None:
    group.start("Ana", "Ben")
    write(group, deny, CHAT)
    force_setattr(group.service.desk, "gate", Gate())
    assert "✓" in group.press("Ana", "1").text
    assert group.telegram.left == [CHAT]


def test_a_command_waits_for_the_list(group: Group) -> None:
    write(group, allow, OTHER)
    group.type("Ana", "/newgame")
    assert group.telegram.left == [CHAT]
    assert group.run(group.store.inner.load(PLACE)).stored is None


def test_who_was_let_in_a_moment_ago_is_not_turned_away_by_an_older_list(group: Group) -> None:
    write(group, allow, OTHER)
    group.type("Ana", "/newgame")
    assert group.telegram.left == [CHAT]
    write(group, allow, CHAT)
    group.added()
    group.type("Ana", "/newgame")
    assert group.with_button("Join")
    assert group.telegram.left == [CHAT]


def test_a_new_arrival_is_always_asked_about(group: Group) -> None:
    group.type("Ana", "/newgame")
    write(group, deny, CHAT)
    group.added()
    assert group.telegram.left == [CHAT]


@pytest.mark.parametrize("barred", [False, True])
def test_where_the_store_fails_what_was_known_stands_and_nobody_is_turned_away(group: Group, *, barred: bool) -> None:
    if barred:
        write(group, deny, CHAT)
        group.type("Ana", "/newgame")
    else:
        group.start("Ana", "Ben")
    left = list(group.telegram.left)
    a_minute_later(group)
    for method in ("load_chat_list", "load_notes"):
        group.store.failing[method] = StoreFailure("off")
    if barred:
        group.type("Ana", "/newgame")
        assert "off" in group.reports
    else:
        assert "✓" in group.press("Ana", "1").text
        assert group.reports == ["off"]
    assert group.telegram.left == left


def test_a_list_that_cannot_be_read_bars_nobody(group: Group) -> None:
    group.store.failing["load_chat_list"] = StoreFailure("a stored list of chats cannot be read")
    group.added()
    group.start("Ana", "Ben")
    assert not group.telegram.left


def test_whoever_plays_alone_is_on_no_list(group: Group) -> None:
    write(group, allow, OTHER)
    place = group.solo("Ana")
    assert group.game(place).table
    group.type("Ana", "/help", place=place, private=True)
    assert not group.telegram.left
    assert "load_chat_list" not in group.store.calls


def test_a_game_that_wakes_in_a_denied_group_is_ended_there(group: Group) -> None:
    group.start("Ana", "Ben")
    version = group.run(group.store.inner.load(PLACE)).stored.version
    write(group, deny, CHAT)
    a_minute_later(group)
    for _ in range(2):
        group.run(group.service.wake(Wake(PLACE, version, group.now), group.now))
    assert group.telegram.left == [CHAT]
    assert group.game().finished_at is not None


@pytest.mark.parametrize("change", [allow, deny])
def test_the_list_follows_a_group_that_becomes_a_supergroup(
    group: Group, change: Callable[[ChatList, ChatId], ChatList]
) -> None:
    write(group, allow, OTHER)
    group.run(group.service.desk.gate.look(group.store, group.reports.append, group.now))  # type: ignore[arg-type]
    write(group, allow, CHAT)
    a_minute_later(group)
    group.type("Ana", "/newgame")
    write(group, change, CHAT)
    for _ in range(2):
        group.run(group.service.handle(Moved(77, CHAT, SUPERGROUP), group.now))
    chats = group.run(group.store.inner.load_chat_list())
    moved = group.run(group.store.inner.load(GameKey(SUPERGROUP))).stored
    if change is allow:
        assert (chats.allowed, chats.denied) == ({OTHER, SUPERGROUP}, set())
        assert moved is not None
        assert not group.telegram.left
    else:
        assert (chats.allowed, chats.denied) == ({OTHER}, {SUPERGROUP})
        assert moved is None
        assert group.telegram.left == [SUPERGROUP, SUPERGROUP]
        assert len([post for post in group.telegram.posts.values() if str(SUPERGROUP) in post.text]) == 1
        assert group.game().finished_at is not None


def test_a_forgotten_denial_lets_in_again(group: Group) -> None:
    write(group, deny, CHAT)
    group.added()
    write(group, forget, CHAT)
    group.added()
    assert "/newgame" in group.newest.text


def test_what_is_known_is_as_old_as_when_it_was_read(group: Group) -> None:
    gate = Gate()
    assert gate.is_stale(Millis(0))
    gate.know(allow(group.run(group.store.inner.load_chat_list()), OTHER), Millis(5))
    assert gate.bars(CHAT)
    assert not gate.bars(OTHER)
    assert [gate.is_stale(Millis(5 + age)) for age in (0, FRESH_MS - 1, FRESH_MS)] == [False, False, True]
