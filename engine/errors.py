"""Errors of the engine: only for code or data that is wrong, never for a player's mistake.

EngineError
└── NotationError (a text that is not the form of any value; carries the text)
"""


class EngineError(Exception):
    """The root of all that the engine raises."""


class NotationError(EngineError, ValueError):
    """A text that is not the one-line form of a value."""

    def __init__(self, kind: str, text: str, why: str) -> None:
        super().__init__(f"not a {kind}: {text!r} ({why})")
        self.kind = kind
        self.text = text
        self.why = why
