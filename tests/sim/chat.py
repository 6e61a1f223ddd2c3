"""Telegram as the world has it: messages that stand in chats, budgets it counts, answers to presses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.game import PlayerId
from handler.errors import MessageGone
from handler.ports import Admins
from tests.group import Post

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.ports import ChatId, GameKey, Keyboard

WINDOW = 45
"""Seconds in which a group's budget counts: a minute less what a frozen Lambda may hold a call back."""


@dataclass
class Chats:
    """Keeps what people see. `answers` has what each press was told, and when."""

    seconds: Callable[[], float]
    violate: Callable[[str], None]
    per_minute: int
    posts: dict[int, Post] = field(default_factory=dict)
    answers: dict[str, tuple[str, float]] = field(default_factory=dict)
    counted: list[float] = field(default_factory=list)
    edits: dict[int, int] = field(default_factory=dict)
    last_id: int = 500

    def _count(self) -> None:
        now = self.seconds()
        self.counted = [at for at in self.counted if at > now - WINDOW] + [now]
        if len(self.counted) > self.per_minute:
            self.violate(f"the group got {len(self.counted)} of {self.per_minute} messages")

    async def answer(self, query: str, text: str, *, alert: bool = False) -> None:
        del alert
        self.answers.setdefault(query, (text, self.seconds()))

    async def send_photo(
        self, key: GameKey, photo: bytes, caption: str, keyboard: Keyboard, *, reply_to: int | None = None
    ) -> int:
        return self._posted(Post(self._new(), key, caption, keyboard, photo, reply_to))

    async def send_text(
        self, key: GameKey, text: str, keyboard: Keyboard = (), *, reply_to: int | None = None, loud: bool = False
    ) -> int:
        return self._posted(Post(self._new(), key, text, keyboard, None, reply_to, loud))

    def _new(self) -> int:
        self._count()
        self.last_id += 1
        return self.last_id

    def _posted(self, post: Post) -> int:
        self.posts[post.id] = post
        return post.id

    async def _edited(self, message: int, *, pictured: bool, **changes: Any) -> None:
        """A newer edit of the same message cancels one that is still on its way, as if it had been done."""
        self._count()
        number = self.edits[message] = self.edits.get(message, 0) + 1
        await asyncio.sleep(0.03)
        if self.edits[message] != number:
            return
        if message not in self.posts or (self.posts[message].photo is not None) != pictured:
            raise MessageGone("message to edit not found")
        self._posted(replace(self.posts[message], **changes))

    async def edit_photo(self, key: GameKey, message: int, photo: bytes, caption: str, keyboard: Keyboard) -> None:
        del key
        await self._edited(message, pictured=True, photo=photo, text=caption, keyboard=keyboard)

    async def edit_caption(self, key: GameKey, message: int, caption: str, keyboard: Keyboard) -> None:
        del key
        await self._edited(message, pictured=True, text=caption, keyboard=keyboard)

    async def edit_text(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        del key
        await self._edited(message, pictured=False, text=text, keyboard=keyboard)

    async def delete(self, key: GameKey, message: int) -> None:
        del key
        self.posts.pop(message, None)

    async def admins(self, chat: ChatId) -> Admins:
        del chat
        return Admins((PlayerId(1),), ())

    async def photos_allowed(self, chat: ChatId) -> bool:
        del chat
        return True

    async def leave(self, chat: ChatId) -> None:
        raise AssertionError(f"no list bars {chat}")
