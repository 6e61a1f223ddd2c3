"""The Bot API by python-telegram-bot, and its refusals as our own errors."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import httpx
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
)
from telegram import error as refusals
from telegram.request import HTTPXRequest

from engine.game import PlayerId
from handler import errors
from handler.observability import unquoted
from handler.ports import Admins

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from handler.ports import ChatId, GameKey, Keyboard

P = ParamSpec("P")
T = TypeVar("T")

_TEXTS: Final = (
    (re.compile(r"not enough rights to send photos|chat_send_photos_forbidden"), errors.PhotosForbidden),
    (re.compile(r"photo_invalid_dimensions|image_process_failed|photo_ext_invalid"), errors.PhotosForbidden),
    (
        re.compile(r"message to edit not found|message_id_invalid|message can't be edited|message was deleted"),
        errors.MessageGone,
    ),
    (re.compile(r"there is no (caption|text) in the message|message media can't be edited"), errors.MessageGone),
    (re.compile(r"chat not found|have no rights to send|not enough rights|chat_write_forbidden"), errors.Banned),
    (re.compile(r"chat_restricted|group is deactivated|topic_closed"), errors.Banned),
)
"""Telegram's words, lower-cased: the library changes their case. Sources: the Bot API server's and TDLib's code."""

_HARMLESS: Final = re.compile(
    r"message is not modified|query is too old|query id is invalid|message to delete not found|message can't be deleted"
    r"|canceled by new edit message|message identifier is not specified"
)
"""Refusals that ask nothing of anybody: what was wanted is so already, or is too late to matter."""

WRONG_TOKEN: Final = "Telegram does not know this token: check BOT_TOKEN, or ask BotFather for a new one"  # noqa: S105 - a sentence


def new_bot(token: str, api_url: str) -> Bot:
    """A bot client that is ready without a call to Telegram: one connection pool, kept alive between invocations."""
    limits = httpx.Limits(max_connections=8, keepalive_expiry=60)
    request = HTTPXRequest(connect_timeout=3, read_timeout=15, media_write_timeout=20, httpx_kwargs={"limits": limits})
    return Bot(token, base_url=f"{api_url}/bot", request=request, get_updates_request=request)


def translated(refusal: refusals.TelegramError) -> errors.TelegramError | None:
    """Our error for one of the library's, or None where the refusal is harmless."""
    text = str(refusal).lower()
    if isinstance(refusal, refusals.RetryAfter):
        wait = refusal.retry_after
        return errors.Flood(wait if isinstance(wait, int) else round(wait.total_seconds()))
    if isinstance(refusal, refusals.ChatMigrated):
        return errors.Moved(refusal.new_chat_id)
    if isinstance(refusal, refusals.BadRequest):
        if _HARMLESS.search(text):
            return None
        kind = next((kind for form, kind in _TEXTS if form.search(text)), errors.Refused)
        return kind(unquoted(str(refusal)))
    if isinstance(refusal, refusals.NetworkError):
        return errors.Unknown(type(refusal).__name__)
    if isinstance(refusal, refusals.InvalidToken):
        return errors.Refused(WRONG_TOKEN)
    if isinstance(refusal, refusals.Forbidden):
        return errors.Banned(unquoted(str(refusal)))
    if type(refusal) is refusals.TelegramError:  # an answer that cannot be read: the call may have landed
        return errors.Unknown("an answer that cannot be read")  # its text may quote what was said
    return errors.Refused(type(refusal).__name__)


def _ours(call: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[None, None, T | None]]:
    """A Bot API call whose refusals are ours; None where the refusal is harmless."""

    @functools.wraps(call)
    async def calling(*args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return await call(*args, **kwargs)
        except refusals.TelegramError as refusal:
            error = translated(refusal)
            if error is None:
                return None
            raise error from refusal

    return calling


def _markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The keyboard, or None for no buttons: an edit that leaves it out takes the buttons away."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(b.text, callback_data=b.data, url=b.url) for b in row] for row in keyboard]
    )


def _reply(message: int | None) -> ReplyParameters | None:
    return ReplyParameters(message, allow_sending_without_reply=True) if message else None


