"""What a chat's settings say of a new game: who may open one, where, and how soon after the last."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.game import Finish
from engine.value import Value
from handler.choices import WhoStarts
from handler.ports import Button

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Person
    from handler.ports import GameKey, Keyboard, Loaded
    from handler.words import Words

MINUTE_MS = 60_000


class Bar(Enum):
    """Why no game may be opened."""

    ELSEWHERE = "elsewhere"
    ADMINS_ONLY = "admins-only"
    TOO_SOON = "too-soon"


class Barred(Value):
    """No game may be opened now; `minutes` are left where that is why."""

    loaded: Loaded
    why: Bar
    minutes: int = 0


async def barred(desk: Desk, key: GameKey, loaded: Loaded, person: Person | None, now: Millis) -> Barred | None:
    """What stands against a new game; None where one may be opened. In private nothing does.

    `person` is None where Telegram hides who asks: then it shows at the button who it is.
    """
    settings = loaded.settings
    if key.chat > 0:
        return None
    if settings.topic is not None and settings.topic != key.topic:
        return Barred(loaded, Bar.ELSEWHERE)
    left = _minutes_left(loaded, now)
    if left > 0:
        return Barred(loaded, Bar.TOO_SOON, left)
    if settings.who_starts is WhoStarts.ALL or person is None or await desk.answers.is_admin(key.chat, person.id):
        return None
    return Barred(loaded, Bar.ADMINS_ONLY)


def _minutes_left(loaded: Loaded, now: Millis) -> int:
    """Of the gap after the last game that was played."""
    game = loaded.stored.game if loaded.stored is not None else None
    if game is None or game.finished_at is None or game.finish is Finish.LOBBY_CLOSED:
        return 0
    return -(-(game.finished_at + loaded.settings.gap_minutes * MINUTE_MS - now) // MINUTE_MS)


def told(bar: Barred, words: Words) -> str:
    """Why, in one line."""
    return {
        Bar.ELSEWHERE: words("Games are played in another topic"),
        Bar.ADMINS_ONLY: words("Only admins open games here"),
        Bar.TOO_SOON: words("Next game in {n} min, as set here", n=bar.minutes),
    }[bar.why]


def way_there(bar: Barred, key: GameKey, words: Words) -> Keyboard:
    """A button that leads to where games are played, where that is elsewhere and Telegram has an address for it."""
    topic = bar.loaded.settings.topic
    if bar.why is not Bar.ELSEWHERE or topic is None or key.chat > -SUPERGROUPS:
        return ()
    return ((Button(words("Go there"), url=f"https://t.me/c/{-key.chat - SUPERGROUPS}/{topic or 1}"),),)


SUPERGROUPS = 1_000_000_000_000
"""A supergroup's number is written with this added and a minus before it; in an address without. General is topic 1."""
