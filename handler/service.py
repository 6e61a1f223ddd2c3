"""The product, ports in hand: an intent or a wake in, what is still to be told out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar, assert_never

from engine import commands
from engine.clock import GAME_ENDS_AFTER
from engine.game import Phase
from engine.value import Value, replace
from handler import moving, replies
from handler.callback_data import Action
from handler.chat_list import change_chat_list, follow
from handler.choices import change_settings
from handler.errors import StoreFailure, TelegramError
from handler.hidden import without_name
from handler.intents import Added, ForgedPress, Ignored, Moved, Press, Removed, Typed
from handler.judging import Deed, Done, carry_out
from handler.languages import language_for
from handler.ports import GameKey
from handler.presses import Presses
from handler.replies import Toast
from handler.typed import TypedCommands
from handler.view import is_behind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.game import Game, Millis
    from handler.desk import Desk
    from handler.intents import Intent, Person
    from handler.ports import ChatId, Loaded, Stored
    from handler.timers import Wake
    from handler.words import Words

T = TypeVar("T")

ONCE_MORE_MS = 7_000
"""So soon after an update came is what the store did not do tried once more: a press must be answered in 15 seconds."""


class Reply(Value):
    """What the webhook's response still has to tell a presser."""

    query: str
    toast: Toast


