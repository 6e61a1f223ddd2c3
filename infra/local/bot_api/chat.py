"""Chats: who is in them, what they may do there, and the messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from infra.local.bot_api.message import Message

GENERAL_TOPIC = 1
"""The topic that every forum has, and the message every supergroup begins with. Nothing can be sent to it by id."""
ADMINS = ("creator", "administrator")
PRESENT = ("creator", "administrator", "member", "restricted")


@dataclass(frozen=True, slots=True)
class Rights:
    """What ordinary members may send."""

    messages: bool = True
    photos: bool = True


@dataclass(frozen=True, slots=True)
class Member:
    """One user in one chat. `rights` count where the status is restricted."""

    user: int
    status: str = "member"
    anonymous: bool = False
    title: str = ""
    rights: Rights = field(default_factory=Rights)
    may_delete: bool = True

    @property
    def present(self) -> bool:
        """Whether this user is in the chat."""
        return self.status in PRESENT

    @property
    def admin(self) -> bool:
        """Whether this user administers the chat."""
        return self.status in ADMINS


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a forum; its id is that of the message that made it."""

    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(slots=True)
class Chat:
    """A private chat, a group, a supergroup or a channel."""

    id: int
    type: str
    title: str = ""
    username: str = ""
    members: dict[int, Member] = field(default_factory=dict)
    rights: Rights = field(default_factory=Rights)
    forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    general_closed: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    last_message: int = 0
    moved_to: int | None = None
    deleted: bool = False
    spent: list[float] = field(default_factory=list)
    """When the bot's sends and edits of late took place here."""

    @property
    def group(self) -> bool:
        """Whether this is a group of either kind."""
        return self.type in ("group", "supergroup")

    def member(self, user: int) -> Member:
        """A user's place in this chat; of somebody never seen here: left."""
        return self.members.get(user) or Member(user, "left")

    def may(self, user: int) -> Rights:
        """What a user may send here now."""
        member = self.member(user)
        if member.admin or self.type == "private":
            return Rights()
        own = member.rights if member.status == "restricted" else Rights()
        return Rights(own.messages and self.rights.messages, own.photos and self.rights.photos)

    def present(self) -> Iterable[int]:
        """The users who are in this chat."""
        return [member.user for member in self.members.values() if member.present]
