"""Sets found in what a chat says in words: `7. two red striped ovals`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.card import DECK
from engine.look import Look
from engine.sets import find_sets
from handler.words import ENGLISH

if TYPE_CHECKING:
    from engine.card import Card

_LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_CARDS: dict[str, Card] = {ENGLISH.spoken_card(card, Look()): card for card in DECK}


def cards_in(text: str) -> dict[int, Card]:
    """The cards that a text tells, by slot."""
    return {int(slot): _CARDS[words] for slot, words in _LINE.findall(text) if words in _CARDS}


def set_in(text: str) -> tuple[int, ...]:
    """The slots of a set among the cards that a text tells; none if there is none."""
    slots = {card: slot for slot, card in cards_in(text).items()}
    found = find_sets(tuple(slots))
    return tuple(slots[card] for card in found[0]) if found else ()


def worst_in(text: str) -> tuple[int, ...]:
    """The slots of three cards of which as many features fail as may be."""
    from itertools import combinations

    from engine.verdict import mixed_features

    slots = {card: slot for slot, card in cards_in(text).items()}
    worst = max(combinations(slots, 3), key=lambda cards: len(mixed_features(cards)))
    return tuple(slots[card] for card in worst)
