"""What people choose for good: a chat's settings, one person's preferences."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.game import Phase
from engine.look import Look
from engine.rules import RACE, Rules
from engine.value import Value, field, replace
from handler.changing import changed
from handler.ports import Version

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game
    from handler.ports import GameKey, Store


class WhoStarts(Enum):
    """Who may open a game in a chat."""

    ALL = "all"
    ADMINS = "admins"


class ChatSettings(Value):
    """What was chosen for a chat: by its admins, and with its last game, whose rules and look are the next one's.

    `language` is None where nobody chose one, `topic` where games are played in every topic. `gap_minutes` lie
    between two games at least. With `cards_in_words` the caption lists the cards. `version` counts the stored writes.
    """

    language: str | None = None
    rules: Rules = RACE
    look: Look = field(default_factory=Look)
    who_starts: WhoStarts = WhoStarts.ALL
    topic: int | None = None
    gap_minutes: int = 0
    cards_in_words: bool = False
    version: Version = Version(0)


class Preferences(Value):
    """What one person chose, for all chats: a language (None: as the app's), and to hear every toast as an alert."""

    language: str | None = None
    spoken: bool = False


async def change_settings(
    store: Store, key: GameKey, change: Callable[[ChatSettings], ChatSettings]
) -> ChatSettings | None:
    """Store a change of the settings of a place's chat; the settings then, or None if too many wrote at once."""

    async def load() -> ChatSettings:
        return (await store.load(key)).settings

    _, after = await changed(load, lambda new, expected: store.save_settings(key.chat, new, expected), change)
    return after


async def remember_setup(store: Store, key: GameKey, settings: ChatSettings, game: Game) -> None:
    """What a group has started with is its default the next time."""
    if game.phase is Phase.PLAYING and (game.rules, game.look) != (settings.rules, settings.look):
        await change_settings(store, key, lambda old: replace(old, rules=game.rules, look=game.look))
