"""Answers that teach: the rules with two drawn examples, and the odds. Loaded only where somebody asks for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.game import Phase
from engine.look import Look
from engine.rules import DEFAULT_LOOKS, RACE, SYSTEMS
from handler import odds as figures
from handler import rules_told
from handler.answers import Pictured
from handler.face import WORDS
from handler.rule_choices import Setup, setup_of
from render.table_image import Picture, table_png

if TYPE_CHECKING:
    from handler.desk import Desk
    from handler.ports import GameKey, Keyboard, Loaded
    from handler.words import Words


def of_system(name: str) -> Setup:
    """The rules of a name as they usually are, and their look; the default ones where there are none."""
    return Setup(SYSTEMS.get(name, RACE), DEFAULT_LOOKS.get(name, Look()))


def chosen(loaded: Loaded, key: GameKey) -> Setup:
    """The rules and the look of a chat's game or lobby; where there is none, those of its settings."""
    game = loaded.stored.game if loaded.stored is not None else None
    if game is not None and game.phase is not Phase.FINISHED:
        return Setup(game.rules, game.look)
    return setup_of(loaded.settings, key)


async def rules(desk: Desk, key: GameKey, loaded: Loaded, words: Words, played: Setup, keyboard: Keyboard = ()) -> None:
    """One picture with the rules as its caption; in words where the chat forbids pictures."""
    picture = None
    if loaded.view.kind != WORDS:
        cards = (*rules_told.A_SET, *rules_told.NO_SET)
        png = await asyncio.to_thread(table_png, Picture(cards, played.look, frozenset()))
        picture = Pictured(png, rules_told.told(played.rules, played.look, words, drawn=True))
    text = rules_told.told(played.rules, played.look, words, drawn=False)
    await desk.answers.say(key, "rules", text, keyboard, loaded.view.message, picture=picture)


async def odds(desk: Desk, key: GameKey, loaded: Loaded, words: Words, played: Setup, keyboard: Keyboard = ()) -> None:
    """The figures of the deck that is played with."""
    await desk.answers.say(key, "odds", figures.told(played.rules.deck, words), keyboard, loaded.view.message)
