"""People's names as they may be shown: any script, nothing that breaks a line."""

from __future__ import annotations

import unicodedata

JOINER, NON_JOINER = "\u200d", "\u200c"
"""Part of the spelling: of emoji made of several, and of Persian words."""

LONGEST = 20
"""Characters of a name that are kept, marks not counted."""

_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing: people name themselves with them."""


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
        elif category[0] == "C" and not _joins(sign, kept):
            continue
        else:
            marks = 0
        kept.append(" " if category[0] == "Z" or sign in _BLANK else sign)
    return " ".join("".join(kept).split())


def _joins(sign: str, before: list[str]) -> bool:
    """Whether a character joins or parts two others, one of which is there: a row of them would show nothing."""
    joiners = {JOINER, NON_JOINER}
    return sign in joiners and bool(before) and before[-1] not in joiners


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
    return kept.rstrip(f" {JOINER}{NON_JOINER}") + "…"


def columns(text: str) -> int:
    """How many columns a text takes in a fixed-width layout."""
    return sum(
        0 if unicodedata.combining(sign) or _shows_nothing(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def _shows_nothing(sign: str) -> bool:
    """Whether a character only joins, parts or turns others."""
    return unicodedata.category(sign) == "Cf"


def shown_name(first: str, last: str, number: int) -> str:
    """What a person is called: the first name, else the last, else `Player` and the end of the person's number."""
    for part in (first, last):
        name = _kept(part)
        if any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
            return cut(name, LONGEST)
    return f"Player {number % 10_000:04d}"
