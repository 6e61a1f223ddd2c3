"""One window: what its person does goes in, what its person's phone would show goes out."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from infra.local.bot_api.errors import PeopleError
from infra.local.playground import windows

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket

    from infra.local.bot_api.feed import Feed
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person
    from infra.local.bot_api.press import Press
    from infra.local.playground.demo import Demo
    from infra.local.playground.room import Room


class Session:
    """A window of `person`. Answers to presses come only to the window that pressed.

    `people_changed` is called when somebody new has come, or has chosen another language.
    """

    def __init__(self, room: Room, demo: Demo, person: Person, people_changed: Callable[[], None]) -> None:
        self._room, self._demo, self._people_changed = room, demo, people_changed
        self._id = person.id
        self._out: asyncio.Queue[Json] = asyncio.Queue()
        self._mine: set[str] = set()
        self.tell(self._hello())

    @property
    def person(self) -> Person:
        """Whose window it is, as that person is now."""
        return self._room.world.state.people[self._id]

    async def serve(self, socket: WebSocket) -> None:
        """Serve the window until it is closed."""
        feed = self._room.world.subscribe(self.person)
        tasks = [asyncio.create_task(self._send(socket)), asyncio.create_task(self._listen(feed))]
        try:
            while True:
                self.do(json.loads(await socket.receive_text()))
        except (WebSocketDisconnect, ValueError, KeyError):  # gone, or what it sends is no text
            return
        finally:
            feed.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def tell(self, body: Json) -> None:
        """Send something to the window."""
        self._out.put_nowait(body)

    def do(self, asked: Json) -> None:
        """Do what the window asks; what its app would not allow is told as a notice."""
        try:
            self._do(asked)
        except (PeopleError, KeyError, TypeError, ValueError) as error:
            self._notice(str(error) if isinstance(error, PeopleError) else "Not understood")

    def _notice(self, text: str) -> None:
        self.tell({"kind": "notice", "text": text})

    def _do(self, asked: Json) -> None:
        world, person = self._room.world, self.person
        match asked["do"]:
            case "hello":
                self.tell(self._hello())
            case "say":
                world.say(person, int(asked["chat"]), str(asked["text"]), reply_to=asked.get("reply_to"))
            case "press":
                self._press(int(asked["chat"]), int(asked["message"]), str(asked["data"]))
            case "open":
                world.open_private(person)
                world.say(person, person.id, str(asked["text"]))
            case "demo":
                self._start_demo(int(asked["chat"]), str(asked["speed"]))
            case "speed":
                self._demo.choose_speed(str(asked["speed"]))
            case "language":
                self._room.choose_language(person, str(asked["language"]))
                self._people_changed()
            case "add person":
                self._add_person(str(asked["name"]))
            case "add group":
                chat = self._room.add_group(person, str(asked["title"]))
                self.tell({**self._hello(), "chat": chat.id})
            case unknown:
                raise PeopleError(f"{unknown} is not known")

    def _add_person(self, name: str) -> None:
        person = self._room.add_person(name)
        self.tell({"kind": "added person", "id": person.id})
        self._people_changed()

    def _hello(self) -> Json:
        """Everything that a window needs to begin."""
        world = self._room.world
        bot = world.state.people[world.bot]
        return {
            "kind": "hello",
            "me": self.person.id,
            "bot": {"id": bot.id, "name": bot.first_name, "username": bot.username},
            "languages": windows.tongues(),
            "people": windows.people(self._room),
            "chats": windows.chats(world, self.person),
            "speed": self._demo.speed,
            "wait": world.limits.query_seconds,
        }

    def _press(self, chat: int, message: int, data: str) -> Press:
        """Press a button; the answer will come to this window."""
        press = self._room.world.press(self.person, chat, message, data)
        self._mine.add(press.query)
        return press

    def _start_demo(self, chat: int, speed: str) -> None:
        self._room.world.chat(chat)
        self._demo.choose_speed(speed)
        self._demo.start(self.person, chat, lambda message, data: self._press(chat, message, data), self._notice)

    async def _send(self, socket: WebSocket) -> None:
        while True:
            await socket.send_text(json.dumps(await self._out.get(), ensure_ascii=False))

    async def _listen(self, feed: Feed) -> None:
        """Pass on a person's news, but no answer to what was pressed in another window."""
        async for event in feed:
            if event.kind == "answer":
                if event.body["query_id"] not in self._mine:
                    continue
                self._mine.discard(event.body["query_id"])
            self.tell(windows.news(self._room.world, event))
