"""All that people can ask of the deployed bot, so that whatever it calls of AWS is called."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handler.command_list import commands_of
from handler.languages import SOURCE, words_of

if TYPE_CHECKING:
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person
    from tests.infra.aws.deployment import Deployment

SYSTEMS = ("Race", "Classic", "Call first", "Family")
NOT_PRESSED = ("Leave", "Back", "Start", "Yes, end it")


async def until(condition: Any, seconds: int = 120) -> None:
    for _ in range(seconds * 10):
        if await condition():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it did not come to pass")


@dataclass
class Chat:
    """A chat with the bot, in which somebody says and presses whatever there is."""

    deployment: Deployment
    id: int
    heard: int = 0

    @property
    def world(self) -> Any:
        return self.deployment.world

    def messages(self) -> list[Json]:
        return [each for each in self.world.history(self.id) if each["from"]["is_bot"]]

    async def say(self, person: Person, text: str, **more: Any) -> None:
        """Something said, and all that it brings about."""
        self.world.say(person, self.id, text, **more)
        await self.quiet()

    async def quiet(self) -> None:
        async def quiet() -> bool:
            return not self.world.state.outbox.pending

        await until(quiet)

    def buttons(self) -> list[str]:
        """The buttons of the newest message that has some."""
        return [button["text"] for row in self._keyboard()["reply_markup"]["inline_keyboard"] for button in row]

    def _keyboard(self) -> Json:
        return next(each for each in reversed(self.messages()) if each.get("reply_markup"))

    async def press(self, person: Person, label: str) -> str:
        """A button pressed by its text, whatever sign is before it; what was told."""
        message = self._keyboard()
        rows = message["reply_markup"]["inline_keyboard"]
        found = [b for row in rows for b in row if label in (b["text"], b["text"].partition(" ")[2])]
        assert found, (label, self.buttons())
        answer = await self.world.press(person, self.id, message["message_id"], found[0]["callback_data"])
        await self.quiet()
        return answer.text if answer is not None else ""

    async def press_all(self, person: Person) -> int:
        """Each button that the newest message has, once, as far as it is still there; how many there were."""
        labels = [label for label in self.buttons() if not label.endswith(NOT_PRESSED)]
        for label in labels:
            with contextlib.suppress(AssertionError, StopIteration):
                await self.press(person, label)
        return len(labels)


async def every_command(deployment: Deployment) -> list[str]:
    """Commands, menus, systems, languages, kicks, a move, a way out; the chats' titles in which that was done."""
    world = deployment.world
    ana, ben = world.add_person("Ana"), world.add_person("Ben")
    lists = {private: [name for name, _ in commands_of(words_of(SOURCE), private=private)] for private in (False, True)}
    await in_a_group(Chat(deployment, world.make_group("Commands", [ana, ben]).id), ana, ben, lists[False])
    await in_private(Chat(deployment, world.open_private(ana).id), ana, lists[True])
    await moved_and_left(Chat(deployment, world.make_group("Moving", [ana, ben]).id), ana, ben)
    return [*lists[False], *lists[True]]


async def in_a_group(chat: Chat, ana: Person, ben: Person, commands: list[str]) -> None:
    """A game by each system, opened from the menu; every command in the midst of one."""
    for system in SYSTEMS:
        await chat.say(ana, "/newgame")
        await chat.press(ben, "Join")
        await chat.press(ana, "More")
        if system == SYSTEMS[0]:
            await chat.press_all(ana)
        await chat.press(ana, system)
        assert f"✓ {system}" in chat.buttons()
        await chat.press(ana, "Back")
        await chat.press(ana, "Start")
        await turn(chat, ana, ben)
        if system == SYSTEMS[-1]:
            await every_word(chat, ana, ben, commands)
        await chat.say(ana, "/stop")
        await chat.press(ana, "Yes, end it")


async def turn(chat: Chat, ana: Person, ben: Person) -> None:
    """Three taps and SET!, in whatever order, by both: right or wrong."""
    for person in (ana, ben):
        for label in ("SET!", "1", "2", "3", "SET!"):
            await chat.press(person, label)


async def every_word(chat: Chat, ana: Person, ben: Person, commands: list[str]) -> None:
    for command in commands:
        await chat.say(ana, f"/{command}")
    await chat.say(ana, "/settings")
    assert await chat.press_all(ana) >= 5
    await chat.say(ana, "/settings")
    await chat.press(ana, "English")
    bens = chat.world.say(ben, chat.id, "hello")
    await chat.say(ana, "/kick", reply_to=bens.id)
    await chat.say(ana, "/table")


async def in_private(chat: Chat, ana: Person, commands: list[str]) -> None:
    await chat.say(ana, "/start")
    await chat.say(ana, "/language")
    assert await chat.press_all(ana) >= 5
    await chat.say(ana, "/settings")
    assert await chat.press_all(ana) >= 3
    await chat.say(ana, "/language")
    await chat.press(ana, "English")
    await chat.say(ana, "/solo")
    for label in ("1", "2", "3", "SET!"):
        await chat.press(ana, label)
    for command in commands:
        await chat.say(ana, f"/{command}")


async def moved_and_left(chat: Chat, ana: Person, ben: Person) -> None:
    """The group becomes a supergroup in the midst of a game, and puts the bot out."""
    await chat.say(ana, "/newgame")
    await chat.press(ben, "Join")
    await chat.press(ana, "Start")
    new = Chat(chat.deployment, chat.world.migrate(chat.id).id)
    await new.say(ana, "/score")
    await new.say(ana, "/table")
    await new.press(ben, "1")
    chat.world.kick_bot(new.id)
    await new.quiet()
