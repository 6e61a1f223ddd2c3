"""Telegram as the world has it: messages that stand in chats, budgets it counts, answers to presses."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.game import PlayerId
from engine.value import replace
from handler.errors import Banned, MessageGone, Moved, PhotosForbidden
from handler.ports import Admins
from tests.group import Post
from tests.sim.outside import CALL, PROCESS, Process
from tests.sim.violations import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.ports import ChatId, GameKey, Keyboard

WINDOW = 45
"""Seconds in which a group's budget counts: a minute less what a frozen Lambda may hold a call back."""


@dataclass
class Room:
    """What the bot may do in one chat."""

    photos: bool = True
    muted: bool = False
    member: bool = True
    moved_to: ChatId | None = None
    counted: list[float] = field(default_factory=list)


@dataclass
class Chats:
    """Keeps what people see. `answers` has what each press was told first, and when; `heard` is told of each.

    `is_table` tells the messages that show a game.
    """

    seconds: Callable[[], float]
    violate: Callable[[Kind, str], None]
    per_minute: int
    heard: Callable[[str, str], None]
    is_table: Callable[[int], bool]
    posts: dict[int, Post] = field(default_factory=dict)
    answers: dict[str, tuple[str, float]] = field(default_factory=dict)
    rooms: defaultdict[ChatId, Room] = field(default_factory=lambda: defaultdict(Room))
    edits: dict[int, int] = field(default_factory=dict)
    editing: dict[int, tuple[Process, int]] = field(default_factory=dict)
    last_id: int = 500

    def _let_in(self, key: GameKey, *, picture: bool = False) -> None:
        """Count a send or an edit, which Telegram may refuse."""
        room = self.rooms[key.chat]
        if room.moved_to is not None:
            raise Moved(room.moved_to)
        if not room.member or room.muted:
            raise Banned("bot was kicked from the group chat" if not room.member else "have no rights to send")
        if picture and not room.photos:
            raise PhotosForbidden("not enough rights to send photos")
        now = self.seconds()
        room.counted = [at for at in room.counted if at > now - WINDOW] + [now]
        if key.chat < 0 and len(room.counted) > self.per_minute:
            self.violate(Kind.BUDGET, f"{len(room.counted)} of {self.per_minute} messages")

    async def answer(self, query: str, text: str, *, alert: bool = False) -> None:
        del alert
        if query not in self.answers:
            self.answers[query] = text, self.seconds()
            self.heard(query, text)

    async def send_photo(
        self, key: GameKey, photo: bytes, caption: str, keyboard: Keyboard, *, reply_to: int | None = None
    ) -> int:
        self._let_in(key, picture=True)
        return self._posted(Post(self._new(), key, caption, keyboard, photo, reply_to))

    async def send_text(
        self, key: GameKey, text: str, keyboard: Keyboard = (), *, reply_to: int | None = None, loud: bool = False
    ) -> int:
        self._let_in(key)
        return self._posted(Post(self._new(), key, text, keyboard, None, reply_to, loud))

    def _new(self) -> int:
        self.last_id += 1
        return self.last_id

    def _posted(self, post: Post) -> int:
        self.posts[post.id] = post
        return post.id

    async def _edited(self, key: GameKey, message: int, *, pictured: bool, **changes: Any) -> None:
        """A newer edit of the same message cancels one that is still on its way, as if it had been done."""
        self._let_in(key, picture="photo" in changes)
        self._look_for_another(message)
        number = self.edits[message] = self.edits.get(message, 0) + 1
        await asyncio.sleep(0.03)
        if self.edits[message] != number:
            return
        if message not in self.posts or (self.posts[message].photo is not None) != pictured:
            raise MessageGone("message to edit not found")
        self._posted(replace(self.posts[message], **changes))

    def _look_for_another(self, message: int) -> None:
        """Nobody edits the message of a game beside one who waits for the same."""
        process, call = PROCESS.get(None), CALL.get()
        if process is None or not self.is_table(message):
            return
        other, its_call = self.editing.get(message, (process, call))
        if other is not process and its_call in other.open:
            self.violate(Kind.TWO_AT_ONCE, f"message {message}")
        self.editing[message] = process, call

    async def edit_photo(self, key: GameKey, message: int, photo: bytes, caption: str, keyboard: Keyboard) -> None:
        await self._edited(key, message, pictured=True, photo=photo, text=caption, keyboard=keyboard)

    async def edit_caption(self, key: GameKey, message: int, caption: str, keyboard: Keyboard) -> None:
        await self._edited(key, message, pictured=True, text=caption, keyboard=keyboard)

    async def edit_text(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        await self._edited(key, message, pictured=False, text=text, keyboard=keyboard)

    async def delete(self, key: GameKey, message: int) -> None:
        if self.rooms[key.chat].moved_to is None:
            self.posts.pop(message, None)

    async def admins(self, chat: ChatId) -> Admins:
        del chat
        return Admins((PlayerId(1),), ())

    async def photos_allowed(self, chat: ChatId) -> bool:
        return self.rooms[chat].photos

    async def leave(self, chat: ChatId) -> None:
        raise AssertionError(f"no list bars {chat}")
