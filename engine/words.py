"""Reading one-line texts word by word."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from engine.card import Card, card_text, parse_card
from engine.errors import NotationError
from engine.game import Millis, PlayerId, Revision, Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from enum import Enum

    from engine.game import Triple

    Member = TypeVar("Member", bound=Enum)
    Value = TypeVar("Value")


class Words:
    """The words of a text, taken from its front, or from another text made of it.

    What is not as expected raises `NotationError` with the whole text.
    """

    def __init__(self, kind: str, text: str, front: str | None = None) -> None:
        self.kind = kind
        self.text = text
        self._rest: str | None = text if front is None else front

    def error(self, why: str) -> NotationError:
        """The error to raise about this text."""
        return NotationError(self.kind, self.text, why)

    def next(self) -> str:
        """The next word."""
        if self._rest is None:
            raise self.error("it ends too early")
        word, more, rest = self._rest.partition(" ")
        self._rest = rest if more else None
        return word

    def peek(self) -> str | None:
        """The next word, left where it is; None at the end."""
        return None if self._rest is None else self._rest.partition(" ")[0]

    def flag(self, word: str) -> bool:
        """Whether the next word is this one, which is then taken."""
        there = self.peek() == word
        if there:
            self.next()
        return there

    def mark(self, word: str) -> None:
        """Take the next word, which has to be this one."""
        if not self.flag(word):
            raise self.error(f"{word!r} was expected")

    def either(self, yes: str, no: str) -> bool:
        """Take the next word, which has to be one of two."""
        agrees = self.flag(yes)
        if not agrees:
            self.mark(no)
        return agrees

    def number(self) -> int:
        """The next word as a whole number in its shortest form."""
        word = self.next()
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or str(int(word)) != word:
            raise self.error(f"{word!r} is no whole number")
        return int(word)

    def player(self) -> PlayerId:
        """The next word as a player."""
        return PlayerId(self.number())

    def instant(self) -> Millis:
        """The next word as an instant."""
        return Millis(self.number())

    def number_named(self, name: str) -> int:
        """The next two words as a name and its whole number."""
        self.mark(name)
        return self.number()

    def revision_named(self) -> Revision:
        """The next two words as a revision."""
        return Revision(self.number_named("revision"))

    def slot(self) -> Slot:
        """The next word as a slot."""
        return Slot(self.number())

    def card(self) -> Card:
        """The next word as a card."""
        try:
            return parse_card(self.next())
        except NotationError as error:
            raise self.error(f"{error.text!r} is no card") from error

    def triple(self) -> Triple:
        """The next three words as cards."""
        return self.card(), self.card(), self.card()

    def cards(self) -> tuple[Card, ...]:
        """All words that are left, as cards."""
        found: list[Card] = []
        while self._rest is not None:
            found.append(self.card())
        return tuple(found)

    def players(self) -> tuple[PlayerId, ...]:
        """All words that are left, as players."""
        found: list[PlayerId] = []
        while self._rest is not None:
            found.append(self.player())
        return tuple(found)

    def name(self) -> str:
        """All that is left, as a quoted name."""
        rest, name = self.rest(), None
        try:
            name = json.loads(rest)
        except json.JSONDecodeError as error:
            raise self.error("a name in quotes was expected") from error
        if not isinstance(name, str) or quoted(name) != rest:
            raise self.error("a name in quotes was expected")
        return name

    def member(self, kind: type[Member]) -> Member:
        """The next word as the value of an enum's member."""
        word = self.next()
        try:
            return kind(word)
        except ValueError as error:
            raise self.error(f"{word!r} is no {kind.__name__.lower()}") from error

    def read(self, readers: Mapping[str, Callable[[Words], Value]]) -> Value:
        """The value of a whole text whose first word says how to read the others."""
        verb = self.next()
        if verb not in readers:
            raise self.error(f"{verb!r} is no verb")
        value = readers[verb](self)
        self.end()
        return value

    def rest(self) -> str:
        """All that is left, as it is."""
        rest, self._rest = self._rest, None
        return rest or ""

    def end(self) -> None:
        """Check that no word is left."""
        if self._rest is not None:
            raise self.error(f"{self._rest!r} is too much")


def quoted(name: str) -> str:
    """A name in quotes, on one line and in ASCII."""
    return json.dumps(name)


def joined(words: Iterable[object]) -> str:
    """Words with a space between each two; those that are empty are left out."""
    return " ".join(filter(None, map(str, words)))


def flag(word: str, *, there: bool) -> str:
    """A word that is there or not."""
    return word if there else ""


def cards_words(cards: Iterable[Card]) -> str:
    """Cards as words."""
    return joined(map(card_text, cards))
