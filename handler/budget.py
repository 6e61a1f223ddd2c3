"""What may be sent to one chat in a minute: Telegram counts sends and edits of all topics together."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.game import Millis
from engine.value import replace
from handler.changing import TRIES, changed
from handler.errors import Conflict
from handler.ports import Budget, Version

if TYPE_CHECKING:
    from handler.ports import ChatId, Store

WINDOW_MS = 61_000
"""A minute, and a second for the way there."""

TABLE_SHARE = 0.6
"""The part of the budget that only tables may use: 12 of 20."""


class Purse(Enum):
    """What a send or an edit is for."""

    TABLE = "table"
    OTHER = "other"


def spend(budget: Budget, purse: Purse, now: Millis, per_minute: int) -> Budget | Millis:
    """The budget after one more send or edit, or the instant from which one is possible again."""
    table = tuple(at for at in budget.table if at > now - WINDOW_MS)
    other = tuple(at for at in budget.other if at > now - WINDOW_MS)
    if budget.blocked_until > now:
        return budget.blocked_until
    free_to_all = per_minute - round(per_minute * TABLE_SHARE)
    if purse is Purse.OTHER and len(other) >= free_to_all:
        return Millis(min(other, default=now) + WINDOW_MS)
    if len(table) + len(other) >= per_minute:
        return Millis(min((*table, *other), default=now) + WINDOW_MS)
    version = Version(budget.version + 1)
    if purse is Purse.TABLE:
        return replace(budget, table=(*table, now), other=other, version=version)
    return replace(budget, table=table, other=(*other, now), version=version)


async def take(store: Store, chat: ChatId, purse: Purse, now: Millis, per_minute: int) -> Millis | None:
    """Spend one send or edit of a group's budget; None if granted, else when to try again. Private chats have none."""
    if chat > 0:
        return None
    for _ in range(TRIES):
        budget = await store.load_budget(chat)
        spent = spend(budget, purse, now, per_minute)
        if not isinstance(spent, Budget):
            return spent
        try:
            await store.save_budget(chat, spent, budget.version)
        except Conflict:
            continue
        return None
    return Millis(now + 1_000)


async def block(store: Store, chat: ChatId, until: Millis) -> None:
    """Keep to a wait that Telegram asked for."""
    await changed(
        lambda: store.load_budget(chat),
        lambda new, expected: store.save_budget(chat, new, expected),
        lambda old: replace(old, blocked_until=max(until, old.blocked_until)),
    )
