"""People of all languages in one group: a game from the first word to the last, and all that they were told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.sets import find_sets
from tests.builders import no_set
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from engine.card import Card
    from tests.group import Group

SPEAKERS = {"Maximiliana-Alexand…": "en", "شهرزاد": "fa", "Grzegorz": "pl", "Stefania": "ro"}
"""Who plays, and the language of the person's app."""

STRANGER = "Zoe"
"""Who does not play; the app's language is none of ours."""


@dataclass(frozen=True)
class Told:
    """What one person was told by a press."""

    name: str
    text: str


class Polyglots:
    """A game in a group that was made by somebody who speaks `language`."""

    def __init__(self, group: Group, language: str) -> None:
        self.group = group
        self.words = strict_words_of(language)
        self.told: list[Told] = []
        group.languages.update(SPEAKERS | {"Founder": language, STRANGER: "de"})
        group.added(by="Founder")

    def told_to(self, name: str) -> list[str]:
        """All that one person was told."""
        return [one.text for one in self.told if one.name == name]

    def posted(self) -> list[str]:
        """All that stood in the chat at any time: messages and their buttons."""
        posts = self.group.telegram.shown
        return [text for post in posts for text in (post.text, *(b.text for row in post.keyboard for b in row))]

    def press(self, name: str, label: str) -> None:
        """Somebody presses what reads so in the group's language."""
        self.told.append(Told(name, self.group.press(name, label).text))

    def play(self) -> None:
        """Everything that a game brings, one after another."""
        first = next(iter(SPEAKERS))
        for command in ("score", "table", "leave", "rules", "help", "language", "kick"):
            self.group.type(first, f"/{command}")
        self._gather()
        for name in SPEAKERS:
            self._play_as(name)
        self._put_out(*SPEAKERS)
        self._end(first)

    def _gather(self) -> None:
        """A lobby, with all that can be refused there."""
        words, (first, *others) = self.words, SPEAKERS
        self.group.type(first, "/newgame")
        self.press(first, words("Start"))
        for name in others:
            for label in ("Join", "Join", "Leave", "Join", "Start"):
                self.press(name, words(label))
        self.press(first, words("Start"))

    def _play_as(self, name: str) -> None:
        """What one player does, right and wrong, and what the others hear of it."""
        group, mine = self.group, self.words("My picks")
        for label in ("1", "2", "3", "4", mine, mine):
            self.press(name, label)
            group.later(1.5)
        self.press(STRANGER, "1")
        self._claim(name, no_set(group.game()))
        self.press(name, "SET!")
        group.later(121)
        self._race(name, find_sets(group.game().table)[0])
        for command in ("cards", "score", "table", "leave"):
            group.type(name, f"/{command}")
            group.later(40)

    def _race(self, name: str, found: tuple[Card, ...]) -> None:
        """All have seen the same set; one is first, and the others press on under the table that they see."""
        group, old = self.group, self.group.table
        others = [other for other in SPEAKERS if other != name]
        for other in others:
            group.pick(other, found)
        self._claim(name, found)
        gone = str(group.game().taken[-1].slots[0])
        for other in others:
            for label in ("SET!", gone):
                self.told.append(Told(other, group.press(other, label, old).text))

    def _claim(self, name: str, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.press(name, str(self.group.game().table.index(card) + 1))
            self.group.later(0.5)
        self.press(name, "SET!")
        self.group.later(0.5)

    def _put_out(self, first: str, second: str, third: str, *_: str) -> None:
        self.group.type(second, "/kick", answering=third)
        self.group.later(130)
        for command in ("newgame", "kick", "unkick", "unkick"):
            self.group.type(first, f"/{command}", answering=third)
            self.press(third, self.words("Join"))

    def _end(self, first: str) -> None:
        words, group = self.words, self.group
        group.later(700)
        group.wake_due()
        group.type(first, "/newgame")
        self.press(first, words("Continue"))
        group.type(first, "/stop")
        self.press(STRANGER, words("Yes, end it"))
        self.press(first, words("Yes, end it"))
        self.press(first, words("Play again"))
