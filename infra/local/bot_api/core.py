"""What both sides share: the state, the clock, and the few ways in which things happen."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from infra.local.bot_api.clock import SystemClock
from infra.local.bot_api.errors import flood
from infra.local.bot_api.feed import Event, Feeds
from infra.local.bot_api.limits import Limits
from infra.local.bot_api.message import Json, Message
from infra.local.bot_api.outbox import Bell
from infra.local.bot_api.person import Person
from infra.local.bot_api.privacy import bot_sees
from infra.local.bot_api.profile import Profile
from infra.local.bot_api.state import State
from infra.local.bot_api.wire import chat_json, member_json, message_json, user_json

if TYPE_CHECKING:
    from infra.local.bot_api.chat import Chat, Member
    from infra.local.bot_api.clock import Clock
    from infra.local.bot_api.press import Press


class Core:
    """The state and everything that may change it. Not for several threads: all runs on one event loop."""

    def __init__(  # the token below is good on this machine only # nosec B107
        self,
        token: str = "1000001:local",  # noqa: S107 - good on this machine only
        username: str = "setgram_bot",
        first_name: str = "Setgram",
        *,
        clock: Clock | None = None,
        limits: Limits | None = None,
        first_update: int = 1,
    ) -> None:
        bot = Profile(token, int(token.partition(":")[0]), username, first_name)
        self.state = State(bot)
        self.state.people[bot.id] = Person(bot.id, first_name, username=username, is_bot=True)
        self.state.outbox.next_id = first_update
        self.clock: Clock = clock or SystemClock()
        self.limits = limits or Limits()
        self.feeds = Feeds()
        self.updates = Bell()
        self.presses: dict[str, Press] = {}
        self.media_edits: dict[tuple[int, int], asyncio.Task[Json]] = {}
        self.poll = 0
        """Which getUpdates is the last; those before it are ended."""
        self.changes = 0
        """Moves with every change of the state: whoever keeps the state elsewhere looks here whether to write."""
        self._turns: dict[tuple[str, int], asyncio.Lock] = {}

    @property
    def bot(self) -> int:
        """The bot's user id."""
        return self.state.bot.id

    def now(self) -> int:
        """The date of what happens now, in whole seconds."""
        return int(self.clock.now())

    def turn(self, kind: str, chat: int) -> asyncio.Lock:
        """Sends in a chat go one after the other, and so do edits."""
        return self._turns.setdefault((kind, chat), asyncio.Lock())

    async def upload(self) -> None:
        """Wait as long as a picture takes to reach Telegram."""
        if self.limits.upload_seconds > 0:
            await self.clock.sleep(self.limits.upload_seconds)

    async def spend(self, chat: Chat) -> None:
        """Take a place in a group's budget of sends and edits, waiting a little for it if need be.

        Raises:
            ApiError: the wait would be longer than Telegram hides.
        """
        waited = 0.0
        while chat.group and (wait := self._wait(chat)) > 0:
            waited += wait
            if waited > self.limits.hidden_wait:
                raise flood(math.ceil(wait))
            await self.clock.sleep(wait)
        if chat.group:
            chat.spent.append(self.clock.now())

    def _wait(self, chat: Chat) -> float:
        """Seconds until a group's budget has room again."""
        now = self.clock.now()
        chat.spent = [at for at in chat.spent if at > now - self.limits.group_window]
        if len(chat.spent) < self.limits.group_sends:
            return 0.0
        return chat.spent[-self.limits.group_sends] + self.limits.group_window - now

    def emit(self, queue: str, kind: str, body: Json, kept: float) -> None:
        """Put an update on its way to the bot, if it wants this kind."""
        self.changes += 1
        if self.state.webhook.wants(kind):
            self.state.outbox.add(queue, kind, body, self.clock.now() + kept)
            self.updates.ring()

    def tell(self, chat: Chat, kind: str, body: Json, *, silent: bool = False) -> None:
        """Give news to all people in a chat."""
        self.changes += 1
        event = Event(kind, chat.id, body, silent)
        for user in chat.present():
            self.feeds.tell(user, event)

    def post(self, message: Message) -> Message:
        """Put a message into its chat, under the next number, and tell everyone who sees it."""
        chat = self.state.chats[message.chat]
        number = self._next_message(chat)
        message = replace(message, id=number, **_place(chat, message, number))
        chat.messages[message.id] = message
        self.tell(chat, "message", message_json(self.state, message), silent=message.silent)
        if self.sees(chat, message):
            body = message_json(self.state, message)
            self.emit(f"chat {chat.id}", "message", body, self.limits.message_kept)
        return message

    def sees(self, chat: Chat, message: Message) -> bool:
        """Whether the bot gets to see a message."""
        return bot_sees(self.state, chat, message)

    def _next_message(self, chat: Chat) -> int:
        """Supergroups number their messages; all other chats share the bot's own count."""
        if chat.type in ("supergroup", "channel"):
            chat.last_message += 1
            return chat.last_message
        return self.state.count("message")

    def announce(self, chat: Chat, actor: int, thread: int | None = None, **service: object) -> Message:
        """Put a service message into a chat, or a topic of it."""
        in_topic = thread is not None
        return self.post(Message(0, chat.id, actor, self.now(), thread=thread, in_topic=in_topic, service=service))

    def change(self, message: Message) -> Message:
        """Put a message in the place of its older self."""
        chat = self.state.chats[message.chat]
        chat.messages[message.id] = message
        self.tell(chat, "edited", message_json(self.state, message))
        return message

    def remove(self, chat: Chat, message_id: int) -> None:
        """Delete a message. The bot hears nothing of it."""
        chat.messages[message_id] = replace(chat.messages[message_id], deleted=True, keyboard=None)
        self.tell(chat, "deleted", {"message_id": message_id})

    def place(self, chat: Chat, member: Member, actor: int) -> None:
        """Give a user a place in a chat; of its own the bot is told."""
        old = chat.member(member.user)
        chat.members[member.user] = member
        self.changes += 1
        if old == member:
            return
        kind, queue = ("my_chat_member", "member") if member.user == self.bot else ("chat_member", "members")
        if kind == "my_chat_member" or chat.member(self.bot).admin:
            body = {
                "chat": chat_json(self.state, chat),
                "from": user_json(self.state.people[actor]),
                "date": self.now(),
                "old_chat_member": member_json(self.state, old),
                "new_chat_member": member_json(self.state, member),
            }
            self.emit(f"{queue} {chat.id}", kind, body, self.limits.message_kept)


def _place(chat: Chat, message: Message, number: int) -> Json:
    """The thread a message belongs to: its topic's, or in a supergroup that of the message it replies to."""
    if "forum_topic_created" in message.service:
        return {"thread": number, "in_topic": True}
    replied = chat.messages.get(message.reply_to) if message.reply_to is not None else None
    if message.thread is not None or replied is None or chat.type != "supergroup":
        return {}
    return {"thread": replied.thread or replied.id, "in_topic": replied.in_topic}
