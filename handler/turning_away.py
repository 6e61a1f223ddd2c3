"""A group in which the bot does not play: it is told its number once, then the bot leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import replace
from handler import moving
from handler.answers import change_notes
from handler.errors import Banned, StoreFailure, TelegramError
from handler.intents import Removed
from handler.languages import language_for
from handler.patience import within

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Person
    from handler.ports import ChatId, GameKey, Notes

TOLD_MS = 24 * 3_600_000
"""A group is told once in this time, however often the bot is brought: Telegram delivers no update later than that."""

LEAVE_AGAIN_MS = 600_000
"""Where leaving failed, nothing but a new arrival has it tried again sooner."""

PATIENCE = 10.0


async def turn_away(
    desk: Desk, key: GameKey, now: Millis, person: Person | None = None, *, update: int = 0, arrived: bool = False
) -> None:
    """Tell a group its number if nobody has, leave it, and end its games; of all who try at once, one does so.

    `person` is who brought the bot, and is spoken to where the group has no language. Faults are reported: what is
    left undone is done with the group's next update.
    """
    try:
        tell = await _claim(desk, key.chat, now, arrived=arrived)
        if tell is None:
            return
        if tell:
            await _bounded(desk, desk.telegram.send_text(key, await _text(desk, key, person)))
        await _bounded(desk, desk.telegram.leave(key.chat))
        await moving.close(desk, Removed(update, key.chat), now)
    except StoreFailure as failure:
        desk.report(str(failure))


async def _claim(desk: Desk, chat: ChatId, now: Millis, *, arrived: bool) -> bool | None:
    """Become the one who turns a group away: whether it is to be told; None where somebody else has done it all."""

    def claimed(old: Notes) -> Notes:
        if not arrived and now - old.left_at < LEAVE_AGAIN_MS:
            return old
        return replace(old, left_at=now, turned_away_at=now if _is_to_be_told(old, now) else old.turned_away_at)

    before, after = await change_notes(desk.store, chat, claimed)
    return None if after is None or after is before else _is_to_be_told(before, now)


def _is_to_be_told(notes: Notes, now: Millis) -> bool:
    return now - notes.turned_away_at >= TOLD_MS


async def _text(desk: Desk, key: GameKey, person: Person | None) -> str:
    """In the group's language, else in that of the app of whoever brought the bot."""
    chosen = (await desk.store.load(key)).settings.language
    words = desk.words_of(language_for(chosen, person.language if person else None, None))
    return words(
        "I play only in groups that my operator has let in, and this is none of them. If you would like me to play "
        "here, tell my operator the number of this group: {chat}. I leave now.",
        chat=words.name(str(key.chat)),
    )


async def _bounded(desk: Desk, call: Awaitable[object]) -> None:
    """What Telegram refuses is reported; that the bot is out already is what was wanted."""
    try:
        await within(PATIENCE, call)
    except Banned:
        return
    except (TimeoutError, TelegramError) as failure:
        desk.report(f"{type(failure).__name__}: {failure}")
