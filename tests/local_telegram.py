"""A whole Telegram in one process, without a socket: people, the local Bot API, a real `Bot`, the Lambda's entry."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from msgspec.structs import force_setattr
from telegram import Bot
from telegram.request import BaseRequest

from handler.meter import Metered
from handler.telegram import BotTelegram
from infra.local.bot_api import Limits, World
from infra.local.bot_api.body import parameters_in
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.methods import call
from tests.wire import TOKEN

if TYPE_CHECKING:
    from telegram.request import RequestData

    from infra.local.bot_api.person import Person
    from infra.local.bot_api.query import Answer
    from tests.lambda_entry import Entry

LIMITS = Limits(hidden_wait=0.0)
"""Telegram's own, but that a call too many is refused at once: nobody waits in a test."""


class WorldRequest(BaseRequest):
    """A transport that ends in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.refused: list[str] = []

    @property
    def read_timeout(self) -> float:
        return 1.0

    async def initialize(self) -> None:
        """Nothing to do."""

    async def shutdown(self) -> None:
        """Nothing to do."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        assert method == "POST"
        given = request_data.json_parameters if request_data else {}
        parts = request_data.multipart_data if request_data else {}
        files = {name: part[1] for name, part in (parts or {}).items() if isinstance(part[1], bytes)}
        try:
            result = await call(self.world, url.rsplit("/", 1)[1], given, files, strict=True)
        except ApiError as error:
            self.refused.append(error.description)
            body = {"ok": False, "error_code": error.code, "description": error.description}
            return error.code, json.dumps(
                body | ({"parameters": error.parameters} if error.parameters else {})
            ).encode()
        return 200, json.dumps({"ok": True, "result": result}).encode()


class LocalTelegram:
    """People acting in a world, and its updates brought to an entry one after another."""

    def __init__(self, entry: Entry, limits: Limits = LIMITS) -> None:
        self.entry = entry
        self.world = World(TOKEN, "setgram_bot", limits=limits)
        self.request = WorldRequest(self.world)
        desk = entry.app.SERVICE.desk
        telegram = Metered(BotTelegram(Bot(TOKEN, request=self.request, get_updates_request=self.request)), "telegram")
        for holder in (desk, desk.shower, desk.answers):
            force_setattr(holder, "telegram", telegram)
        self.log: list[dict[str, Any]] = []

    def say(self, person: Person, chat: int, text: str, **more: Any) -> None:
        """Somebody writes, and the bot answers."""
        self.world.say(person, chat, text, **more)
        self.deliver()

    def press(self, person: Person, chat: int, message: int, label: str) -> Answer | None:
        """Somebody presses a button by its text, whatever sign is before it; what that person alone is shown."""
        buttons = [button for row in self.keyboard(chat, message) for button in row]
        number = next(
            place for place, button in enumerate(buttons) if label in (button["text"], button["text"].partition(" ")[2])
        )

        async def pressing() -> Any:
            return self.world.press(person, chat, message, number)

        press = self.entry.app.LOOP.run_until_complete(pressing())
        self.deliver()
        answer: Answer | None = press.answer
        return answer

    def deliver(self) -> None:
        """Bring all updates that wait, and carry out what the answers ask."""
        outbox = self.world.state.outbox
        while outbox.pending:
            update = outbox.pending[0]
            outbox.drop(update)
            answer, lines = self.entry.post(update.update())
            assert answer["statusCode"] == 200
            self.log += lines
            self.entry.app.LOOP.run_until_complete(self._carry_out(answer))

    async def _carry_out(self, answer: dict[str, Any]) -> None:
        given, _ = await parameters_in(answer["headers"]["content-type"], answer["body"].encode())
        if given:
            await call(self.world, str(given.pop("method")), given, {}, strict=True)
        await asyncio.sleep(0)

    def messages(self, chat: int) -> list[dict[str, Any]]:
        """What stands in a chat of the bot's, oldest first."""
        return [message for message in self.world.history(chat) if message["from"]["is_bot"]]

    def newest(self, chat: int) -> dict[str, Any]:
        return self.messages(chat)[-1]

    def table(self, chat: int) -> dict[str, Any]:
        """The newest message with SET! under it."""
        found = [each for each in self.messages(chat) if "SET!" in self.labels(each)]
        return found[-1]

    def keyboard(self, chat: int, message: int) -> list[list[dict[str, str]]]:
        found = next(each for each in self.messages(chat) if each["message_id"] == message)
        keyboard: list[list[dict[str, str]]] = found["reply_markup"]["inline_keyboard"]
        return keyboard

    @staticmethod
    def labels(message: dict[str, Any]) -> list[str]:
        rows = message.get("reply_markup", {}).get("inline_keyboard", [])
        return [button["text"] for row in rows for button in row]
