"""A whole game by people who never see the picture nor the stored game: /cards, toasts, captions, /score, buttons."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.group import Group, Post

CARD = re.compile(r"(\d+)\. (one|two|three) (\w+) (\w+) (diamond|oval|squiggle)s?")
PLAYERS = ("Ana", "Ben", "Cleo")

Card = tuple[str, ...]


class Readers:
    """Three people at one table, each of whom knows only what was written."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self.points = dict.fromkeys(PLAYERS, 0)

    def start(self) -> None:
        self._group.type("Ana", "/newgame")
        for name in PLAYERS[1:]:
            assert self._group.press(name, "Join").text.endswith("Wait for Start")
        assert self._group.press("Ana", "Start").text.startswith("Go!")

    def newest_with(self, button: str) -> Post | None:
        posts = reversed(self._group.telegram.posts.values())
        return next((post for post in posts if any(button in row for row in post.labels())), None)

    def on(self) -> bool:
        """Whether there is a table with buttons."""
        return self.newest_with("SET!") is not None

    def read(self, command: str) -> list[str]:
        """Ask for a text; the lines of the answer."""
        self._group.later(3)
        self._group.type("Ben", command)
        return self._group.newest.text.splitlines()

    def cards(self) -> dict[str, Card]:
        """The table as /cards tells it: which card lies in which slot."""
        found = [CARD.fullmatch(line) for line in self.read("/cards")]
        return {match[1]: match.groups()[1:] for match in found if match is not None}

    def claim(self, name: str, slots: tuple[str, ...]) -> str:
        for number, slot in enumerate(slots, 1):
            self._group.later(0.6)
            toast = self._group.press(name, slot).text
            picked = " ".join((*slots[:number], "_", "_", "_")[:3])
            assert toast.startswith(f"{slot} ✓ ")
            assert toast.endswith(f" · {picked}")
        self._group.later(0.6)
        return self._group.press(name, "SET!").text

    def caption(self) -> list[str]:
        table = self.newest_with("SET!")
        assert table is not None
        return table.text.splitlines()

    def labels(self) -> list[str]:
        table = self.newest_with("SET!")
        assert table is not None
        return [label for row in table.labels() for label in row]


def is_set(cards: tuple[Card, ...]) -> bool:
    """Three cards in words: each feature all alike or all different."""
    return all(len(set(values)) != 2 for values in zip(*cards, strict=True))


def found_in(table: dict[str, Card], *, right: bool) -> tuple[str, ...] | None:
    """Three slots that hold a set, or none."""
    triples = combinations(table, 3)
    return next((slots for slots in triples if is_set(tuple(table[slot] for slot in slots)) == right), None)


def one_turn(readers: Readers, turn: int) -> None:
    """Read the table, claim, and believe only what is written about it."""
    name = PLAYERS[turn % 3]
    table = readers.cards()
    assert list(table) == [label for label in readers.labels() if label.isdigit()]
    mistaken = turn % 5 == 4
    slots = found_in(table, right=not mistaken)
    assert slots is not None
    verdict = readers.claim(name, slots)
    readers.points[name] += -1 if mistaken else 1
    shown = str(readers.points[name]).replace("-", "−")
    assert verdict.startswith(f"No set: you have {shown} now." if mistaken else f"SET! You have {shown} now.")
    if readers.on():
        sign, chip = "❌" if mistaken else "✅", "①②③"[turn % 3]
        news, scores = readers.caption()[:2]
        assert f"{sign} {chip} {name}: {' '.join(sorted(slots, key=int))}" in news
        assert f"{chip}{name} {shown}" in scores


def test_a_whole_game_is_played_from_texts_alone(group: Group) -> None:
    readers = Readers(group)
    readers.start()
    turns = 0
    while readers.on():
        one_turn(readers, turns)
        turns += 1
        assert turns < 60
    final = group.newest
    assert final.loud
    assert final.text.startswith("🏁 The game is over: no set is left.")
    assert sum(readers.points.values()) + 2 * sum(turn % 5 == 4 for turn in range(turns)) == turns
    ranked = sorted(readers.points.items(), key=lambda one: -one[1])
    assert ranked[-1][1] > 0
    lines = [f"{1 + sum(other > points for _, other in ranked)}. {name} {points}" for name, points in ranked]
    told = final.text.splitlines()[1:]
    assert sorted(told) == sorted(lines)
    assert readers.read("/score") == told
    assert not any("SET!" in row for post in group.telegram.posts.values() for row in post.labels())
    assert final.labels() == [["🔁 Play again"]]