class BotTelegram:
    """The `Telegram` port over one bot."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @_ours
    async def answer(self, query: str, text: str, *, alert: bool = False) -> None:
        """Answer a press; a query that is too old is no error. Tried twice: answering is harmless to repeat."""
        await self._twice(
            lambda: self._bot.answer_callback_query(query, text, show_alert=alert, read_timeout=3, connect_timeout=2)
        )

    async def send_photo(
        self, key: GameKey, photo: bytes, caption: str, keyboard: Keyboard, *, reply_to: int | None = None
    ) -> int:
        """Post a picture, silently; its message id."""
        reply = _reply(reply_to)

        async def send(thread: int | None) -> int:
            message = await self._bot.send_photo(
                key.chat,
                photo,
                caption=caption,
                filename="table.png",
                message_thread_id=thread,
                disable_notification=True,
                reply_parameters=reply,
                reply_markup=_markup(keyboard),
            )
            return message.message_id

        return await self._posted(key, send)

    async def send_text(
        self, key: GameKey, text: str, keyboard: Keyboard = (), *, reply_to: int | None = None, loud: bool = False
    ) -> int:
        """Post a text, silently unless `loud`; its message id."""
        reply = _reply(reply_to)

        async def send(thread: int | None) -> int:
            message = await self._bot.send_message(
                key.chat,
                text,
                message_thread_id=thread,
                disable_notification=not loud,
                reply_parameters=reply,
                reply_markup=_markup(keyboard),
            )
            return message.message_id

        return await self._posted(key, send)

    @_ours
    async def edit_photo(self, key: GameKey, message: int, photo: bytes, caption: str, keyboard: Keyboard) -> None:
        """Replace picture, caption and keyboard. Edits too are harmless to repeat."""
        media, markup = InputMediaPhoto(photo, caption=caption, filename="table.png"), _markup(keyboard)
        await self._twice(lambda: self._bot.edit_message_media(media, key.chat, message, reply_markup=markup))

    @_ours
    async def edit_caption(self, key: GameKey, message: int, caption: str, keyboard: Keyboard) -> None:
        """Replace caption and keyboard under a picture."""
        markup = _markup(keyboard)
        await self._twice(
            lambda: self._bot.edit_message_caption(key.chat, message, caption=caption, reply_markup=markup)
        )

    @_ours
    async def edit_text(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        """Replace text and keyboard of a text message."""
        markup = _markup(keyboard)
        await self._twice(lambda: self._bot.edit_message_text(text, key.chat, message, reply_markup=markup))

    @_ours
    async def delete(self, key: GameKey, message: int) -> None:
        """Delete a message; one that is gone already is no error."""
        await self._twice(lambda: self._bot.delete_message(key.chat, message))

    async def admins(self, chat: ChatId) -> Admins:
        """Who administers a chat."""
        found = await _ours(self._bot.get_chat_administrators)(chat)
        hidden = (member for member in found or () if getattr(member, "is_anonymous", False))
        return Admins(
            tuple(PlayerId(member.user.id) for member in found or ()), tuple(PlayerId(one.user.id) for one in hidden)
        )

    async def photos_allowed(self, chat: ChatId) -> bool:
        """Whether members of a chat may send pictures; a chat that does not say allows them."""
        full = await _ours(self._bot.get_chat)(chat)
        permissions = full.permissions if full else None
        return permissions is None or permissions.can_send_photos is not False

    @_ours
    async def leave(self, chat: ChatId) -> None:
        """Go out of a group."""
        await self._bot.leave_chat(chat)

    async def _posted(self, key: GameKey, send: Callable[[int | None], Awaitable[int]]) -> int:
        """Post into the key's topic; where that is gone, once more into the chat itself."""
        try:
            sent = await _ours(send)(key.topic or None)
        except errors.Refused as refusal:
            if "thread not found" not in str(refusal).lower() or not key.topic:
                raise
            sent = await _ours(send)(None)
        if sent is None:
            raise errors.Refused("Telegram refused a new message as if it were an old one")
        return sent

    @staticmethod
    async def _twice(call: Callable[[], Awaitable[object]]) -> None:
        """Once more where the connection broke, as one that a frozen Lambda kept open does."""
        try:
            await call()
        except refusals.NetworkError as failure:
            if isinstance(failure, (refusals.BadRequest, refusals.TimedOut)):
                raise
            await call()
