"""Telegram at the other end of a bot's wire, without a socket: keeps what was asked, answers as it is told to."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from telegram import Bot
from telegram.request import BaseRequest

from handler.telegram import BotTelegram

if TYPE_CHECKING:
    from telegram.request import RequestData

TOKEN = "1234567890:AAE-made-up-for-tests"  # noqa: S105 - opens nothing


@dataclass(frozen=True, slots=True)
class Asked:
    """One call of the bot: its method, its parameters as Python values, the files it brought."""

    method: str
    fields: dict[str, Any]
    files: tuple[bytes, ...] = ()

    @property
    def text(self) -> str:
        """What people read of it."""
        media = self.fields.get("media") or {}
        return str(self.fields.get("text") or self.fields.get("caption") or media.get("caption") or "")


class Wire(BaseRequest):
    """A transport for a real `Bot`. `told[method]` holds answers for that method's next calls, in order.

    An answer is a result, an exception that the transport raises, or what `refusal` makes. Without one, all goes well.
    """

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.told: defaultdict[str, list[object]] = defaultdict(list)
        self._ids = count(601)

    def telegram(self) -> BotTelegram:
        """The `Telegram` port over a real bot on this wire."""
        return BotTelegram(Bot(TOKEN, request=self, get_updates_request=self))

    @property
    def methods(self) -> list[str]:
        return [asked.method for asked in self.asked]

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
        asked = _asked(url.rsplit("/", 1)[1], request_data)
        self.asked.append(asked)
        answer = self.told[asked.method].pop(0) if self.told[asked.method] else self._well(asked)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Refused):
            return answer.code, json.dumps(answer.body()).encode()
        return 200, json.dumps({"ok": True, "result": answer}).encode()

    def _well(self, asked: Asked) -> object:
        """What Telegram answers where nothing is wrong."""
        chat = {"id": asked.fields.get("chat_id", 1), "type": "supergroup", "title": "Friends"}
        match asked.method:
            case "sendMessage" | "sendPhoto":
                return {"message_id": next(self._ids), "date": 1_800_000_000, "chat": chat}
            case "editMessageText" | "editMessageCaption" | "editMessageMedia":
                return {"message_id": asked.fields["message_id"], "date": 1_800_000_000, "chat": chat}
            case "getChat":
                gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
                kinds = dict.fromkeys((*gifts, "gifts_from_channels"), False)
                return chat | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": kinds}
            case "getChatAdministrators":
                return []
            case "answerCallbackQuery" | "deleteMessage":
                return True
            case other:
                raise AssertionError(f"{other} is not something this bot asks")


@dataclass(frozen=True, slots=True)
class Refused:
    """Telegram's no."""

    code: int
    description: str
    parameters: dict[str, int] | None = None

    def body(self) -> dict[str, object]:
        more = {"parameters": self.parameters} if self.parameters else {}
        return {"ok": False, "error_code": self.code, "description": self.description, **more}


def _asked(method: str, data: RequestData | None) -> Asked:
    if data is None:
        return Asked(method, {})
    files = tuple(part[1] for part in (data.multipart_data or {}).values())
    return Asked(method, data.parameters, files)
