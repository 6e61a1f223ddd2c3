"""People's names as they may be shown: any script, nothing that breaks a line."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"
LONGEST = 20
"""Characters of a name that are kept, marks not counted."""

_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing: people name themselves with them."""

_STRONG_RIGHT = {"R", "AL"}
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_WIDTHLESS = {JOINER, _ISOLATE, _END_ISOLATE}


def _kept(text: str) -> str:
    """The characters that may stay: no controls, no directions, at most two marks on one character."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        if category[0] == "M":
            marks += 1
            if marks > 2 or not kept:
                continue
        elif category[0] == "C" and sign != JOINER:
            continue
        else:
            marks = 0
        kept.append(" " if category[0] == "Z" or sign in _BLANK else sign)
    return " ".join("".join(kept).split())


def cut(text: str, width: int) -> str:
    """A text of at most `width` columns: wide characters count two, marks none; an ellipsis where it was cut."""
    if columns(text) <= width:
        return text
    used, kept = 1, ""
    for sign in text:
        used += columns(sign)
        if used > width:
            break
        kept += sign
    return kept.rstrip(" " + JOINER) + "…"


def columns(text: str) -> int:
    """How many columns a text takes in a fixed-width layout."""
    return sum(
        0 if unicodedata.combining(sign) or sign in _WIDTHLESS else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def shown_name(first: str, last: str, number: int) -> str:
    """What a person is called: the first name, else the last, else `Player` and the end of the person's number."""
    for part in (first, last):
        name = _kept(part)
        if any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
            return cut(name, LONGEST)
    return f"Player {number % 10_000:04d}"


def isolated(name: str) -> str:
    """A name that cannot turn the line around it: a right-to-left one is set apart by first-strong isolates."""
    if any(unicodedata.bidirectional(sign) in _STRONG_RIGHT for sign in name):
        return f"{_ISOLATE}{name}{_END_ISOLATE}"
    return name
