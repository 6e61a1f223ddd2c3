"""Which languages there are, and in which one somebody is spoken to.

English is in the code. Each other language is a catalogue below `locales`, and nothing else.
"""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from handler.words import ENGLISH, Words

LOCALES: Final = Path(__file__).parent / "locales"
DOMAIN: Final = "setgram"
SOURCE: Final = "en"


def catalogue_path(language: str) -> Path:
    """Where a language's catalogue is, as it is read; the one that people edit lies beside it, as `.po`."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


@cache
def languages() -> tuple[str, ...]:
    """English, and every language that there is a catalogue for."""
    return (SOURCE, *sorted(path.parents[1].name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def language_number(language: str) -> int:
    """A language's code as a button carries it; the inverse of `numbered_language`."""
    return int(language, 36)


def numbered_language(number: int) -> str | None:
    """The language of a button's number; None where there is none (any more)."""
    return next((language for language in languages() if language_number(language) == number), None)


@cache
def words_of(language: str) -> Words:
    """The words of one of the languages."""
    if language == SOURCE:
        return ENGLISH
    with catalogue_path(language).open("rb") as catalogue:
        return Words(GNUTranslations(catalogue))


def language_for(own: str | None, app: str | None, group: str | None) -> str:
    """A person's language: the one chosen, else the app's (`pt-br` is `pt`), else the group's, else English."""
    wanted = (own, re.split("[-_]", app.lower())[0] if app else None, group)
    return next((language for language in wanted if language in languages()), SOURCE)
