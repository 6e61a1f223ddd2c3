"""Which language somebody is spoken to in, and that every language is there."""

from __future__ import annotations

import pytest

from handler.languages import catalogue_path, language_for, languages, words_of
from handler.words import ENGLISH


def test_english_comes_first_and_every_catalogue_is_a_language() -> None:
    assert languages() == ("en", "fa", "pl", "ro")
    assert words_of("en") is ENGLISH
    assert [words_of(language).own_name for language in languages()] == ["English", "فارسی", "Polski", "Română"]
    assert all(catalogue_path(language).is_file() for language in languages()[1:])


def test_words_are_made_once() -> None:
    assert words_of("pl") is words_of("pl")


@pytest.mark.parametrize(
    ("own", "app", "group", "spoken"),
    [
        ("pl", "ro", "fa", "pl"),
        (None, "ro", "fa", "ro"),
        (None, "ro-MD", "fa", "ro"),
        (None, "RO_md", "fa", "ro"),
        (None, "de", "fa", "fa"),
        (None, "roa", "fa", "fa"),
        (None, None, "fa", "fa"),
        (None, "", "fa", "fa"),
        (None, "en", "fa", "en"),
        (None, "de", None, "en"),
        (None, None, None, "en"),
        ("xx", "pl", "fa", "pl"),
        (None, None, "xx", "en"),
    ],
)
def test_the_own_choice_comes_before_the_apps_the_groups_and_english(
    own: str | None, app: str | None, group: str | None, spoken: str
) -> None:
    assert language_for(own, app, group) == spoken
