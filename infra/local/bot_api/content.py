"""What a message is to show, read from a call: text, keyboard, picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.entities import formatted
from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.keyboard import inline_rows, is_other_keyboard
from infra.local.bot_api.photo import Photo, check_photo, key_of
from infra.local.bot_api.text import utf16_length

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.core import Core
    from infra.local.bot_api.message import Json, Rows

PHOTOS_KEPT = 2000
"""So many pictures are kept beside those that a message shows; Telegram keeps all."""


def read_text(core: Core, args: Args, too_long: str) -> tuple[str, list[Json]]:
    """The text of a message and its entities.

    Raises:
        ApiError: it is empty, too long, or its formatting is broken.
    """
    given = args.objects("entities")
    text, entities = formatted(args.text("text"), args.text("parse_mode"), given, core.limits.entities)
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > core.limits.text_chars:
        raise bad_request(too_long)
    return text, entities


def read_caption(core: Core, caption: str, parse_mode: str, given: list[Json]) -> tuple[str, list[Json]]:
    """A caption, which may be empty, and its entities.

    Raises:
        ApiError: it is too long, or its formatting is broken.
    """
    text, entities = formatted(caption, parse_mode, given, core.limits.entities)
    if utf16_length(text) > core.limits.caption_chars:
        raise bad_request("message caption is too long")
    return text, entities


def read_keyboard(core: Core, args: Args) -> Rows | None:
    """The inline keyboard of a call; None where none was given: an edit then takes away the one there is."""
    markup = args.value("reply_markup")
    return None if markup is None else inline_rows(markup, core.limits)


def read_any_keyboard(core: Core, args: Args) -> tuple[Rows | None, bool]:
    """The inline keyboard of a new message, and whether it has one of another kind instead."""
    other = is_other_keyboard(args.value("reply_markup"))
    return (None, True) if other else (read_keyboard(core, args), False)


def read_photo(core: Core, args: Args, named: str) -> tuple[str, bool]:
    """The key of the picture that a call brings or names, and whether it was brought.

    Raises:
        ApiError: no such picture, or one that Telegram does not take.
    """
    field = named.removeprefix("attach://")
    if field in args.files:
        return add_photo(core, args.files[field]), True
    if named.startswith("attach://"):
        raise bad_request("wrong file identifier/HTTP URL specified")
    key = key_of(named, core.bot)
    if key is None or key not in core.state.photos:
        raise bad_request("wrong file identifier/HTTP URL specified")
    return key, False


def add_photo(core: Core, data: bytes) -> str:
    """Keep an uploaded picture; its key."""
    width, height = check_photo(data, core.limits)
    key = f"p{core.state.count('photo')}"
    core.state.photos[key] = Photo(key, width, height, data)
    core.changes += 1
    if len(core.state.photos) > PHOTOS_KEPT:
        _forget_unseen(core)
    return key


def _forget_unseen(core: Core) -> None:
    """Drop the older half of the pictures, but for those that a message shows."""
    chats = core.state.chats.values()
    shown = {message.photo for chat in chats for message in chat.messages.values() if not message.deleted}
    for key in list(core.state.photos)[: PHOTOS_KEPT // 2]:
        if key not in shown:
            del core.state.photos[key]
