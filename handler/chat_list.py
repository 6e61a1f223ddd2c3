"""Which groups a bot plays in: all, or those that its operator has allowed; never those that are denied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import Value, replace
from handler.changing import changed
from handler.ports import Version

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.ports import ChatId, Store


class ChatList(Value):
    """The groups that are named, none of them both allowed and denied. `version` counts the stored writes."""

    allowed: frozenset[ChatId] = frozenset()
    denied: frozenset[ChatId] = frozenset()
    version: Version = Version(0)

    def bars(self, chat: ChatId) -> bool:
        """Whether the bot plays in no such chat: never so of one person's private chat."""
        return chat < 0 and (chat in self.denied or (bool(self.allowed) and chat not in self.allowed))


def allow(old: ChatList, chat: ChatId) -> ChatList:
    """The list with a group allowed."""
    return replace(old, allowed=old.allowed | {chat}, denied=old.denied - {chat})


def deny(old: ChatList, chat: ChatId) -> ChatList:
    """The list with a group denied."""
    return replace(old, allowed=old.allowed - {chat}, denied=old.denied | {chat})


def forget(old: ChatList, chat: ChatId) -> ChatList:
    """The list without a group."""
    return replace(old, allowed=old.allowed - {chat}, denied=old.denied - {chat})


def follow(old: ChatList, chat: ChatId, to: ChatId) -> ChatList:
    """The list after a group became the supergroup `to`, which may be named already: then that holds."""
    rest = forget(old, chat)
    if to in old.allowed | old.denied or rest == old:
        return rest
    return deny(rest, to) if chat in old.denied else allow(rest, to)


async def change_chat_list(store: Store, change: Callable[[ChatList], ChatList]) -> ChatList | None:
    """Store a change of the list; the list then, or None if too many wrote at once."""

    def wanted(old: ChatList) -> ChatList:
        new = change(old)
        return old if new == old else new

    _, after = await changed(store.load_chat_list, store.save_chat_list, wanted)
    return after
