"""What befalls a group while it plays, and is over before all is quiet."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from handler.ports import ChatId, GameKey

if TYPE_CHECKING:
    from tests.sim.world import World

BECAME = ChatId(-1002)
"""The supergroup that the group becomes."""


class Fate:
    """What happens to one group."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = Random(f"fate {world.plan.seed}")

    async def befalls(self) -> None:
        for fate in self.world.plan.fates:
            await asyncio.sleep(self.rng.uniform(2, 15))
            self.world.tell(f"it happens: {fate}")
            match fate:
                case "deleted":
                    self._delete()
                case "photos forbidden":
                    await self._forbid("photos", value=False)
                case "muted":
                    await self._forbid("muted", value=True)
                case "kicked":
                    await self._kick()
                case "moved":
                    self._move()

    def _delete(self) -> None:
        """An admin deletes what shows a game."""
        shown = [view.message for view in self.world.store.views.values() if view.message in self.world.chats.posts]
        if shown:
            self.world.chats.posts.pop(self.rng.choice(shown))

    async def _forbid(self, what: str, *, value: bool) -> None:
        room = self.world.chats.rooms[self.world.chat]
        setattr(room, what, value)
        await asyncio.sleep(self.rng.uniform(3, 30))
        setattr(room, what, not value)

    async def _kick(self) -> None:
        """The bot is thrown out, and comes back."""
        room, chat, inbox = self.world.chats.rooms[self.world.chat], self.world.chat, self.world.inbox
        room.member = False
        inbox.changes_membership(chat, "member", "kicked")
        await asyncio.sleep(self.rng.uniform(3, 30))
        room.member = True
        inbox.changes_membership(chat, "kicked", "member")

    def _move(self) -> None:
        """The group becomes a supergroup: its messages stay behind, and both say so, in any order."""
        old, chats, inbox = self.world.chat, self.world.chats, self.world.inbox
        chats.rooms[BECAME].counted = chats.rooms[old].counted
        chats.rooms[old].moved_to = BECAME
        self.world.chat = BECAME
        self.world.ledger.heard.clear()  # what still comes from the old place is heard there
        self.world.places = [GameKey(BECAME, key.topic) for key in self.world.places]
        said = [
            lambda: inbox.says(old, migrate_to_chat_id=BECAME),
            lambda: inbox.says(BECAME, migrate_from_chat_id=old),
        ]
        for say in self.rng.sample(said, 2):
            say()
