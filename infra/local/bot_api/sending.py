"""sendMessage, sendPhoto, sendChatAction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.access import (
    check_chat,
    check_photo_right,
    check_text_right,
    checked_thread,
    reached_chat,
)
from infra.local.bot_api.content import read_any_keyboard, read_caption, read_photo, read_text
from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.message import Json, Message
from infra.local.bot_api.wire import message_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from infra.local.bot_api.args import Args
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.core import Core

_ACTIONS = (
    *("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document"),
    *("choose_sticker", "find_location", "record_video_note", "upload_video_note"),
)


async def send_message(core: Core, args: Args) -> Json:
    """Send a text."""
    chat = reached_chat(core, args)
    check_text_right(core, chat)
    text, entities = read_text(core, args, "message is too long")
    return await _send(core, args, chat, check_text_right, {"text": text, "entities": entities})


async def send_photo(core: Core, args: Args) -> Json:
    """Send a picture, brought along or known by its file id."""
    chat = reached_chat(core, args)
    check_photo_right(core, chat)
    if not args.has("photo"):
        raise bad_request("there is no photo in the request")
    text, entities = read_caption(core, args.text("caption"), args.text("parse_mode"), args.objects("caption_entities"))
    key, brought = read_photo(core, args, "photo" if "photo" in args.files else args.text("photo"))
    if brought:
        await core.upload()
    above, spoiler = args.truth("show_caption_above_media"), args.truth("has_spoiler")
    content = {"text": text, "entities": entities, "photo": key, "above": above, "spoiler": spoiler}
    return await _send(core, args, chat, check_photo_right, content)


async def _send(core: Core, args: Args, chat: Chat, check_right: Callable[[Core, Chat], None], content: Json) -> Json:
    keyboard, fixed = read_any_keyboard(core, args)
    _target(core, args, chat)
    async with core.turn("send", chat.id):
        await core.spend(chat)
        chat = check_chat(core, chat.id)
        check_right(core, chat)
        fields = content | _target(core, args, chat) | _options(args)
        message = Message(0, chat.id, core.bot, core.now(), keyboard=keyboard, fixed=fixed, **fields)
        return message_json(core.state, core.post(message))


def _options(args: Args) -> Json:
    return {"silent": args.truth("disable_notification"), "protected": args.truth("protect_content")}


def _target(core: Core, args: Args, chat: Chat) -> Json:
    """The topic a message goes to, and the message it replies to."""
    thread = checked_thread(core, chat, args)
    reply = args.object("reply_parameters")
    target = reply.get("message_id")
    replied = chat.messages.get(target) if target is not None else None
    if target is not None and (replied is None or replied.deleted):
        if not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        target = None
    return {"thread": thread, "in_topic": thread is not None, "reply_to": target}


async def send_chat_action(core: Core, args: Args) -> bool:
    """Show that the bot is busy."""
    chat = reached_chat(core, args)
    if args.text("action") not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    checked_thread(core, chat, args)
    core.tell(chat, "action", {"action": args.text("action")})
    return True
