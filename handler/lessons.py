"""Answers that teach: the rules with two drawn examples, and the odds. Loaded only where somebody asks for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.game import Phase
from engine.look import Look
from engine.rules import DEFAULT_LOOKS, RACE, SOLO, SYSTEMS
from handler import odds as figures
from handler import rules_told
from handler.answers import Pictured
from handler.face import WORDS
from handler.solo_result import is_alone
from render.table_image import Picture, table_png

if TYPE_CHECKING:
    from engine.rules import Rules
    from handler.desk import Desk
    from handler.ports import GameKey, Keyboard, Loaded
    from handler.words import Words


def of_system(name: str) -> tuple[Rules, Look]:
    """The rules of a name as they usually are, and their look; the default ones where there are none."""
    return SYSTEMS.get(name, RACE), DEFAULT_LOOKS.get(name, Look())


def chosen(loaded: Loaded) -> tuple[Rules, Look]:
    """The rules and the look of a chat's game or lobby; where there is none, those of its settings."""
    game = loaded.stored.game if loaded.stored is not None else None
    if game is not None and game.phase is not Phase.FINISHED:
        return game.rules, game.look
    return loaded.settings.rules, loaded.settings.look


def chosen_alone(loaded: Loaded) -> tuple[Rules, Look]:
    """The same of a private chat: the rules of one against the deck."""
    rules, look = chosen(loaded)
    return (rules, look) if is_alone(rules) else (SOLO, look)


async def rules(
    desk: Desk, key: GameKey, loaded: Loaded, words: Words, played: tuple[Rules, Look], keyboard: Keyboard = ()
) -> None:
    """One picture with the rules as its caption; in words where the chat forbids pictures."""
    picture = None
    if loaded.view.kind != WORDS:
        cards = (*rules_told.A_SET, *rules_told.NO_SET)
        png = await asyncio.to_thread(table_png, Picture(cards, played[1], frozenset()))
        picture = Pictured(png, rules_told.told(*played, words, drawn=True))
    text = rules_told.told(*played, words, drawn=False)
    await desk.answers.say(key, "rules", text, keyboard, loaded.view.message, picture=picture)


async def odds(
    desk: Desk, key: GameKey, loaded: Loaded, words: Words, played: tuple[Rules, Look], keyboard: Keyboard = ()
) -> None:
    """The figures of the deck that is played with."""
    await desk.answers.say(key, "odds", figures.told(played[0].deck, words), keyboard, loaded.view.message)
