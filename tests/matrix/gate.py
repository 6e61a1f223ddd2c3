"""The way out of the service: real clients of Telegram and of the queue, whose every call is recorded and may fail."""

from __future__ import annotations

import asyncio
import json
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError, ReadTimeoutError
from telegram import Bot
from telegram.error import NetworkError, TimedOut

from handler.errors import MessageGone, StoreFailure
from handler.ports import Button, ChatId, GameKey
from handler.telegram import BotTelegram
from handler.timers import parse_wake
from tests.sim.outside import Outside, Port
from tests.sim.outside import _sent as carried
from tests.wire import TOKEN, Asked, Refused, Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from telegram.request import RequestData

    from handler.ports import Keyboard
    from handler.timers import Wake
    from tests.matrix.faults import Fault
    from tests.sim.chat import Chats
    from tests.sim.outside import Process

QUEUE_FAULT: ContextVar[str] = ContextVar("queue fault", default="")
STORE_TAKES, TELEGRAM_TAKES, TIMEOUT, LATE = 0.005, 0.1, 6.0, 9.0
"""Seconds that calls take."""

STORE_SAYS = {
    "timeout": "the store did not answer",
    "throttled": "the store is throttled",
    "unavailable": "the store is at fault",
}

LASTING = {"no pictures", "muted", "out", "moved", "blocked", "no topic"}
"""What holds from the moment on in which Telegram first says so."""


