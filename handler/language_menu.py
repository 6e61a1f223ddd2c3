"""/language: in which language one person is spoken to, and whether answers are to be heard; chosen in private."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.game import GameId
from engine.value import replace
from handler.callback_data import Action, ButtonData, button_text
from handler.choices import change_settings
from handler.keyboards import in_rows, ticked
from handler.languages import language_for, language_number, languages, numbered_language
from handler.ports import Button
from handler.replies import Toast

if TYPE_CHECKING:
    from collections.abc import Callable

    from handler.choices import Preferences
    from handler.desk import Desk
    from handler.intents import Person, Press
    from handler.ports import GameKey, Keyboard, Loaded
    from handler.words import Words

PER_ROW = 2


def menu(desk: Desk, key: GameKey, words: Words, preferences: Preferences) -> tuple[str, Keyboard]:
    """The message with which a person chooses, and its buttons: languages by their own names."""

    def button(text: str, action: Action, argument: int, *, chosen: bool = False) -> Button:
        data = ButtonData(action, GameId("none"), argument=argument)
        return Button(ticked(text, chosen), button_text(data, key.chat, desk.signer.key))

    own = preferences.language
    rows = language_rows(desk, own, lambda text, number: button(text, Action.LANGUAGE, number))
    spoken = words("Spoken answers: on") if preferences.spoken else words("Spoken answers: off")
    return text(words), (
        *rows,
        (button(words("As my app"), Action.LANGUAGE, 0, chosen=own is None),),
        (button(spoken, Action.SPOKEN, int(not preferences.spoken), chosen=preferences.spoken),),
    )


def text(words: Words) -> str:
    """What there is to choose, said in what was chosen."""
    return words(
        "I speak English to you, in every chat.\n"
        "Spoken answers stay until you close them, so that a screen reader reads them out."
    )


def language_rows(desk: Desk, chosen: str | None, button: Callable[[str, int], Button]) -> Keyboard:
    """A button for each language, by its own name, which carries the language's number."""
    named = [
        button(ticked(desk.words_of(language).own_name, language == chosen), language_number(language))
        for language in languages()
    ]
    return tuple(in_rows(named, PER_ROW))


async def choose(desk: Desk, press: Press) -> Toast | None:
    """Keep what was chosen, and show it."""
    loaded = await desk.store.load(press.key, press.person.id)
    preferences = _chosen(loaded.preferences, press)
    await desk.store.save_preferences(press.person.id, preferences)
    loaded = replace(loaded, preferences=preferences)
    await remember_language(desk, press.key, press.person, loaded)
    words = desk.words_for(press.person, loaded)
    shown, keyboard = menu(desk, press.key, words, preferences)
    edit = desk.telegram.edit_text(press.key, press.message, shown, keyboard)
    await asyncio.gather(
        desk.tell(press.query, _told(press.data.action, preferences, words), loaded), desk.quietly(edit)
    )
    return None


def _chosen(old: Preferences, press: Press) -> Preferences:
    """What a person prefers after a press."""
    argument = press.data.argument
    if press.data.action is Action.SPOKEN:
        return replace(old, spoken=bool(argument))
    return replace(old, language=numbered_language(argument))


def _told(action: Action, preferences: Preferences, words: Words) -> Toast:
    if action is Action.LANGUAGE:
        return Toast(words("I speak English to you now"))
    return Toast(words("Spoken answers are on") if preferences.spoken else words("Spoken answers are off"))


async def remember_language(desk: Desk, key: GameKey, person: Person, loaded: Loaded) -> None:
    """Make a person's language that of the private chat, whose table is shown without the person being there."""
    language = language_for(loaded.preferences.language, person.language, None)
    if loaded.settings.language != language:
        await change_settings(desk.store, key, lambda old: replace(old, language=language))
