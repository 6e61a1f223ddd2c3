"""The methods this server knows, with their parameters and what those hold."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("int", "str", "bool", "chat", "json", "file")
"""An integer, a text, a truth value, a chat's id or name, a JSON value, or a file (its id or the file itself)."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a method."""

    name: str
    kind: str
    required: bool


def _parameters(text: str) -> tuple[Parameter, ...]:
    """Parameters written as `name:kind`, with `!` behind those that must be there."""
    split = [entry.partition(":") for entry in text.split()]
    return tuple(Parameter(name, kind.rstrip("!"), kind.endswith("!")) for name, _, kind in split)


_SENDING = (
    "business_connection_id:str chat_id:chat! message_thread_id:int direct_messages_topic_id:int parse_mode:str "
    "disable_notification:bool protect_content:bool allow_paid_broadcast:bool message_effect_id:str "
    "suggested_post_parameters:json reply_parameters:json reply_markup:json "
)
_EDITING = "business_connection_id:str chat_id:chat message_id:int inline_message_id:str reply_markup:json "

METHODS: dict[str, tuple[Parameter, ...]] = {
    name: _parameters(text)
    for name, text in {
        "getMe": "",
        "setWebhook": "url:str! certificate:file ip_address:str max_connections:int allowed_updates:json "
        "drop_pending_updates:bool secret_token:str",
        "deleteWebhook": "drop_pending_updates:bool",
        "getWebhookInfo": "",
        "getUpdates": "offset:int limit:int timeout:int allowed_updates:json",
        "sendMessage": _SENDING + "text:str! entities:json link_preview_options:json",
        "sendPhoto": _SENDING + "photo:file! caption:str caption_entities:json show_caption_above_media:bool "
        "has_spoiler:bool",
        "sendChatAction": "business_connection_id:str chat_id:chat! message_thread_id:int action:str!",
        "editMessageText": _EDITING + "text:str! parse_mode:str entities:json link_preview_options:json",
        "editMessageCaption": _EDITING + "caption:str parse_mode:str caption_entities:json "
        "show_caption_above_media:bool",
        "editMessageMedia": _EDITING + "media:json!",
        "editMessageReplyMarkup": _EDITING,
        "deleteMessage": "chat_id:chat! message_id:int!",
        "answerCallbackQuery": "callback_query_id:str! text:str show_alert:bool url:str cache_time:int",
        "getChat": "chat_id:chat!",
        "getChatAdministrators": "chat_id:chat! return_bots:bool",
        "getChatMember": "chat_id:chat! user_id:int!",
        "leaveChat": "chat_id:chat!",
        "setMyCommands": "commands:json! scope:json language_code:str",
        "getMyCommands": "scope:json language_code:str",
        "setMyName": "name:str language_code:str",
        "getMyName": "language_code:str",
        "setMyDescription": "description:str language_code:str",
        "getMyDescription": "language_code:str",
        "setMyShortDescription": "short_description:str language_code:str",
        "getMyShortDescription": "language_code:str",
    }.items()
}
