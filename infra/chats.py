"""The list of groups as an operator reads and writes it: in the store of the bot, with no deployment."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from handler.chat_list import allow, change_chat_list, deny, forget
from handler.ports import ChatId
from infra.errors import OperationFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.chat_list import ChatList
    from handler.ports import Store

CHANGES: dict[str, Callable[[ChatList, ChatId], ChatList]] = {"allow": allow, "deny": deny, "forget": forget}
"""What may be done with a group, by the command's word."""

DONE = {"allow": "is allowed", "deny": "is denied", "forget": "is neither allowed nor denied"}


def group_id(text: str) -> ChatId:
    """The id that an operator has pasted, marks of direction and another minus sign in it or not.

    Raises:
        OperationFailure: it is no group's.
    """
    plain = "".join(sign for sign in text if unicodedata.category(sign) != "Cf").strip().replace("−", "-")
    if not re.fullmatch(r"-?[0-9]{1,16}", plain) or abs(int(plain)) >= 2**52:
        raise OperationFailure(f"{text!r} is no id of a group: that is a number such as -1001234567890")
    if int(plain) >= 0:
        raise OperationFailure(
            f"{plain} is no id of a group: that begins with a minus, as -{plain} does; private chats are always open"
        )
    return ChatId(int(plain))


async def change(store: Store, what: str, chat: ChatId) -> str:
    """Allow, deny or forget a group; what holds then.

    Raises:
        OperationFailure: others wrote all the time.
    """
    after = await change_chat_list(store, lambda old: CHANGES[what](old, chat))
    if after is None:
        raise OperationFailure("somebody else changed the list at the same time: give the command again")
    return f"{chat} {DONE[what]}; it counts within a minute\n{rule(after)}"


async def listed(store: Store) -> str:
    """The rule that holds, and a line for each group."""
    chats = await store.load_chat_list()
    named = [("allowed", chats.allowed), ("denied ", chats.denied)]
    return "\n".join([rule(chats), *(f"{how} {chat}" for how, some in named for chat in sorted(some, reverse=True))])


def rule(chats: ChatList) -> str:
    """Where the bot plays."""
    if chats.allowed:
        return f"the bot plays in no group but those allowed: {len(chats.allowed)}"
    return f"the bot plays in every group but those denied: {len(chats.denied)}"
