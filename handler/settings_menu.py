"""/settings: what admins choose for their chat, and one person for the private chat. One message, edited at a press."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.game import GameId, Phase
from engine.value import Value, replace
from handler import replies
from handler.callback_data import Action, ButtonData, button_text
from handler.choices import WhoStarts, change_settings
from handler.keyboards import ticked
from handler.language_menu import language_rows
from handler.languages import numbered_language
from handler.lobby_face import BACK_SIGN, choice_rows
from handler.ports import Button, GameKey
from handler.replies import Toast, heard
from handler.rule_choices import option_at, setup_of

if TYPE_CHECKING:
    from handler.choices import ChatSettings
    from handler.desk import Desk
    from handler.intents import Press
    from handler.ports import Keyboard
    from handler.words import Words

ITEMS = ("page", "language", "who", "topic", "gap", "words")
"""What a button sets, by its place; the choices of rules and look follow. Add only a new reader of old places."""

ON_TABLES = {("language",), ("words",)}
"""What tables that lie already show at once; all else is for what comes."""

UNIT = 64
"""More than all items and choices: a button carries `option * UNIT + item`."""

GAPS = (0, 5, 15, 60)
MAIN, GAME = 0, 1
"""The pages."""


class Menu(Value):
    """The settings of a chat as a message."""

    desk: Desk
    key: GameKey
    settings: ChatSettings
    words: Words

    def text(self) -> str:
        """What the message says."""
        if self.key.chat > 0:
            return self.words("Your own games: how they look, and their rules.")
        return self.words("The settings of this group. Only admins change them.")

    def page(self, page: int) -> Keyboard:
        """The buttons of a page. In a private chat there is but one."""
        if self.key.chat > 0:
            return (*self._choices(), (self._in_words(),))
        if page == GAME:
            return (*self._choices(), (self._button(f"{BACK_SIGN} " + self.words("Back"), "page", MAIN),))
        return (
            *language_rows(
                self.desk, self.settings.language, lambda text, number: self._button(text, "language", number)
            ),
            *self._places(),
            (self._who(),),
            (self._gap(),),
            (self._in_words(),),
            (self._button(self.words("Rules and look of the next game"), "page", GAME),),
        )

    def _button(self, label: str, item: str, option: int) -> Button:
        return self._numbered(label, ITEMS.index(item), option)

    def _numbered(self, label: str, item: int, option: int) -> Button:
        data = ButtonData(Action.SETTING, GameId("none"), self.key.topic, argument=option * UNIT + item)
        return Button(label, button_text(data, self.key.chat, self.desk.signer.key))

    def _choices(self) -> Keyboard:
        def button(label: str, choice: int, option: int) -> Button:
            return self._numbered(label, len(ITEMS) + choice, option)

        return choice_rows(setup_of(self.settings, self.key), button, self.words)

    def _places(self) -> Keyboard:
        """Only where there are topics."""
        if not self.key.topic and self.settings.topic is None:
            return ()
        here = self.settings.topic == self.key.topic
        return (
            (
                self._button(ticked(self.words("In every topic"), self.settings.topic is None), "topic", 0),
                self._button(ticked(self.words("Only in this topic"), here), "topic", 1),
            ),
        )

    def _who(self) -> Button:
        if self.settings.who_starts is WhoStarts.ALL:
            return self._button(self.words("Everyone may open games"), "who", 1)
        return self._button(self.words("Only admins open games"), "who", 0)

    def _gap(self) -> Button:
        """Goes on to the next longer gap, and from the longest to none."""
        minutes = self.settings.gap_minutes
        label = self.words("Between games: {n} min", n=minutes)
        return self._button(label, "gap", next((gap for gap in GAPS if gap > minutes), 0))

    def _in_words(self) -> Button:
        on = self.settings.cards_in_words
        label = self.words("Cards in words: yes") if on else self.words("Cards in words: no")
        return self._button(label, "words", int(not on))


async def chosen(desk: Desk, press: Press) -> Toast | None:
    """Keep what was chosen, and show it here and on the table."""
    loaded = await desk.store.load(press.key, press.person.id)
    words = desk.words_for(press.person, loaded)
    if press.key.chat < 0 and not await desk.answers.is_admin(press.key.chat, press.person.id):
        return heard(Toast(words("Only admins change the settings")), loaded.preferences)
    option, item = divmod(press.data.argument, UNIT)
    settings = loaded.settings
    if ITEMS[item : item + 1] != ("page",):
        changed = await change_settings(desk.store, press.key, lambda old: _changed(old, press.key, item, option))
        if changed is None:
            return heard(replies.busy(words), loaded.preferences)
        settings = changed
    loaded = replace(loaded, settings=settings)
    menu = Menu(desk, press.key, settings, desk.words_here(loaded))
    toast = Toast(_told(menu, item, option, desk.words_for(press.person, loaded)))
    await desk.tell(press.query, toast, loaded)
    page = option if item == 0 else GAME if item >= len(ITEMS) else MAIN
    await desk.answers.edit(press.key, press.message, menu.text(), menu.page(page))
    if ITEMS[item : item + 1] in ON_TABLES:
        await _show_tables(desk, press.key)
    return None


async def _show_tables(desk: Desk, key: GameKey) -> None:
    """Bring the tables of all topics up to date, beside one another: each has a message of its own."""
    topics = (await desk.store.load_notes(key.chat)).topics
    await asyncio.gather(*(_show_table(desk, GameKey(key.chat, topic)) for topic in {0, key.topic, *topics}))


async def _show_table(desk: Desk, key: GameKey) -> None:
    stored = (await desk.store.load(key)).stored
    if stored is not None and stored.game.phase is not Phase.FINISHED:
        await desk.quietly(desk.shower.show(key))


def _changed(old: ChatSettings, key: GameKey, item: int, option: int) -> ChatSettings:
    if item >= len(ITEMS):
        setup, chosen = setup_of(old, key), option_at(item - len(ITEMS), option)
        if chosen is not None and chosen[0].is_open(setup.rules):
            setup = chosen[1].apply(setup)
        return replace(old, rules=setup.rules, look=setup.look)
    match ITEMS[item]:
        case "language":
            return replace(old, language=numbered_language(option))
        case "who":
            return replace(old, who_starts=WhoStarts.ADMINS if option else WhoStarts.ALL)
        case "topic":
            return replace(old, topic=key.topic if option else None)
        case "gap":
            return replace(old, gap_minutes=option)
        case _:
            return replace(old, cards_in_words=bool(option))


def _told(menu: Menu, item: int, option: int, words: Words) -> str:
    """What is so now, to the one who chose it."""
    if item >= len(ITEMS):
        chosen = option_at(item - len(ITEMS), option)
        return words("Choose") if chosen is None else chosen[0].told(chosen[1], words)
    settings = menu.settings
    match ITEMS[item]:
        case "page":
            return words("Choose")
        case "language":
            return (
                words("I speak English here now")
                if settings.language is None
                else menu.words("I speak English here now")
            )
        case "who":
            return (
                words("Everyone may open games")
                if settings.who_starts is WhoStarts.ALL
                else words("Only admins open games")
            )
        case "topic":
            return words("In every topic") if settings.topic is None else words("Only in this topic")
        case "gap":
            return words("Between games: {n} min", n=settings.gap_minutes)
        case _:
            return words("Cards in words: yes") if settings.cards_in_words else words("Cards in words: no")
