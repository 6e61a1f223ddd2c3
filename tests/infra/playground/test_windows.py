from __future__ import annotations

from typing import Any

import pytest

from infra.local.bot_api import World
from infra.local.bot_api.feed import Event
from infra.local.bot_api.methods import call
from infra.local.playground import windows
from infra.local.playground.keeper import Notes
from infra.local.playground.room import Room

pytestmark = pytest.mark.anyio


@pytest.fixture
def room() -> Room:
    made = Room(World(), Notes())
    made.furnish()
    return made


async def said(room: Room, text: str, *, silent: bool) -> dict[str, Any]:
    asked = {"chat_id": room.notes.group, "text": text, "disable_notification": silent}
    sent: Any = await call(room.world, "sendMessage", asked)
    return {**sent}


def test_the_languages_are_those_of_the_bot_by_their_own_names() -> None:
    assert [(one["code"], one["name"]) for one in windows.tongues()] == [
        ("en", "English"),
        ("fa", "فارسی"),
        ("pl", "Polski"),
        ("ro", "Română"),
    ]


async def test_each_chat_offers_the_commands_that_are_set_for_it_in_the_persons_language(room: Room) -> None:
    for scope, code, does in (("group", "", "stops"), ("group", "pl", "kończy"), ("private", "", "helps")):
        asked = {"type": f"all_{scope}_chats"}, [{"command": scope, "description": does}]
        await call(room.world, "setMyCommands", {"scope": asked[0], "commands": asked[1], "language_code": code})
    dan = next(person for person in room.people() if person.language_code == "pl")
    offered = [chat["commands"] for chat in windows.chats(room.world, dan)]
    assert offered[0] == [{"command": "/group", "description": "kończy"}]
    assert offered[1] == [{"command": "/private", "description": "helps"}]


def test_people_are_listed_with_who_is_a_robot_and_who_has_a_window(room: Room) -> None:
    room.connected.append(room.people()[1].id)
    listed = windows.people(room)
    assert [entry["name"] for entry in listed] == ["Ana", "Ben", "Cleo", "Dan", "سارا", "Pixel", "Turbo"]
    assert [entry["language"] for entry in listed] == ["en", "en", "ro", "pl", "fa", "en", "en"]
    assert [entry["name"] for entry in listed if entry["robot"]] == ["Pixel", "Turbo"]
    assert [entry["name"] for entry in listed if entry["open"]] == ["Ben"]


async def test_messages_tell_whether_they_came_silently(room: Room) -> None:
    for silent in (True, False):
        message = await said(room, "hello", silent=silent)
        assert windows.shown(room.world, message)["silent"] is silent
        assert windows.news(room.world, Event("message", room.notes.group, message))["message"]["silent"] is silent


def test_other_news_are_passed_on_as_they_are(room: Room) -> None:
    news = windows.news(room.world, Event("deleted", -5, {"message_id": 3}))
    assert news == {"kind": "deleted", "chat": -5, "message_id": 3}


async def test_a_person_sees_own_groups_and_the_bots_chat_before_it_is_begun(room: Room) -> None:
    await said(room, "hello", silent=True)
    ana = room.people()[0]
    group, private = windows.chats(room.world, ana)
    assert (group["title"], group["members"], group["messages"][-1]["text"]) == ("Card Night", 8, "hello")
    assert private == {"id": ana.id, "type": "private", "commands": [], "messages": []}
    stranger = room.world.add_person("Eve")
    assert [chat["id"] for chat in windows.chats(room.world, stranger)] == [stranger.id]


async def test_only_the_last_messages_are_shown(room: Room) -> None:
    ana = room.people()[0]
    for number in range(windows.HISTORY + 5):
        room.world.say(ana, room.notes.group, str(number))
    shown = windows.chats(room.world, ana)[0]["messages"]
    assert len(shown) == windows.HISTORY
    assert shown[-1]["text"] == str(windows.HISTORY + 4)
