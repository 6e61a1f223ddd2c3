"""What a window shows, as JSON: people, chats with their messages, and news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler.guide import help_text
from handler.words import ENGLISH
from infra.local.bot_api.wire import chat_json

if TYPE_CHECKING:
    from infra.local.bot_api import World
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.feed import Event
    from infra.local.bot_api.message import Json
    from infra.local.bot_api.person import Person
    from infra.local.playground.room import Room

HISTORY = 200
"""So many of a chat's last messages are shown."""


def commands() -> list[Json]:
    """The commands to offer while one is typed, as the bot's own help tells them."""
    lines = [line.split(" ", 1) for line in help_text(ENGLISH).splitlines() if line.startswith("/")]
    return [{"command": command, "description": what} for command, what in lines]


def people(room: Room) -> list[Json]:
    """Everybody who is in the first group but the bot."""

    def entry(person: Person) -> Json:
        there = person.id in room.connected
        return {"id": person.id, "name": person.first_name, "robot": room.is_robot(person.id), "open": there}

    return [entry(person) for person in (*room.people(), *room.robots())]


def chats(world: World, person: Person) -> list[Json]:
    """A person's groups, and last the private chat with the bot, begun or not."""
    groups = [chat for chat in world.state.chats.values() if chat.group and person.id in chat.present()]
    private = world.state.chats.get(person.id)
    bot = {"id": person.id, "type": "private", "messages": _history(world, private) if private else []}
    return [{**_group(world, chat), "messages": _history(world, chat)} for chat in groups] + [bot]


def _group(world: World, chat: Chat) -> Json:
    return {**chat_json(world.state, chat), "members": len(list(chat.present()))}


def _history(world: World, chat: Chat) -> list[Json]:
    return [shown(world, message) for message in world.history(chat.id)[-HISTORY:]]


def shown(world: World, message: Json) -> Json:
    """A message of the Bot API's form with what only apps are told: whether it came silently."""
    return {**message, "silent": world.chat(message["chat"]["id"]).messages[message["message_id"]].silent}


def news(world: World, event: Event) -> Json:
    """An event of a person's feed."""
    body = event.body
    if event.kind in ("message", "edited"):
        body = {"message": shown(world, body)}
    return {"kind": event.kind, "chat": event.chat, **body}
