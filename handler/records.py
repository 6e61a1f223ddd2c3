"""What a store keeps of chats and of people beside their games: a part of the port `handler.ports.Store`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game, Millis, PlayerId
    from handler.chat_list import ChatList
    from handler.choices import ChatSettings, Preferences
    from handler.ports import Budget, ChatId, GameKey, Notes, Version


class Records(Protocol):
    """Each method but those that erase is one round trip; all fail as those of `Store` do."""

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

    async def save_last_game(self, key: GameKey, game: Game, until: Millis) -> None:
        """Keep the game that another takes the place of, whatever was kept before it."""

    async def load_last_game(self, key: GameKey) -> Game | None:
        """The game that was kept last at a place."""

    async def note_seat(self, person: PlayerId, key: GameKey, until: Millis) -> None:
        """Keep that a person is named at a place: before a game that says so is stored, with each try to store it."""

    async def seats_of(self, person: PlayerId) -> Mapping[GameKey, str]:
        """The places where a person may be named, each with the mark that it was last noted with."""

    async def drop_seat(self, person: PlayerId, key: GameKey, mark: str) -> None:
        """Forget that a person is named at a place, unless it was noted again since that mark was read."""

    async def erase_person(self, person: PlayerId) -> None:
        """Delete a person's preferences, and what is known of the private chat, but for the games in it and seats."""

    async def erase_place(self, key: GameKey) -> None:
        """Delete all that is kept of the games of a place."""

    async def erase_picks(self, key: GameKey, person: PlayerId) -> None:
        """Delete a person's picks in all games of a place."""