class Service(Value):
    """Handles what comes in. Player mistakes are told to players; faults are reported and lose nothing."""

    desk: Desk

    async def handle(self, intent: Intent, now: Millis) -> Reply | None:
        """Do what an intent asks at `now`, if it comes from a chat in which the bot plays."""
        if isinstance(intent, Press | Typed | Added) and intent.key.chat < 0:
            return await self._at_the_gate(intent, now)
        return await self._let_in(intent, now)

    async def _at_the_gate(self, intent: Press | Typed | Added, now: Millis) -> Reply | None:
        """Who is let in may rest on a list that is a minute old; nobody is turned away but by one read just now."""
        gate, chat = self.desk.gate, intent.key.chat
        if isinstance(intent, Press) and not gate.bars(chat):
            return await self._press_without_waiting(intent, now)
        arrived = isinstance(intent, Added)
        if not await self._is_barred(chat, now, surely=arrived):
            return await self._let_in(intent, now)
        await self._turn_away(intent.key, now, intent.person, update=intent.update, arrived=arrived)
        if not isinstance(intent, Press):
            return None
        words = self.desk.words_for(intent.person)
        return Reply(intent.query, Toast(words("I do not play in this group")))

    async def _turn_away(
        self, key: GameKey, now: Millis, person: Person | None = None, *, update: int = 0, arrived: bool = False
    ) -> None:
        from handler.turning_away import turn_away  # only what is asked for is loaded

        await turn_away(self.desk, key, now, person, update=update, arrived=arrived)

    async def _press_without_waiting(self, press: Press, now: Millis) -> Reply | None:
        """Where the list has to be read anew, that is beside the press, which counts once more whatever it says."""
        gate = self.desk.gate
        if not gate.is_stale(now):
            return await self._let_in(press, now)
        _, reply = await asyncio.gather(gate.look(self.desk.store, self.desk.report, now), self._let_in(press, now))
        if gate.bars(press.key.chat):
            await self._turn_away(press.key, now, update=press.update)
        return reply

    async def _let_in(self, intent: Intent, now: Millis) -> Reply | None:
        match intent:
            case Press():
                return await self._press(intent, now)
            case ForgedPress():
                words = self.desk.words_for(intent.person)
                return Reply(intent.query, Toast(words("This button is not from this table")))
            case Typed():
                await self._typed(intent, now)
            case Added():
                await self._persisting(lambda: self._greet(intent, now), now)
            case Removed():
                await self._persisting(lambda: moving.close(self.desk, intent, now), now)
            case Moved():
                await self._persisting(lambda: self._move(intent, now), now)
            case Ignored():
                return None
            case _:
                assert_never(intent)
        return None

    async def _move(self, moved: Moved, now: Millis) -> None:
        """What the list says of a group holds for its supergroup; where that may not come in, the game stays behind."""
        chats = await change_chat_list(self.desk.store, lambda old: follow(old, moved.chat, moved.to))
        if chats is not None:
            self.desk.gate.know(chats, now)
        if not self.desk.gate.bars(moved.to):
            return await moving.move(self.desk, moved, now)
        await self._turn_away(GameKey(moved.to), now, update=moved.update, arrived=True)
        return await moving.close(self.desk, Removed(moved.update, moved.chat), now)

    async def _press(self, press: Press, now: Millis) -> Reply | None:
        if press.data.action is not Action.PICK:
            self.desk.crowds.forget(press.key)
        try:
            toast = await self._persisting(lambda: self._pressed(press, now), now)
        except StoreFailure as failure:
            self.desk.report(str(failure))
            toast = replies.busy(self.desk.words_for(press.person))
        return Reply(press.query, toast) if toast is not None else None

    async def _pressed(self, press: Press, now: Millis) -> Toast | None:
        return await Presses(self.desk).pressed(await without_name(self.desk, press), now)

    async def _typed(self, typed: Typed, now: Millis) -> None:
        try:
            await self._persisting(lambda: TypedCommands(self.desk).typed(typed, now), now)
        except StoreFailure as failure:
            self.desk.report(str(failure))

    async def _persisting(self, work: Callable[[], Awaitable[T]], now: Millis) -> T:
        """Do what is asked; where the store failed, once more, as if Telegram had delivered it again.

        What failed may have landed: told to press again, people would take back what a first press has done.
        """
        try:
            return await work()
        except StoreFailure as failure:
            if self.desk.clock() - now > ONCE_MORE_MS:
                raise
            self.desk.report(f"once more: {failure}")
            return await work()

    async def _greet(self, added: Added, now: Millis) -> None:
        """One silent message; nothing if even that is forbidden."""
        photos = added.admin
        try:
            photos = photos or await self.desk.telegram.photos_allowed(added.key.chat)
        except TelegramError as failure:
            self.desk.report(str(failure))
            photos = True
        from handler import guide  # only what is asked for is loaded

        words = await self._words_of_newcomer(added, now)
        await self.desk.answers.say(added.key, "hello", guide.greeting(words, photos=photos))

    async def _words_of_newcomer(self, added: Added, now: Millis) -> Words:
        """A group in which nobody chose a language gets that of whoever brought the bot."""
        try:
            return await self._persisting(lambda: self._words_kept_for(added), now)
        except StoreFailure as failure:
            self.desk.report(str(failure))
            return self.desk.words_for(added.person)

    async def _words_kept_for(self, added: Added) -> Words:
        loaded = await self.desk.store.load(added.key, added.person.id)
        if loaded.settings.language is not None:
            return self.desk.words_here(loaded)
        language = language_for(loaded.preferences.language, added.person.language, None)
        await change_settings(self.desk.store, added.key, lambda old: replace(old, language=language))
        return self.desk.words_of(language)

    async def wake(self, wake: Wake, now: Millis) -> None:
        """A timer asks for a look: settle the clocks, bring the message up to date, and set the next timer."""
        if await self._is_barred(wake.key.chat, now):
            return await self._turn_away(wake.key, now)
        asked: list[Stored] = []

        def tick(_loaded: Loaded, stored: Stored) -> commands.Tick:
            asked.append(stored)
            return commands.Tick()

        done = await carry_out(self.desk.store, Deed(wake.key, None, 0, None, tick), now)
        if not isinstance(done, Done):
            return None
        if done.changed:
            return await self.desk.publish(wake.key, done.loaded)
        if not _is_history(done.stored.game, now):
            await self._look_at_message(wake, done, now)
        over = done.stored.game.phase is Phase.FINISHED
        if wake.version == done.stored.version and not over:  # else a later save has set its own, or the message asked
            await self.desk.quietly(self.desk.arm(wake.key, done.stored))
        return None

    async def _is_barred(self, chat: ChatId, now: Millis, *, surely: bool = False) -> bool:
        """Whether the list bars a chat, read anew where it is a minute old, would bar it, or is asked for `surely`."""
        gate = self.desk.gate
        if chat < 0 and (surely or gate.is_stale(now) or gate.bars(chat)):
            await gate.look(self.desk.store, self.desk.report, now)
        return gate.bars(chat)

    async def _look_at_message(self, wake: Wake, done: Done, now: Millis) -> None:
        """Bring the message up to date, however young the game: the wait that the wake was for may be a short one."""
        due = done.loaded.view.due
        if due > now and wake.version == 0:  # it came early, as one does that is due later than a queue can hold it
            await self.desk.quietly(self.desk.timers.wake(wake.key, wake.version, due, now))
        elif is_behind(done.loaded, done.stored, now, grace=0):
            await self.desk.shower.show(wake.key, done.loaded)


def _is_history(game: Game, now: Millis) -> bool:
    """Whether a game is over for so long that nobody waits to be told."""
    return game.finished_at is not None and now - game.finished_at >= GAME_ENDS_AFTER
