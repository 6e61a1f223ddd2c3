"""Text in two directions: names, commands and numbers that keep their order in a line read from either side.

By Unicode's bidirectional algorithm (UAX 9); Telegram's apps take a line's direction from its first strong sign.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

FIRST_STRONG, LEFT_TO_RIGHT, END = "\u2068", "\u2066", "\u2069"
"""Isolates: what stands between the first or second and the third does not touch the line around it."""

LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"
"""Signs that show nothing and count as letters of one direction or the other."""

_RIGHT: Final = {"R", "AL"}
_ISOLATE: Final = re.compile(f"[{LEFT_TO_RIGHT}\u2067{FIRST_STRONG}][^{END}]*{END}")
_LATIN: Final = re.compile(r"(?<![\w}])/(?:[a-z]+|\{\w+\})|SET!|\+\d+")
"""What a sentence of any script has in Latin letters, or in digits, with a sign that belongs to them."""


def is_right_to_left(text: str) -> bool:
    """Whether any of a text is read from the right."""
    return any(unicodedata.bidirectional(sign) in _RIGHT for sign in text)


def isolated(text: str) -> str:
    """A text of unknown direction, set apart from the line around it."""
    return f"{FIRST_STRONG}{text}{END}"


def with_latin_apart(sentence: str) -> str:
    """A right-to-left sentence whose commands, SET! and `+1` keep their sign on its side; fields may still be open."""
    return _LATIN.sub(lambda found: f"{LEFT_TO_RIGHT}{found[0]}{END}", sentence)


def from_the_right(text: str) -> str:
    """A text each line of which is read from the right, whatever it begins with."""
    return "\n".join(line if not line or _begins_right(line) else RIGHT_MARK + line for line in text.split("\n"))


def _begins_right(line: str) -> bool:
    """Whether a line's first strong sign outside of isolates is read from the right."""
    strong = (unicodedata.bidirectional(sign) for sign in _ISOLATE.sub("", line))
    return next((kind for kind in strong if kind in {"L", *_RIGHT}), "L") in _RIGHT
