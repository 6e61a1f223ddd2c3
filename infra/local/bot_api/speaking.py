"""What people do in a chat: write, press buttons, delete, and listen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from infra.local.bot_api.chat import Chat, Member
from infra.local.bot_api.entities import formatted
from infra.local.bot_api.errors import PeopleError
from infra.local.bot_api.feed import Event
from infra.local.bot_api.groups import Groups
from infra.local.bot_api.keyboard import pressed
from infra.local.bot_api.message import Json, Message
from infra.local.bot_api.person import ANONYMOUS_ADMIN, CHANNEL_BOT, SERVICE_USER
from infra.local.bot_api.press import Press
from infra.local.bot_api.query import Answer, Query
from infra.local.bot_api.state import CachedAnswer
from infra.local.bot_api.wire import chat_json, inaccessible_json, message_json, user_json

if TYPE_CHECKING:
    from infra.local.bot_api.feed import Feed
    from infra.local.bot_api.person import Person

_FIRST_QUERY = 4_300_000_000_000_001


class Speaking(Groups):
    """The part of the world that happens in chats."""

    def open_private(self, person: Person) -> Chat:
        """A private chat with the bot, opened by the person; only then may the bot write there."""
        chat = self.state.chats.setdefault(person.id, Chat(person.id, "private"))
        chat.members[person.id] = Member(person.id)
        self.place(chat, Member(self.bot), person.id)
        return chat

    def block_bot(self, person: Person) -> None:
        """Forbid the bot to write to oneself; `open_private` takes it back."""
        chat = self.open_private(person)
        self.place(chat, Member(self.bot, "kicked"), person.id)

    def say(
        self,
        person: Person,
        chat_id: int,
        text: str,
        *,
        reply_to: int | None = None,
        topic: int | None = None,
        as_channel: int | None = None,
    ) -> Message:
        """Write a text. An anonymous admin writes as the group, a person with a channel may write as that.

        Raises:
            PeopleError: the app would not let this person write there.
        """
        chat = self._writable(person, chat_id, topic)
        stored, entities = formatted(text, "", [], self.limits.entities)
        message = Message(0, chat.id, person.id, self.now(), stored, entities, reply_to=reply_to, thread=topic)
        message = replace(message, in_topic=topic is not None)
        return self.post(replace(message, **self._mask(chat, person, as_channel)))

    def _writable(self, person: Person, chat_id: int, topic: int | None) -> Chat:
        chat = self.chat(chat_id)
        if not chat.member(person.id).present or not chat.may(person.id).messages:
            raise PeopleError(f"{person.first_name or person.id} cannot write in {chat.title or chat.id}")
        if chat.moved_to is not None or chat.deleted:
            raise PeopleError(f"{chat.title} is closed")
        if topic is not None and (topic not in chat.topics or chat.topics[topic].deleted):
            raise PeopleError(f"{chat.title} has no topic {topic}")
        closed = chat.topics[topic].closed if topic is not None else chat.forum and chat.general_closed
        if closed and not chat.member(person.id).admin:
            raise PeopleError(f"topic {topic} of {chat.title} is closed")
        return chat

    def _mask(self, chat: Chat, person: Person, as_channel: int | None) -> Json:
        """Under which name a message appears, if not the writer's own."""
        if as_channel is not None:
            return {"sender": CHANNEL_BOT, "sender_chat": self.chat(as_channel).id}
        member = chat.member(person.id)
        if member.anonymous:
            return {"sender": ANONYMOUS_ADMIN, "sender_chat": chat.id, "signature": member.title}
        return {}

    def forward_post(self, chat_id: int, channel_id: int, text: str) -> Message:
        """A post of the group's linked channel arrives, as Telegram itself puts it there."""
        message = Message(0, chat_id, SERVICE_USER, self.now(), text, sender_chat=channel_id, forwarded=True)
        return self.post(message)

    def press(self, person: Person, chat_id: int, message_id: int, button: int | str) -> Press:
        """Press a button by its index, counted from 0, or by its data, which need not be (any more) in the message.

        The message may be deleted, as long as an app may still show it. The answer comes to the handle and to the
        person's feed.

        Raises:
            PeopleError: no such message was ever there, or no such button, or one without data.
        """
        chat = self.chat(chat_id)
        message = chat.messages.get(message_id)
        if message is None or message.sender != self.bot or chat.moved_to is not None:
            raise PeopleError(f"chat {chat_id} has no message {message_id} of the bot that could be pressed")
        return self._ask(person, chat, message, button if isinstance(button, str) else _data(message, button))

    def _ask(self, person: Person, chat: Chat, message: Message, data: str) -> Press:
        number = str(self.state.count("query", _FIRST_QUERY))
        query = Query(number, person.id, chat.id, message.id, data, self.clock.now())
        press = Press(number, self.clock, query.at + self.limits.query_seconds)
        cached = self.state.cached.get(cache_key(query))
        if cached is not None and cached.until > query.at:
            press.settle(cached.answer)
            self._show(query, cached.answer)
        elif chat.member(self.bot).present and not chat.deleted:
            self.state.queries[number] = query
            self.presses[number] = press
            self._forget_old_queries()
            self.emit(f"query {person.id}", "callback_query", self._query_json(query), self.limits.callback_kept)
        return press

    def _query_json(self, query: Query) -> Json:
        message = self.state.chats[query.chat].messages[query.message]
        shown = inaccessible_json(self.state, message) if message.deleted else message_json(self.state, message)
        return {
            "id": query.id,
            "from": user_json(self.state.people[query.person]),
            "message": shown,
            "chat_instance": str(query.chat * 1_000_003),
            "data": query.data,
        }

    def _forget_old_queries(self) -> None:
        """Drop the queries that nobody can answer any more."""
        oldest = self.clock.now() - self.limits.query_seconds
        self.state.cached = {key: kept for key, kept in self.state.cached.items() if kept.until > self.clock.now()}
        gone = [number for number, query in self.state.queries.items() if query.at < oldest]
        for number in gone:
            del self.state.queries[number]
            self.presses.pop(number, None)

    def settle(self, query: Query, answer: Answer, cache_seconds: float) -> None:
        """The bot answered a query: its presser, and nobody else, is told."""
        self.state.queries[query.id] = replace(query, answer=answer)
        if cache_seconds > 0:
            self.state.cached[cache_key(query)] = CachedAnswer(answer, self.clock.now() + cache_seconds)
        press = self.presses.pop(query.id, None)
        if press is not None:
            press.settle(answer)
        self._show(query, answer)

    def _show(self, query: Query, answer: Answer) -> None:
        self.changes += 1
        told = {"text": answer.text, "show_alert": answer.alert, "url": answer.url}
        body = {"query_id": query.id, "message_id": query.message, "data": query.data} | told
        self.feeds.tell(query.person, Event("answer", query.chat, body))

    def edit(self, person: Person, chat_id: int, message_id: int, text: str) -> Message:
        """Change what one wrote oneself."""
        chat = self.chat(chat_id)
        message = chat.messages.get(message_id)
        if message is None or message.deleted or message.sender != person.id:
            raise PeopleError(f"{message_id} is not a message of {person.id}")
        stored, entities = formatted(text, "", [], self.limits.entities)
        changed = self.change(replace(message, text=stored, entities=entities, edited=self.now()))
        if self.sees(chat, changed):
            body = message_json(self.state, changed)
            self.emit(f"chat {chat.id}", "edited_message", body, self.limits.message_kept)
        return changed

    def delete_message(self, admin: Person, chat_id: int, message_id: int) -> None:
        """Delete a message: one's own, or as an admin any."""
        chat = self.chat(chat_id)
        message = chat.messages.get(message_id)
        if message is None or message.deleted:
            raise PeopleError(f"there is no message {message_id}")
        if message.sender != admin.id and not chat.member(admin.id).admin and chat.type != "private":
            raise PeopleError(f"{admin.first_name} may not delete that")
        self.remove(chat, message_id)

    def subscribe(self, person: Person) -> Feed:
        """Listen as a person from now on: an async iterator of `Event`s, to be closed with `close()`."""
        return self.feeds.open(person.id)

    def history(self, chat_id: int) -> list[Json]:
        """All messages of a chat that are still there, oldest first, in the Bot API's form."""
        messages = self.chat(chat_id).messages.values()
        return [message_json(self.state, message) for message in messages if not message.deleted]

    def chats_of(self, person: Person) -> list[Json]:
        """The chats a person is in, in the Bot API's form."""
        chats = [chat for chat in self.state.chats.values() if person.id in chat.present()]
        return [chat_json(self.state, chat) for chat in chats]


def _data(message: Message, button: int) -> str:
    found = pressed(message.keyboard, button)
    if found is None or "callback_data" not in found:
        raise PeopleError(f"message {message.id} has no button {button} that could be pressed")
    return str(found["callback_data"])


def cache_key(query: Query) -> str:
    """Which presses one cached answer is good for."""
    return f"{query.person} {query.chat} {query.message} {query.data}"
