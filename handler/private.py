"""What a command does in a chat with one person: what this is, how to play, the person's own choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler.ports import Button

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Typed

ADDED_WORD = "play"
"""Comes back with the command that Telegram types into a group to which Add to group led."""


async def arrived(desk: Desk, typed: Typed) -> None:
    """Keep whose chat this is, as far as its language goes: its table is shown in that."""
    from handler import language_menu  # only what is asked for is loaded

    if typed.person is not None:
        loaded = await desk.store.load(typed.key, typed.person.id)
        await language_menu.remember_language(desk, typed.key, typed.person, loaded)


async def typed_alone(desk: Desk, typed: Typed, now: Millis) -> None:
    """Do what a command asks; whatever it is, it is answered."""
    from handler import guide, language_menu, lessons

    if typed.person is None:
        return None
    if typed.command == "forgetme":  # before anything of that person is stored
        from handler import forgetting

        return await forgetting.forget(desk, typed.key, typed.person, now)
    loaded = await desk.store.load(typed.key, typed.person.id)
    await language_menu.remember_language(desk, typed.key, typed.person, loaded)
    words = desk.words_for(typed.person, loaded)
    asked = typed.argument if typed.command == "start" and typed.argument else typed.command
    add = ((Button(words("Add to group"), url=desk.signer.group_link(ADDED_WORD)),),)
    match asked:
        case "language":
            text, keyboard = language_menu.menu(desk, typed.key, words, loaded.preferences)
            await desk.answers.say(typed.key, "language", text, keyboard)
        case "rules":
            await lessons.rules(desk, typed.key, loaded, words, lessons.chosen(loaded, typed.key), add)
        case how if how.partition("_")[0] == "how":  # a lobby's own button, with the name of its rules
            await lessons.rules(desk, typed.key, loaded, words, lessons.of_system(how.partition("_")[2]), add)
        case "odds":
            await lessons.odds(desk, typed.key, loaded, words, lessons.chosen(loaded, typed.key), add)
        case "privacy":
            await desk.answers.say(typed.key, "privacy", guide.privacy(words))
        case "help":
            await desk.answers.say(typed.key, "guide", guide.help_text(words), add)
        case _:
            await desk.answers.say(typed.key, "guide", guide.welcome(words), add)
    return None
