"""What people do with groups: make them, let the bot in and out, give and take rights, open topics, move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from infra.local.bot_api.chat import GENERAL_TOPIC, Chat, Member, Rights, Topic
from infra.local.bot_api.core import Core
from infra.local.bot_api.errors import PeopleError
from infra.local.bot_api.person import Person
from infra.local.bot_api.wire import user_json

if TYPE_CHECKING:
    from collections.abc import Iterable

_FIRST_GROUP = 5_000_001
_FIRST_SUPERGROUP = 1_002_000_000_001
_FIRST_PERSON = 7_000_001


class Groups(Core):
    """The part of the world that groups need."""

    def add_person(
        self,
        first_name: str,
        *,
        last_name: str = "",
        username: str = "",
        language_code: str = "",
        is_bot: bool = False,
        person_id: int | None = None,
    ) -> Person:
        """A new user; the first name may be empty, as of a deleted account. Other bots are users too."""
        number = self.state.count("person", _FIRST_PERSON) if person_id is None else person_id
        person = Person(number, first_name, last_name, username, language_code, is_bot)
        self.state.people[number] = person
        self.changes += 1
        return person

    def choose_language(self, person: Person, language_code: str) -> Person:
        """A person sets the app to another language; the bot is told with whatever this person does next."""
        self.state.people[person.id] = replace(self.state.people[person.id], language_code=language_code)
        self.changes += 1
        return self.state.people[person.id]

    def deactivate(self, person: Person) -> Person:
        """A person deletes the account: no name is left of it."""
        self.state.people[person.id] = Person(person.id, "", is_bot=person.is_bot, deactivated=True)
        self.changes += 1
        return self.state.people[person.id]

    def make_group(
        self,
        title: str,
        members: Iterable[Person],
        *,
        supergroup: bool = False,
        topics: Iterable[str] = (),
        username: str = "",
        bot: bool = True,
    ) -> Chat:
        """A new group, owned by the first of `members`; with topics, or made so, a supergroup. The bot is let in."""
        people, names = list(members), list(topics)
        wide = supergroup or bool(names)
        chat = self._new_chat("supergroup" if wide else "group", title, username)
        chat.forum = bool(names)
        for number, person in enumerate(people):
            chat.members[person.id] = Member(person.id, "member" if number else "creator")
        for name in names:
            self.open_topic(chat.id, name)
        if bot:
            self.add_bot(chat.id)
        return chat

    def make_channel(self, title: str, owner: Person) -> Chat:
        """A new channel, for people who write as one; the bot is not in it."""
        chat = self._new_chat("channel", title)
        chat.members[owner.id] = Member(owner.id, "creator")
        return chat

    def _new_chat(self, kind: str, title: str, username: str = "") -> Chat:
        first = _FIRST_GROUP if kind == "group" else _FIRST_SUPERGROUP
        number = -self.state.count("group" if kind == "group" else "supergroup", first)
        chat = Chat(number, kind, title, username, last_message=0 if kind == "group" else GENERAL_TOPIC)
        self.state.chats[chat.id] = chat
        self.changes += 1
        return chat

    def owner(self, chat_id: int) -> int:
        """Who owns a group."""
        chat = self.chat(chat_id)
        return next(member.user for member in chat.members.values() if member.status == "creator")

    def chat(self, chat_id: int) -> Chat:
        """The chat of this id.

        Raises:
            PeopleError: there is none.
        """
        if chat_id not in self.state.chats:
            raise PeopleError(f"there is no chat {chat_id}")
        return self.state.chats[chat_id]

    def join(self, person: Person, chat_id: int) -> None:
        """Let a person, or another bot, into a group."""
        self._enter(self.chat(chat_id), person, person.id)

    def add_bot(self, chat_id: int, by: int | None = None) -> None:
        """Let the bot into a group, or back into it."""
        bot = self.state.people[self.bot]
        self._enter(self.chat(chat_id), bot, self.owner(chat_id) if by is None else by)

    def _enter(self, chat: Chat, person: Person, actor: int) -> None:
        self.place(chat, Member(person.id), actor)
        self.announce(chat, actor, new_chat_members=[user_json(person)])

    def leave(self, person: Person, chat_id: int) -> None:
        """A person goes."""
        self.take_out(self.chat(chat_id), person.id, "left", person.id)

    def kick_bot(self, chat_id: int) -> None:
        """Throw the bot out."""
        self.take_out(self.chat(chat_id), self.bot, "kicked", self.owner(chat_id))

    def take_out(self, chat: Chat, user: int, status: str, actor: int) -> None:
        """End a membership, with the service message that Telegram puts there."""
        self.announce(chat, actor, left_chat_member=user_json(self.state.people[user]))
        self.place(chat, Member(user, status), actor)

    def promote(self, user: int, chat_id: int, *, anonymous: bool = False, title: str = "") -> None:
        """Make a member an admin; an anonymous one writes as the group."""
        chat = self.chat(chat_id)
        owned = chat.member(user).status == "creator"
        status = "creator" if owned else "administrator"
        self.place(chat, Member(user, status, anonymous, title), self.owner(chat_id))

    def demote(self, user: int, chat_id: int) -> None:
        """Make an admin an ordinary member."""
        self.place(self.chat(chat_id), Member(user), self.owner(chat_id))

    def forbid_photos(self, chat_id: int, *, forbidden: bool = True) -> None:
        """Take from, or give back to, all ordinary members the right to send photos. The bot hears nothing of it."""
        chat = self.chat(chat_id)
        chat.rights = replace(chat.rights, photos=not forbidden)
        self.changes += 1

    def mute(self, chat_id: int, user: int | None = None, *, muted: bool = True) -> None:
        """Mute one member (who is then restricted), or without `user` all who are not admins."""
        chat = self.chat(chat_id)
        self.changes += 1
        if user is None:
            chat.rights = replace(chat.rights, messages=not muted)
        elif muted:
            rights = Rights(messages=False, photos=False)
            self.place(chat, Member(user, "restricted", rights=rights), self.owner(chat_id))
        else:
            self.place(chat, Member(user), self.owner(chat_id))

    def open_topic(self, chat_id: int, name: str) -> Topic:
        """A new topic of a forum."""
        chat = self.chat(chat_id)
        made = self.announce(chat, self.owner(chat_id), forum_topic_created={"name": name, "icon_color": 7322096})
        chat.topics[made.id] = Topic(made.id, name)
        return chat.topics[made.id]

    def close_topic(self, chat_id: int, topic_id: int | None, *, closed: bool = True) -> None:
        """Close or open a topic; without an id, General."""
        chat = self.chat(chat_id)
        if topic_id is None:
            chat.general_closed = closed
        else:
            chat.topics[topic_id] = replace(chat.topics[topic_id], closed=closed)
        self.announce(chat, self.owner(chat_id), topic_id, **{f"forum_topic_{'closed' if closed else 'reopened'}": {}})

    def delete_topic(self, chat_id: int, topic_id: int) -> None:
        """Delete a topic with all that was written in it."""
        chat = self.chat(chat_id)
        chat.topics[topic_id] = replace(chat.topics[topic_id], deleted=True)
        for message in list(chat.messages.values()):
            if message.thread == topic_id and not message.deleted:
                self.remove(chat, message.id)

    def delete_group(self, chat_id: int) -> None:
        """The owner deletes the group for everyone."""
        self.chat(chat_id).deleted = True
        self.changes += 1

    def migrate(self, chat_id: int) -> Chat:
        """Upgrade a group to a supergroup: a new chat, while the old one only points to it."""
        old = self.chat(chat_id)
        if old.type != "group" or old.moved_to is not None:
            raise PeopleError("only a group can be upgraded, and only once")
        new = self._new_chat("supergroup", old.title)
        new.members, new.rights = dict(old.members), old.rights
        owner = self.owner(chat_id)
        self.announce(old, owner, migrate_to_chat_id=new.id)
        old.moved_to = new.id
        self.announce(new, owner, migrate_from_chat_id=old.id)
        return new
