"""Games of people who speak different languages: each is told in the own one, all of them in the group's."""

from __future__ import annotations

import re
import unicodedata
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from handler.languages import languages
from tests.handler.conftest import group_at
from tests.polyglots import SPEAKERS, STRANGER, Polyglots
from tests.tongues import check_toast

if TYPE_CHECKING:
    from collections.abc import Iterator

each_language = pytest.mark.parametrize("language", languages())

SIGNS = {"fa": set("آابپتجچخدرزسشفقکگلمنهوی"), "pl": set("ąćęłńóśźż"), "ro": set("ăâîșț")}
"""Letters that only one of the languages is written with."""

NAMES = set("".join(SPEAKERS))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Polyglots]]:
    """A game in a group of each language, played."""
    with ExitStack() as stack:
        played = {}
        for language in languages():
            group, store = group_at(tmp_path_factory.mktemp(language) / "games.sqlite")
            stack.enter_context(closing(store))
            stack.enter_context(closing(group))
            played[language] = Polyglots(group, language)
            played[language].play()
        yield played


def written_in(texts: list[str]) -> set[str]:
    """The languages whose letters are in some texts, but for those of names."""
    letters = set("".join(texts)) - NAMES
    return {language for language, signs in SIGNS.items() if letters & signs}


@each_language
def test_every_toast_is_within_the_limits_and_has_its_news_first(language: str, games: dict[str, Polyglots]) -> None:
    toasts = [one.text for one in games[language].told if not re.match(r".?\d+ [✓✗] ", one.text)]
    assert len(toasts) > 60
    for toast in toasts:
        check_toast(toast)


@each_language
@pytest.mark.parametrize("name", SPEAKERS)
def test_everybody_is_told_in_the_own_language(name: str, language: str, games: dict[str, Polyglots]) -> None:
    told = games[language].told_to(name)
    assert len(set(told)) > 15
    assert written_in(told) == {SPEAKERS[name]} - {"en"}


@each_language
def test_whoever_speaks_none_of_them_is_told_in_the_groups(language: str, games: dict[str, Polyglots]) -> None:
    words = games[language].words
    assert set(games[language].told_to(STRANGER)) == {
        words("You are not in this game: press Join"),
        words("This question was for somebody else"),
    }


@each_language
def test_all_that_is_posted_is_in_the_groups_language(language: str, games: dict[str, Polyglots]) -> None:
    posted = games[language].posted()
    assert len(set(posted)) > 60
    assert written_in(posted) == {language} - {"en"}


def test_in_persian_only_slots_and_cards_are_numbered_in_latin_digits(games: dict[str, Polyglots]) -> None:
    lines = "\n".join(games["fa"].posted()).splitlines()
    numbers = {int(number) for line in lines for number in re.findall("[0-9]+", line)}
    assert numbers <= set(range(1, 22))
    assert any("دسته ۶۹" in text for text in lines)
    told = games["fa"].told_to("شهرزاد")
    assert any(re.search("1[0-2]? ✓ [۱-۳] ", text) for text in told)


def test_in_persian_every_line_is_read_from_the_right(games: dict[str, Polyglots]) -> None:
    posts = [post.text for post in games["fa"].group.telegram.shown]
    lines = [line for text in (*posts, *games["fa"].told_to("شهرزاد")) for line in text.splitlines() if line]
    assert len(lines) > 60
    for line in lines:
        outside = re.sub("[\u2066\u2068][^\u2069]*\u2069", "", line)
        strong = [kind for sign in outside if (kind := unicodedata.bidirectional(sign)) in {"L", "R", "AL"}]
        assert strong[0] in {"R", "AL"}, line


@each_language
def test_names_are_set_apart_where_directions_mix(language: str, games: dict[str, Polyglots]) -> None:
    read = "\n".join((*games[language].posted(), *(one.text for one in games[language].told)))
    persian = [read[found.start() - 1] for found in re.finditer("شهر", read)]
    assert len(persian) > 3
    assert set(persian) == {"\u2068"}
    polish = {read[found.start() - 1] for found in re.finditer("Grz", "\n".join(games[language].posted()))}
    assert (polish == {"\u2068"}) == (language == "fa")