@dataclass
class Gate(Outside):
    """Carries each call of the service. `meets` says what becomes of a process's next call."""

    meets: Callable[[Process, str], Fault | None] = lambda *_: None
    interfere: Callable[[str, tuple[Any, ...]], None] = lambda *_: None
    refusing: Callable[[Fault], None] = lambda _: None
    args: tuple[Any, ...] = ()

    async def _call(self, process: Process, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        fault = self.meets(process, name)
        if fault is None:
            return await self._does(name, work)
        process.faults.append(name)
        self.story.append(f"{self.now()} fault: {fault.name} at {name}")
        if fault.name == "dies before":
            await self._die(process)
        if fault.name == "dies after":
            await self._does(name, work)
            await self._die(process)
        match name.partition(".")[0]:
            case "store":
                if fault.name == "conflict":
                    self.interfere(name.partition(".")[2], self.args)
                    return await self._does(name, work)
                return await self._store(name, fault.name, work)
            case "queue":
                QUEUE_FAULT.set(fault.name)
                return await self._does(name, work)
            case _:
                return await self._telegram(name, fault, work)

    async def carry(self, args: tuple[Any, ...], call: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """A call, of which is known what it carries: nothing comes between this and its fault."""
        self.args = args
        return await call()

    async def _does(self, name: str, work: Callable[[], Coroutine[Any, Any, Any]], takes: float | None = None) -> Any:
        """What has left arrives, whatever becomes of the one who sent it."""
        usual = STORE_TAKES if name.startswith("store.") else TELEGRAM_TAKES
        return await carried(usual if takes is None else takes, work)

    async def _store(self, name: str, fault: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        if fault == "timeout, landed":
            await self._does(name, work)
        await asyncio.sleep(TIMEOUT if fault.startswith("timeout") else STORE_TAKES)
        raise StoreFailure(f"{name}: {STORE_SAYS[fault.partition(',')[0]]}")

    async def _telegram(self, name: str, fault: Fault, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        if fault.refusal is not None:
            if fault.refusal.means == "landed":
                await self._does(name, work)
            self.refusing(fault)
            await asyncio.sleep(TELEGRAM_TAKES)
            return said(fault.refusal.answer)
        match fault.name:
            case "late":
                return await self._does(name, work, 2 * LATE)
            case "malformed":
                await self._does(name, work)
                return 200, b"<html>"
            case "cut" | "cut, landed":
                if fault.name == "cut, landed":
                    await self._does(name, work)
                raise NetworkError("httpx.ReadError: ")
            case _:
                if fault.name == "timeout, landed":
                    await self._does(name, work)
                await asyncio.sleep(TIMEOUT)
                raise TimedOut


class Recorded(Port):
    """A port whose calls the gate is told with what they carry."""

    def __getattr__(self, method: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        carried = super().__getattr__(method)

        def called(*args: Any, **kwargs: Any) -> Coroutine[Any, Any, Any]:
            return self._outside.carry(args, lambda: carried(*args, **kwargs))

        return called


def said(refused: Refused) -> tuple[int, bytes]:
    """A refusal as it comes over the wire."""
    return refused.code, json.dumps(refused.body()).encode()


@dataclass
class Sqs:
    """The queue's client. A message that is taken comes when it is due."""

    ring: Callable[[Wake, float], None]

    def send_message(self, *, QueueUrl: str, MessageBody: str, DelaySeconds: int) -> None:
        del QueueUrl
        fault = QUEUE_FAULT.get()
        if fault == "refused":
            raise ClientError({"Error": {"Code": "RequestThrottled", "Message": "slow down"}}, "SendMessage")
        if fault != "timeout":
            self.ring(parse_wake(MessageBody, "1"), DelaySeconds)
        if fault.startswith("timeout"):
            raise ReadTimeoutError(endpoint_url="queue")


class ChatWire(Wire):
    """Telegram's end of a real bot's wire: the world's chats. `lasting` is what is refused from now on, by what."""

    def __init__(self, chats: Chats, gate: Gate) -> None:
        super().__init__()
        self.chats, self.gate = chats, gate
        self.lasting: Refused | None = None
        self.forbids: Callable[[Asked], bool] = lambda _: False
        self.admins: dict[int, list[int]] = {}
        self.last: Asked | None = None

    def telegram(self) -> BotTelegram:
        return BotTelegram(Bot(TOKEN, request=self, get_updates_request=self))

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        del method
        name = url.rsplit("/", 1)[1]
        files = tuple(part[1] for part in ((request_data.multipart_data if request_data else None) or {}).values())
        asked = Asked(name, request_data.parameters if request_data else {}, files)
        self.last = asked
        answered: tuple[int, bytes] = await self.gate.call(f"telegram.{name}", lambda: self._does(asked))
        return answered

    async def _does(self, asked: Asked) -> tuple[int, bytes]:
        if self.lasting is not None and self.forbids(asked):
            return said(self.lasting)
        try:
            result = await self._done(asked)
        except MessageGone as gone:
            return said(Refused(400, f"Bad Request: {gone}"))
        if isinstance(result, Refused):
            return said(result)
        return 200, json.dumps({"ok": True, "result": result}).encode()

    async def _done(self, asked: Asked) -> object:
        chats, fields = self.chats, asked.fields
        if asked.method == "answerCallbackQuery":
            if fields["callback_query_id"] in chats.answers:
                return Refused(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
            await chats.answer(fields["callback_query_id"], fields["text"])
            return True
        key = GameKey(ChatId(int(fields["chat_id"])), int(fields.get("message_thread_id") or 0))
        keyboard, reply = keyboard_of(fields.get("reply_markup")), (fields.get("reply_parameters") or {})
        to = reply.get("message_id")
        photo = asked.files[0] if asked.files else b""
        match asked.method:
            case "sendMessage":
                loud = not fields.get("disable_notification")
                return self._message(key, await chats.send_text(key, fields["text"], keyboard, reply_to=to, loud=loud))
            case "sendPhoto":
                return self._message(key, await chats.send_photo(key, photo, asked.text, keyboard, reply_to=to))
            case "deleteMessage":
                await chats.delete(key, fields["message_id"])
                return True
            case "getChatAdministrators":
                people = self.admins.get(key.chat, [])
                user = {"is_bot": False, "first_name": "Admin"}
                return [
                    {"status": "creator", "is_anonymous": False, "user": {"id": person, **user}} for person in people
                ]
            case "getChat":
                return self._well(asked)
        return await self._edited(key, asked, photo, keyboard)

    async def _edited(self, key: GameKey, asked: Asked, photo: bytes, keyboard: Keyboard) -> object:
        chats, message = self.chats, int(asked.fields["message_id"])
        post = chats.posts.get(message)
        same = post is not None and (post.text, post.keyboard) == (asked.text, keyboard)
        if same and post is not None and (not photo or photo == post.photo):
            return Refused(400, "Bad Request: message is not modified: nothing new")
        match asked.method:
            case "editMessageMedia":
                await chats.edit_photo(key, message, photo, asked.text, keyboard)
            case "editMessageCaption":
                await chats.edit_caption(key, message, asked.text, keyboard)
            case "editMessageText":
                await chats.edit_text(key, message, asked.text, keyboard)
            case other:
                raise AssertionError(f"{other} is not something this bot asks")
        return self._message(key, message)

    @staticmethod
    def _message(key: GameKey, message: int) -> object:
        return {"message_id": message, "date": 1_800_000_000, "chat": {"id": key.chat, "type": "supergroup"}}


def keyboard_of(markup: Any) -> Keyboard:
    """The buttons of a message as Telegram keeps them."""
    rows = (markup or {}).get("inline_keyboard", ())
    return tuple(tuple(Button(one["text"], one.get("callback_data"), one.get("url")) for one in row) for row in rows)
