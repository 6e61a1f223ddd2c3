"""Who is there: people to be, robots to play against, and the groups they share with the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handler.languages import SOURCE, languages
from infra.local.bot_api.errors import PeopleError

if TYPE_CHECKING:
    from collections.abc import Collection

    from infra.local.bot_api import World
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.person import Person
    from infra.local.playground.keeper import Notes

GROUP = "Card Night"
PEOPLE = {"Ana": "en", "Ben": "en", "Cleo": "ro", "Dan": "pl", "سارا": "fa"}
"""Whom windows are, and the language of each one's app."""

ROBOTS = ("Pixel", "Turbo")
ROBOTS_LANGUAGE = "en"
"""What robots can read: a toast comes in the language of the app."""

LONGEST_NAME = 64
"""Telegram's own limit of a first name; a group's title may be twice as long."""


class Room:
    """The people of a world. `connected` are those who have a window open, once for each window."""

    def __init__(self, world: World, notes: Notes) -> None:
        self.world = world
        self.notes = notes
        self.connected: list[int] = []

    def furnish(self) -> None:
        """Make the people, the robots and their group, where there are none yet."""
        if self.notes.group:
            for robot in self.robots():  # in an old file they have no language
                self.world.choose_language(robot, ROBOTS_LANGUAGE)
            return
        people = [self.world.add_person(name, language_code=code) for name, code in PEOPLE.items()]
        robots = [self.world.add_person(name, language_code=ROBOTS_LANGUAGE) for name in ROBOTS]
        self.notes.robots = {str(robot.id): "normal" for robot in robots}
        self.notes.group = self._make_group(GROUP, [*people, *robots]).id

    def people(self) -> list[Person]:
        """Everyone whom a window may be, in the order they came."""
        members = self.world.chat(self.notes.group).members
        found = [self.world.state.people[number] for number in members]
        return [person for person in found if not person.is_bot and not self.is_robot(person.id)]

    def robots(self) -> list[Person]:
        """The robot players."""
        return [self.world.state.people[int(number)] for number in self.notes.robots]

    def is_robot(self, person: int) -> bool:
        """Whether somebody is a robot player."""
        return str(person) in self.notes.robots

    def person(self, number: int) -> Person | None:
        """The person of this number, if a window may be that one."""
        return next((person for person in self.people() if person.id == number), None)

    def newcomer(self) -> Person:
        """Whom a new window is: the first whom no other window is, or somebody new."""
        free = (person for person in self.people() if person.id not in self.connected)
        return next(free, None) or self.add_person(f"Guest {len(self.people()) + 1}")

    def choose_language(self, person: Person, language: str) -> None:
        """Set a person's app to one of the bot's languages.

        Raises:
            PeopleError: it is none of them.
        """
        if language not in languages():
            raise PeopleError(f"there is no language {language}")
        self.world.choose_language(person, language)

    def add_person(self, name: str) -> Person:
        """Somebody new, whose app speaks English, and who joins the first group.

        Raises:
            PeopleError: there is no such name.
        """
        person = self.world.add_person(_named(name, LONGEST_NAME), language_code=SOURCE)
        self.world.join(person, self.notes.group)
        return person

    def add_group(self, owner: Person, title: str) -> Chat:
        """A new group of everybody with the bot, made as the Add to group button makes it.

        Raises:
            PeopleError: there is no such title.
        """
        others = [other for other in (*self.people(), *self.robots()) if other.id != owner.id]
        chat = self._make_group(_named(title, 2 * LONGEST_NAME), [owner, *others])
        self.world.say(owner, chat.id, f"/start@{self.world.state.bot.username} play")
        return chat

    def _make_group(self, title: str, members: Collection[Person]) -> Chat:
        """A group with the bot, in which the first robot is an admin: so it may start any demo game."""
        chat = self.world.make_group(title, members, supergroup=True)
        self.world.promote(self.robots()[0].id, chat.id)
        return chat


def _named(text: str, longest: int) -> str:
    name = " ".join(text.split())
    if not name or len(name) > longest:
        raise PeopleError(f"a name has 1 to {longest} characters")
    return name
