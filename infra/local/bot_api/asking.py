"""getChat, getChatAdministrators, getChatMember, leaveChat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.local.bot_api.access import reached_chat
from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.wire import chat_json, member_json, rights_json

if TYPE_CHECKING:
    from infra.local.bot_api.args import Args
    from infra.local.bot_api.groups import Groups
    from infra.local.bot_api.message import Json

_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


async def get_chat(world: Groups, args: Args) -> Json:
    """All about a chat, as ChatFullInfo."""
    chat = reached_chat(world, args)
    gifts = dict.fromkeys(_GIFTS, False)
    body = chat_json(world.state, chat) | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}
    return body | {"permissions": rights_json(chat.rights)} if chat.group else body


async def get_chat_administrators(world: Groups, args: Args) -> list[Json]:
    """Who administers a group; bots among them only when asked for."""
    chat = reached_chat(world, args)
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    admins = [member for member in chat.members.values() if member.admin]
    shown = [admin for admin in admins if args.truth("return_bots") or not world.state.people[admin.user].is_bot]
    return [member_json(world.state, admin) for admin in shown]


async def get_chat_member(world: Groups, args: Args) -> Json:
    """One user's place in a chat. Telegram answers it surely only to admins; here always."""
    chat = reached_chat(world, args)
    user = args.integer("user_id")
    if user not in world.state.people:
        raise bad_request("invalid user_id specified" if user <= 0 else "user not found")
    return member_json(world.state, chat.member(user))


async def leave_chat(world: Groups, args: Args) -> bool:
    """The bot goes."""
    chat = reached_chat(world, args)
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    world.take_out(chat, world.bot, "left", world.bot)
    return True
