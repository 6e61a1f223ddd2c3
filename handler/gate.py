"""Which groups may come in, as one process remembers it from one look at the list to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler.chat_list import ChatList
from handler.errors import StoreFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Millis
    from handler.ports import ChatId, Store

FRESH_MS = 60_000
"""How long the list is believed: a group that was denied is turned away after so long at most."""


class Gate:
    """The list as last read. Losing it loses nothing: before the first look everybody may come in.

    It fails open: to leave a group cannot be undone by us, to stay a minute longer can.
    """

    def __init__(self) -> None:
        self._known = ChatList()
        self._looked_at: Millis | None = None

    def is_stale(self, now: Millis) -> bool:
        """Whether the list should be read again."""
        return self._looked_at is None or now - self._looked_at >= FRESH_MS

    def bars(self, chat: ChatId) -> bool:
        """Whether a chat may not come in, as far as is known."""
        return self._known.bars(chat)

    async def look(self, store: Store, report: Callable[[str], None], now: Millis) -> None:
        """Read the list; where the store fails, what was known stands."""
        try:
            self.know(await store.load_chat_list(), now)
        except StoreFailure as failure:
            report(str(failure))

    def know(self, chats: ChatList, now: Millis) -> None:
        """Take a list that was read or written just now."""
        self._known, self._looked_at = chats, now
