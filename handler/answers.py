"""Answers to commands: silent, replying to the table, one of each kind at a time, within the share left to them."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from engine.game import Millis
from engine.value import Value, field, replace
from handler import budget
from handler.changing import changed
from handler.errors import Flood, PhotosForbidden, Refused, StoreFailure, TelegramError
from handler.patience import within
from handler.ports import Admins

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from engine.game import PlayerId
    from handler.ports import ChatId, GameKey, Keyboard, Notes, Store, Telegram

ADMINS_MS = 300_000
"""How long a chat's admins are believed before they are asked for again."""

SEND_SECONDS = 10.0
ASKS = 2
"""A chat's admins are asked for once more before an admin is told to be none: asking is harmless."""

LONGEST = 4096
CHATS = 200
"""Of so many chats at once it is remembered who administers them, or that nothing more may be said for a while."""


async def change_notes(store: Store, chat: ChatId, change: Callable[[Notes], Notes]) -> tuple[Notes, Notes | None]:
    """Store a change of what is known of a chat: that before, and that then, or None if too many wrote at once."""
    return await changed(
        lambda: store.load_notes(chat), lambda new, expected: store.save_notes(chat, new, expected), change
    )


class Pictured(Value):
    """A picture and what stands under it."""

    png: bytes
    caption: str


class Answers(Value):
    """Speaks in a chat beside its table. Nothing here may fail a command: what is not sent is only not sent."""

    store: Store
    telegram: Telegram
    clock: Callable[[], Millis]
    per_minute: int = 20
    asked: dict[tuple[ChatId, str], tuple[Admins, Millis]] = field(default_factory=dict)
    """The admins of chats, and when Telegram was asked and why: of people who do not play nothing is stored."""
    _spent: dict[ChatId, Millis] = field(default_factory=dict)
    """From when on something may be said again: none of it can come sooner, and losing it loses nothing."""

    def spent(self, chat: ChatId) -> bool:
        """Whether it is known, without asking the store, that nothing can be said now: an answer need not be made."""
        return self.clock() < self._spent.get(chat, 0)

    async def _granted(self, chat: ChatId) -> bool:
        """Spend one message of what is left to answers."""
        if self.spent(chat):
            return False
        wait = await budget.take(self.store, chat, budget.Purse.OTHER, self.clock(), self.per_minute)
        if wait is not None:
            if len(self._spent) >= CHATS:
                self._spent.clear()
            self._spent[chat] = wait
        return wait is None

    async def say(
        self,
        key: GameKey,
        kind: str,
        text: str,
        keyboard: Keyboard = (),
        reply_to: int | None = None,
        *,
        picture: Pictured | None = None,
    ) -> None:
        """Answer with a text; the last answer of this kind at this place is deleted.

        With `picture` it is that and its caption; the text alone where Telegram will not have it.
        """
        if not await self._granted(key.chat):
            return
        async with self._harmless(key.chat):
            message = await self._send_picture(key, picture, keyboard, reply_to) if picture else None
            if message is None:
                sent = self.telegram.send_text(key, text[:LONGEST], keyboard, reply_to=reply_to)
                message = await within(SEND_SECONDS, sent)
            with suppress(StoreFailure):  # it was said: asked once more, it would stand there twice
                old = await self._note(key, kind, message)
                if old is not None:
                    await self.telegram.delete(key, old)

    async def _send_picture(
        self, key: GameKey, picture: Pictured, keyboard: Keyboard, reply_to: int | None
    ) -> int | None:
        """Post a picture; None where it was refused, and nothing stands there."""
        try:
            sent = self.telegram.send_photo(key, picture.png, picture.caption, keyboard, reply_to=reply_to)
            return await within(SEND_SECONDS, sent)
        except (PhotosForbidden, Refused):
            return None

    async def edit(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        """Change an answer whose button was pressed."""
        if not await self._granted(key.chat):
            return
        async with self._harmless(key.chat):
            await within(SEND_SECONDS, self.telegram.edit_text(key, message, text, keyboard))

    @asynccontextmanager
    async def _harmless(self, chat: ChatId) -> AsyncIterator[None]:
        """What Telegram refuses in here, or does not answer, is given up; a wait that it asks for is kept to."""
        try:
            yield
        except Flood as flood:
            await budget.block(self.store, chat, Millis(self.clock() + 1_000 * flood.retry_after))
        except (TimeoutError, TelegramError):
            return

    async def is_admin(self, chat: ChatId, person: PlayerId) -> bool:
        """Whether a person administers a chat: asked of Telegram, and believed for a while."""
        return person in (await self._admins(chat, "rights")).everyone

    async def is_hidden(self, chat: ChatId, person: PlayerId) -> bool:
        """Whether a person administers a chat and shows no name there: asked and believed likewise."""
        return person in (await self._admins(chat, "names")).hidden

    async def _asked_admins(self, chat: ChatId) -> Admins | None:
        for _ in range(ASKS):
            with suppress(TimeoutError, TelegramError):
                return await within(SEND_SECONDS, self.telegram.admins(chat))
        return None

    async def _admins(self, chat: ChatId, why: str) -> Admins:
        """A chat's admins, kept in memory alone; those known before where Telegram does not tell.

        What was asked for a name, as somebody sat down, is not believed for a right: that may be given since then.
        """
        known, asked_at = self.asked.get((chat, why), (Admins(), None))
        if asked_at is not None and self.clock() - asked_at < ADMINS_MS:
            return known
        found = await self._asked_admins(chat)
        if found is None:
            return known
        if len(self.asked) >= CHATS:
            self.asked.clear()
        self.asked[chat, why] = found, self.clock()
        return found

    async def keep_topic(self, key: GameKey) -> None:
        """Keep in which topics of a chat there are games: only so all of them can be found."""
        if key.topic and key.topic not in (await self.store.load_notes(key.chat)).topics:
            await change_notes(self.store, key.chat, lambda old: replace(old, topics=(*old.topics, key.topic)))

    async def _note(self, key: GameKey, kind: str, message: int) -> int | None:
        """Keep which message is the last of its kind; the one before."""
        place = f"{key.topic}/{kind}"
        before, _ = await change_notes(
            self.store, key.chat, lambda old: replace(old, answers={**old.answers, place: message})
        )
        return before.answers.get(place)
