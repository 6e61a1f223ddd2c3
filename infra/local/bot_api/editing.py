"""The editMessage methods and deleteMessage."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from infra.local.bot_api.access import (
    check_chat,
    check_edit_right,
    check_photo_right,
    own_message,
    reached_chat,
)
from infra.local.bot_api.content import read_caption, read_keyboard, read_photo, read_text
from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.wire import message_json

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from infra.local.bot_api.args import Args
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.core import Core
    from infra.local.bot_api.message import Json, Message

_CANCELLED = "canceled by new edit message request"
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)


async def edit_message_text(core: Core, args: Args) -> Json:
    """Replace the text of a text message."""
    text, entities = read_text(core, args, "MESSAGE_TOO_LONG")
    keyboard = read_keyboard(core, args)

    def change(message: Message) -> Message:
        if message.photo is not None:
            raise bad_request("there is no text in the message to edit")
        return replace(message, text=text, entities=entities, keyboard=keyboard)

    return await _edit(core, args, change)


async def edit_message_caption(core: Core, args: Args) -> Json:
    """Replace the caption of a picture."""
    text, entities = read_caption(core, args.text("caption"), args.text("parse_mode"), args.objects("caption_entities"))
    keyboard, above = read_keyboard(core, args), args.truth("show_caption_above_media")

    def change(message: Message) -> Message:
        if message.photo is None:
            raise bad_request("there is no caption in the message to edit")
        return replace(message, text=text, entities=entities, keyboard=keyboard, above=above)

    return await _edit(core, args, change)


async def edit_message_reply_markup(core: Core, args: Args) -> Json:
    """Replace the keyboard, or take it away."""
    keyboard = read_keyboard(core, args)
    return await _edit(core, args, lambda message: replace(message, keyboard=keyboard))


async def edit_message_media(core: Core, args: Args) -> Json:
    """Replace picture, caption and keyboard; a text message may become a picture. A later one cancels this."""
    chat, message_id = _named(core, args)
    own_message(core, chat, message_id)
    check_photo_right(core, chat)
    return await _newest(core, (chat.id, message_id), _edit_media(core, args, chat.id, message_id))


async def _edit_media(core: Core, args: Args, chat_id: int, message_id: int) -> Json:
    media = args.object("media")
    if media.get("type") != "photo" or not isinstance(media.get("media"), str):
        raise bad_request("can't parse InputMedia: a photo with a media field was expected")
    given = [entity for entity in media.get("caption_entities") or [] if isinstance(entity, dict)]
    text, entities = read_caption(core, str(media.get("caption") or ""), str(media.get("parse_mode") or ""), given)
    keyboard = read_keyboard(core, args)
    key, brought = read_photo(core, args, media["media"])
    if brought:
        await core.upload()
        _still_there(core, chat_id, message_id)
    above, spoiler = bool(media.get("show_caption_above_media")), bool(media.get("has_spoiler"))
    content: Json = {"text": text, "entities": entities, "photo": key, "above": above, "spoiler": spoiler}

    def change(message: Message) -> Message:
        check_photo_right(core, core.state.chats[chat_id])
        return replace(message, keyboard=keyboard, **content)

    return await _edit(core, args, change)


def _still_there(core: Core, chat_id: int, message_id: int) -> None:
    if core.state.chats[chat_id].messages[message_id].deleted:
        raise bad_request("message was deleted")


async def _newest(core: Core, key: tuple[int, int], work: Coroutine[None, None, Json]) -> Json:
    """Do the work unless newer work on the same message comes before it is done."""
    task: asyncio.Task[Json] = asyncio.ensure_future(work)
    older = core.media_edits.get(key)
    core.media_edits[key] = task
    if older is not None:
        older.cancel(_CANCELLED)
    try:
        return await task
    except asyncio.CancelledError as error:
        if error.args != (_CANCELLED,):
            raise
        raise bad_request(_CANCELLED) from None
    finally:
        if core.media_edits.get(key) is task:
            del core.media_edits[key]


def _named(core: Core, args: Args) -> tuple[Chat, int]:
    if args.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    if not args.has("message_id"):
        raise bad_request("message identifier is not specified")
    return reached_chat(core, args), args.integer("message_id")


async def _edit(core: Core, args: Args, change: Callable[[Message], Message]) -> Json:
    """Carry an edit out when its turn in the chat has come."""
    chat, message_id = _named(core, args)
    check_edit_right(core, chat)
    change(own_message(core, chat, message_id))
    async with core.turn("edit", chat.id):
        await core.spend(chat)
        chat = check_chat(core, chat.id)
        check_edit_right(core, chat)
        old = own_message(core, chat, message_id)
        new = change(old)
        if new.shows_the_same_as(old):
            raise bad_request(_NOT_MODIFIED)
        return message_json(core.state, core.change(replace(new, edited=core.now())))


async def delete_message(core: Core, args: Args) -> bool:
    """Delete a message: the bot's own for two days, in a group that it administers any."""
    chat, message_id = _named(core, args)
    message = chat.messages.get(message_id)
    if message is None or message.deleted:
        raise bad_request("message to delete not found")
    member = chat.member(core.bot)
    own = message.sender == core.bot or chat.type == "private"
    young = core.clock.now() - message.date <= core.limits.delete_within
    if not (own and young) and not (member.admin and member.may_delete):
        raise bad_request("message can't be deleted")
    core.remove(chat, message_id)
    return True
