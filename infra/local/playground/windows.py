"""What a window shows, as JSON: people, chats with their messages, and news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler.languages import languages, words_of
from infra.local.bot_api.chat import Chat
from infra.local.bot_api.describing import offered_commands
from infra.local.bot_api.wire import chat_json

if TYPE_CHECKING:
    from infra.local.bot_api import World
    from infra.local.bot_api.feed import Event
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person
    from infra.local.playground.room import Room

HISTORY = 200
"""So many of a chat's last messages are shown."""


def tongues() -> list[Json]:
    """The languages that an app can be set to, by their own names."""
    return [{"code": code, "name": words_of(code).own_name} for code in languages()]


def people(room: Room) -> list[Json]:
    """Everybody who is in the first group but the bot."""

    def entry(person: Person) -> Json:
        there = person.id in room.connected
        kind = {"robot": room.is_robot(person.id), "open": there, "language": person.language_code or "en"}
        return {"id": person.id, "name": person.first_name} | kind

    return [entry(person) for person in (*room.people(), *room.robots())]


def chats(world: World, person: Person) -> list[Json]:
    """A person's groups, and last the private chat with the bot, begun or not."""
    groups = [chat for chat in world.state.chats.values() if chat.group and person.id in chat.present()]
    private = world.state.chats.get(person.id) or Chat(person.id, "private")
    bot = {"id": person.id, "type": "private"}
    shown = [(chat, _group(world, chat)) for chat in groups] + [(private, bot)]
    return [
        {**head, "commands": offered(world, chat, person), "messages": _history(world, chat)} for chat, head in shown
    ]


def offered(world: World, chat: Chat, person: Person) -> list[Json]:
    """The commands to offer a person in a chat, each with what it does."""
    return [{**one, "command": f"/{one['command']}"} for one in offered_commands(world.state, chat, person)]


def _group(world: World, chat: Chat) -> Json:
    return {**chat_json(world.state, chat), "members": len(list(chat.present()))}


def _history(world: World, chat: Chat) -> list[Json]:
    there = world.history(chat.id) if chat.id in world.state.chats else []
    return [shown(world, message) for message in there[-HISTORY:]]


def shown(world: World, message: Json) -> Json:
    """A message of the Bot API's form with what only apps are told: whether it came silently."""
    return {**message, "silent": world.chat(message["chat"]["id"]).messages[message["message_id"]].silent}


def news(world: World, event: Event) -> Json:
    """An event of a person's feed."""
    body = event.body
    if event.kind in ("message", "edited"):
        body = {"message": shown(world, body)}
    return {"kind": event.kind, "chat": event.chat, **body}
