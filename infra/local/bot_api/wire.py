"""Users, chats, members and messages as the Bot API writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.photo import photo_sizes

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat, Member, Rights
    from infra.local.bot_api.message import Json, Message
    from infra.local.bot_api.person import Person
    from infra.local.bot_api.state import State

_OTHER_RIGHTS = (
    "can_send_audios",
    "can_send_documents",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
)
_MANAGING_RIGHTS = ("can_edit_tag", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics")
_ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)


def user_json(person: Person) -> Json:
    """A User."""
    optional = {name: getattr(person, name) for name in ("last_name", "username", "language_code")}
    body = {"id": person.id, "is_bot": person.is_bot, "first_name": person.first_name}
    return body | {name: value for name, value in optional.items() if value}


def chat_json(state: State, chat: Chat) -> Json:
    """A Chat."""
    body: Json = {"id": chat.id, "type": chat.type}
    if chat.type == "private":
        person = user_json(state.people[chat.id])
        return body | {name: person[name] for name in ("first_name", "last_name", "username") if name in person}
    body["title"] = chat.title
    if chat.username:
        body["username"] = chat.username
    if chat.forum:
        body["is_forum"] = True
    return body


def rights_json(rights: Rights) -> Json:
    """A ChatPermissions, or the like fields of a restricted member; whoever is muted may send nothing."""
    sending = {"can_send_messages": rights.messages, "can_send_photos": rights.messages and rights.photos}
    return sending | dict.fromkeys(_OTHER_RIGHTS, rights.messages) | dict.fromkeys(_MANAGING_RIGHTS, False)


def member_json(state: State, member: Member) -> Json:
    """A ChatMember of whichever kind."""
    body: Json = {"status": member.status, "user": user_json(state.people[member.user])}
    titled = {"custom_title": member.title} if member.title else {}
    match member.status:
        case "creator":
            return body | {"is_anonymous": member.anonymous} | titled
        case "administrator":
            rights = dict.fromkeys(_ADMIN_RIGHTS, True) | {"can_delete_messages": member.may_delete}
            return body | {"can_be_edited": False, "is_anonymous": member.anonymous} | rights | titled
        case "restricted":
            return body | {"is_member": True, "until_date": 0} | rights_json(member.rights)
        case "kicked":
            return body | {"until_date": 0}
        case _:
            return body


def message_json(state: State, message: Message, *, with_reply: bool = True) -> Json:
    """A Message, with the one it replies to, which comes without its own."""
    chat = state.chats[message.chat]
    body: Json = {"message_id": message.id, "from": user_json(state.people[message.sender])}
    if message.sender_chat is not None:
        body["sender_chat"] = chat_json(state, state.chats[message.sender_chat])
    body |= {"chat": chat_json(state, chat), "date": message.date} | _marks(message)
    if with_reply:
        body |= _reply(state, chat, message)
    body |= _content(state, message)
    if message.keyboard:
        body["reply_markup"] = {"inline_keyboard": message.keyboard}
    return body | message.service


def _marks(message: Message) -> Json:
    marks: Json = {
        "author_signature": message.signature,
        "message_thread_id": message.thread,
        "is_topic_message": message.in_topic,
        "is_automatic_forward": message.forwarded,
        "has_protected_content": message.protected,
        "edit_date": message.edited,
    }
    return {name: value for name, value in marks.items() if value}


def _reply(state: State, chat: Chat, message: Message) -> Json:
    """What a message replies to: in a topic, where nothing else, the message that made the topic."""
    target = message.reply_to if message.reply_to is not None else message.thread if message.in_topic else None
    replied = chat.messages.get(target) if target is not None else None
    if replied is None or replied.deleted or replied.id == message.id:
        return {}
    return {"reply_to_message": message_json(state, replied, with_reply=False)}


def _content(state: State, message: Message) -> Json:
    if message.photo is None:
        body: Json = {"text": message.text, "entities": message.entities}
    else:
        body = {
            "photo": photo_sizes(state.photos[message.photo], state.bot.id),
            "caption": message.text,
            "caption_entities": message.entities,
            "show_caption_above_media": message.above,
            "has_media_spoiler": message.spoiler,
        }
    return {name: value for name, value in body.items() if value}


def inaccessible_json(state: State, message: Message) -> Json:
    """What is left to say of a message that is gone."""
    return {"chat": chat_json(state, state.chats[message.chat]), "message_id": message.id, "date": 0}
