"""One call of the bot: found by its name, checked against its list of parameters, carried out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from infra.local.bot_api import answering, asking, describing, editing, sending, updating
from infra.local.bot_api.args import read_args, unfit
from infra.local.bot_api.errors import ApiError, bad_request
from infra.local.bot_api.spec import METHODS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from infra.local.bot_api.args import Args
    from infra.local.bot_api.world import World

log = logging.getLogger(__name__)

_CARRIED_OUT: dict[str, Callable[[World, Args], Awaitable[object]]] = {
    "getMe": describing.get_me,
    "setWebhook": updating.set_webhook,
    "deleteWebhook": updating.delete_webhook,
    "getWebhookInfo": updating.get_webhook_info,
    "getUpdates": updating.get_updates,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "answerCallbackQuery": answering.answer_callback_query,
    "getChat": asking.get_chat,
    "getChatAdministrators": asking.get_chat_administrators,
    "getChatMember": asking.get_chat_member,
    "leaveChat": asking.leave_chat,
    "setMyCommands": describing.set_my_commands,
    "getMyCommands": describing.get_my_commands,
    "setMyName": describing.set_my_name,
    "getMyName": describing.get_my_name,
    "setMyDescription": describing.set_my_description,
    "getMyDescription": describing.get_my_description,
    "setMyShortDescription": describing.set_my_short_description,
    "getMyShortDescription": describing.get_my_short_description,
}
_NAMES = {name.lower(): name for name in METHODS}


async def call(
    world: World,
    method: str,
    given: Mapping[str, object],
    files: Mapping[str, bytes] | None = None,
    *,
    strict: bool = False,
) -> object:
    """Carry out a method; its result as JSON values.

    What does not fit the method's list of parameters is logged, as Telegram takes no notice of it, and refused if
    `strict`.

    Raises:
        ApiError: the refusal, as the Bot API words it.
    """
    name = _NAMES.get(method.lower())
    if name is None:
        raise ApiError(404, "Not Found")
    args = read_args(given, files)
    wrong = unfit(args, METHODS[name])
    if wrong is not None:
        log.warning("%s: %s", name, wrong)
        if strict:
            raise bad_request(f"{wrong} (strict)")
    return await _CARRIED_OUT[name](world, args)
