"""The words of every language as tests want them: complete, within Telegram's limits, the news first."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import NoReturn

from handler.languages import SOURCE, catalogue_path, languages
from handler.words import ENGLISH, Words

OTHERS = tuple(language for language in languages() if language != SOURCE)
"""All languages but English."""


NEWS = 40
"""Characters of a toast that a phone shows for certain."""

LONGEST_TOAST = 200


class Nothing(NullTranslations):
    """What a catalogue falls back on."""

    def gettext(self, message: str) -> NoReturn:
        raise AssertionError(f"nobody translated {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise AssertionError(f"nobody translated {msgid1!r} and {msgid2!r} for {n}")

    def pgettext(self, context: str, message: str) -> NoReturn:
        raise AssertionError(f"nobody translated {message!r} as {context!r}")

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise AssertionError(f"nobody translated {msgid1!r} and {msgid2!r} for {n} as {context!r}")


@cache
def strict_words_of(language: str) -> Words:
    """The words of a language. A text that is in no catalogue is an error, not English."""
    if language == SOURCE:
        return ENGLISH
    with catalogue_path(language).open("rb") as catalogue:
        translations = GNUTranslations(catalogue)
    translations.add_fallback(Nothing())
    return Words(translations)


def length(text: str) -> int:
    """How long Telegram may find a text: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def shown(text: str) -> str:
    """What of a text takes room: no marks of direction."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def news(toast: str) -> str:
    """A toast as far as its first stop: what it is about."""
    return re.split(r"[.!:?؟،,] | · |\n", shown(toast))[0]


def check_toast(text: str) -> None:
    """Hold a toast or an alert to Telegram's limit, and to what a phone shows of it."""
    assert 0 < length(text) <= LONGEST_TOAST, text
    assert len(news(text)) <= NEWS, text
