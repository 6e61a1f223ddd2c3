"""What a store keeps of chats and of people beside their games: a part of the port `handler.ports.Store`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.game import PlayerId
    from handler.chat_list import ChatList
    from handler.choices import ChatSettings, Preferences
    from handler.ports import Budget, ChatId, Notes, Version


class Records(Protocol):
    """Each method is one round trip, and fails as those of `Store` do."""

    async def load_budget(self, chat: ChatId) -> Budget:
        """What was sent to a chat of late; an empty budget of version 0 if nothing is kept."""

    async def save_budget(self, chat: ChatId, budget: Budget, expected: Version) -> None:
        """Store a budget under `budget.version` if the version there is `expected`.

        Raises:
            Conflict: another version is stored.
        """

    async def load_notes(self, chat: ChatId) -> Notes:
        """What is known of a chat; empty notes of version 0 if nothing is."""

    async def save_notes(self, chat: ChatId, notes: Notes, expected: Version) -> None:
        """Store notes under `notes.version` if the version there is `expected`.

        Raises:
            Conflict: another version is stored.
        """

    async def save_settings(self, chat: ChatId, settings: ChatSettings, expected: Version) -> None:
        """Store a chat's settings under `settings.version` if the version there is `expected`.

        Raises:
            Conflict: another version is stored.
        """

    async def save_preferences(self, person: PlayerId, preferences: Preferences) -> None:
        """Store what a person prefers, whatever it was before."""

    async def load_chat_list(self) -> ChatList:
        """The groups that are allowed and denied; an empty list of version 0 if none was ever named."""

    async def save_chat_list(self, chats: ChatList, expected: Version) -> None:
        """Store the list under `chats.version` if the version there is `expected`.

        Raises:
            Conflict: another version is stored.
        """
