"""The list of groups as a value: what each change makes of it, and whom it bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handler.changing import TRIES
from handler.chat_list import ChatList, allow, change_chat_list, deny, follow, forget
from handler.errors import Conflict
from handler.ports import ChatId, Version

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.group import Group

GROUPS = st.integers(-9, -1).map(ChatId)
CHANGES = st.lists(st.tuples(st.sampled_from([allow, deny, forget]), GROUPS))
ONE, TWO, ANA = ChatId(-1), ChatId(-2), ChatId(7)


def listed(changes: list[tuple[Callable[[ChatList, ChatId], ChatList], ChatId]]) -> ChatList:
    chats = ChatList()
    for change, chat in changes:
        chats = change(chats, chat)
    return chats


@given(CHANGES)
def test_no_group_is_both_allowed_and_denied(changes: Any) -> None:
    chats = listed(changes)
    assert not chats.allowed & chats.denied


@given(CHANGES, GROUPS)
def test_the_last_change_of_a_group_is_what_holds_for_it(changes: Any, chat: ChatId) -> None:
    before = listed(changes)
    assert not allow(before, chat).bars(chat)
    assert deny(before, chat).bars(chat)
    assert forget(before, chat).bars(chat) == bool(forget(before, chat).allowed)


@given(CHANGES, st.integers(0, 2**52).map(ChatId))
def test_no_list_bars_a_private_chat(changes: Any, person: ChatId) -> None:
    assert not listed(changes).bars(person)


def test_the_bot_plays_everywhere_until_a_group_is_allowed_and_never_where_it_is_denied() -> None:
    assert not ChatList().bars(ONE)
    assert not deny(ChatList(), TWO).bars(ONE)
    assert allow(ChatList(), TWO).bars(ONE)
    assert deny(allow(ChatList(), TWO), ONE).bars(ONE)


@given(CHANGES, GROUPS, GROUPS)
def test_what_holds_for_a_group_holds_for_the_supergroup_it_became_unless_that_is_named(
    changes: Any, chat: ChatId, to: ChatId
) -> None:
    before = listed(changes)
    after = follow(before, chat, to)
    named = to in before.allowed | before.denied
    if chat != to:
        assert chat not in after.allowed | after.denied
        there = before.denied, before.allowed
        assert [to in some for some in (after.denied, after.allowed)] == [
            (to if named else chat) in some for some in there
        ]
        assert follow(after, chat, to) == after


def test_a_change_is_made_on_what_others_have_written_meanwhile(group: Group) -> None:
    store, raced = group.store.inner, []

    class Raced:
        load_chat_list = store.load_chat_list

        async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
            if not raced:
                raced.append(chats)
                await store.save_chat_list(ChatList(denied=frozenset({TWO}), version=Version(1)), Version(0))
            await store.save_chat_list(chats, expected)

    after = group.run(change_chat_list(Raced(), lambda old: allow(old, ONE)))  # type: ignore[arg-type]
    assert after == ChatList(frozenset({ONE}), frozenset({TWO}), Version(2)) == group.run(store.load_chat_list())


def test_a_change_that_is_always_too_late_is_given_up(group: Group) -> None:
    group.store.failing["save_chat_list"] = Conflict("another")
    assert group.run(change_chat_list(group.store, lambda old: allow(old, ONE))) is None  # type: ignore[arg-type]
    assert group.store.calls["save_chat_list"] == TRIES


@pytest.mark.parametrize("change", [allow, deny, forget])
def test_a_change_that_changes_nothing_is_not_written(group: Group, change: Any) -> None:
    for _ in range(2):
        group.run(change_chat_list(group.store, lambda old: change(old, ONE)))  # type: ignore[arg-type]
    assert group.store.calls["save_chat_list"] == (change is not forget)
