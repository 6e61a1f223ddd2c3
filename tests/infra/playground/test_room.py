from __future__ import annotations

import pytest

from handler.languages import languages
from infra.local.bot_api import World
from infra.local.bot_api.errors import PeopleError
from infra.local.playground.keeper import Notes
from infra.local.playground.room import Room


@pytest.fixture
def room() -> Room:
    made = Room(World(), Notes())
    made.furnish()
    return made


def names(people: object) -> list[str]:
    return [person.first_name for person in people]  # type: ignore[attr-defined]


def test_a_new_room_has_people_two_robots_and_the_bot_in_one_group(room: Room) -> None:
    assert names(room.people()) == ["Ana", "Ben", "Cleo", "Dan", "سارا"]
    assert names(room.robots()) == ["Pixel", "Turbo"]
    members = room.world.chat(room.notes.group).present()
    assert set(members) == {room.world.bot, *(person.id for person in (*room.people(), *room.robots()))}


def test_a_room_is_furnished_once(room: Room) -> None:
    Room(room.world, room.notes).furnish()
    assert len(room.people()) == 5


def test_robots_read_english_also_those_of_an_older_file(room: Room) -> None:
    for robot in room.robots():
        room.world.choose_language(robot, "")
    room.furnish()
    assert [robot.language_code for robot in room.robots()] == ["en", "en"]


def test_a_person_can_set_the_app_to_each_language_of_the_bot_and_to_no_other(room: Room) -> None:
    for code in languages():
        room.choose_language(room.people()[0], code)
        assert room.people()[0].language_code == code
    with pytest.raises(PeopleError, match="no language xx"):
        room.choose_language(room.people()[0], "xx")


def test_each_new_window_is_somebody_else(room: Room) -> None:
    for _ in range(6):
        room.connected.append(room.newcomer().id)
    assert len(set(room.connected)) == 6
    assert names(room.people()) == ["Ana", "Ben", "Cleo", "Dan", "سارا", "Guest 6"]


def test_whoever_closed_the_window_is_free_again(room: Room) -> None:
    first = room.newcomer()
    room.connected.append(first.id)
    assert room.newcomer() != first
    room.connected.remove(first.id)
    assert room.newcomer() == first


def test_nobody_can_be_a_robot_or_the_bot(room: Room) -> None:
    assert room.person(room.people()[1].id) == room.people()[1]
    assert room.person(room.robots()[0].id) is None
    assert room.person(room.world.bot) is None
    assert room.is_robot(room.robots()[1].id)


def test_somebody_new_comes_into_the_group(room: Room) -> None:
    eva = room.add_person("  Eva   Maria ")
    assert eva.first_name == "Eva Maria"
    assert eva in room.people()


@pytest.mark.parametrize("name", ["", "   ", "x" * 65])
def test_a_name_needs_letters_but_not_too_many(room: Room, name: str) -> None:
    with pytest.raises(PeopleError, match="1 to 64"):
        room.add_person(name)


def test_a_new_group_has_everybody_and_is_started_as_the_button_does(room: Room) -> None:
    ben = room.people()[1]
    chat = room.add_group(ben, "Family")
    assert set(chat.present()) == set(room.world.chat(room.notes.group).present())
    assert chat.member(ben.id).status == "creator"
    assert room.world.history(chat.id)[-1]["text"] == "/start@setgram_bot play"
    with pytest.raises(PeopleError):
        room.add_group(ben, " ")


def test_a_robot_is_an_admin_so_that_it_may_start_any_demo_game(room: Room) -> None:
    pixel = room.robots()[0].id
    for chat in (room.notes.group, room.add_group(room.people()[0], "Family").id):
        assert room.world.chat(chat).member(pixel).admin
