"""Errors of the engine: only for code or data that is wrong, never for a player's mistake.

EngineError
├── NotationError (a text that is not the form of any value; carries the text)
└── DeckError     (a game was started with what is no shuffle of its deck; carries the cards)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class EngineError(Exception):
    """The root of all that the engine raises."""


class NotationError(EngineError, ValueError):
    """A text that is not the one-line form of a value."""

    def __init__(self, kind: str, text: str, why: str) -> None:
        super().__init__(f"not a {kind}: {text!r} ({why})")
        self.kind = kind
        self.text = text
        self.why = why


class DeckError(EngineError, ValueError):
    """Cards that are not a shuffle of the deck in play."""

    def __init__(self, deck: Sequence[int]) -> None:
        super().__init__(f"not a shuffle of the deck: {len(deck)} cards, {len(set(deck))} different")
        self.deck = tuple(deck)
