"""Texts as Telegram stores them: what it strips, and how it counts."""

from __future__ import annotations

import re

_SPACED = re.compile("[\x00-\x09\x0b\x0c\x0e-\x20]")
_DROPPED = re.compile("[\r\u2028-\u202e\u0333\u033f\u030a]")
_MARKS = re.compile("[\u200e\u200f]{2,}")


def clean(text: str) -> str:
    """A text without what the server removes: control characters become spaces, direction overrides go.

    Of several direction marks in a row all but the last become zero width non-joiners, as in TDLib's misc.cpp.
    """
    kept = _SPACED.sub(" ", _DROPPED.sub("", text))
    return _MARKS.sub(lambda marks: "\u200c" * (len(marks[0]) - 1) + marks[0][-1], kept)


def utf16_length(text: str) -> int:
    """How long a text is in UTF-16 code units, in which entities are placed."""
    return len(text) + sum(char > "\uffff" for char in text)
