"""The catalogues: whole, in step with the code, and really in their languages."""

from __future__ import annotations

import ast
import re
import unicodedata
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from engine.card import Feature
from engine.look import Design, Look, Palette
from handler.languages import catalogue_path
from handler.words import GENDERS
from tests.catalogues import CODE, mo_bytes, po_bytes, po_path, read, template, texts, untranslated, updated
from tests.tongues import OTHERS, strict_words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

SAID = template()
CATALOGUES = {language: read(language) for language in OTHERS}

each_language = pytest.mark.parametrize("language", OTHERS)

TOLD_INSTEAD = {"gender", "digits", "own name", "decimal sign"}
"""Contexts whose entries tell something about the language: they are no translations."""

SAME = {"SET!", "oval"}
"""What some languages have in common with English."""

FOREIGN = re.compile(r"\{\w+\}|/\w+|SET!?|OK\b|\bm?s\b")
"""What stays in Latin letters in any language: fields, commands, the call, units."""

SCRIPTS = {"fa": "ARABIC", "pl": "LATIN", "ro": "LATIN"}

TERMS = {
    "fa": {
        Palette.ORIGINAL: "قرمز سبز بنفش",
        Palette.DARK: "قرمز سبز بنفش",
        Palette.MODERN: "قرمز بنفش فیروزه‌ای",
        Palette.SAFE: "نارنجی آبی مشکی",
        Design.ORIGINAL: "لوزی بیضی موج / توپر هاشورخورده توخالی",
        Design.MODERN: "مستطیل بیضی موج / پر نقطه‌چین خالی",
    },
    "pl": {
        Palette.ORIGINAL: "czerwony zielony fioletowy",
        Palette.DARK: "czerwony zielony fioletowy",
        Palette.MODERN: "czerwony fioletowy turkusowy",
        Palette.SAFE: "pomarańczowy niebieski czarny",
        Design.ORIGINAL: "romb owal falka / pełny zakreskowany pusty",
        Design.MODERN: "prostokąt elipsa fala / pełny zakropkowany pusty",
    },
    "ro": {
        Palette.ORIGINAL: "roșu verde violet",
        Palette.DARK: "roșu verde violet",
        Palette.MODERN: "roșu violet turcoaz",
        Palette.SAFE: "portocaliu albastru negru",
        Design.ORIGINAL: "romb oval mâzgăleală / umplut umbrit conturat",
        Design.MODERN: "dreptunghi elipsă val / plin punctat gol",
    },
}


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Each form of a translation beside the English it stands for."""
    if not isinstance(message.id, tuple):
        yield message.id, message.string
        return
    one, many = message.id
    for number, form in enumerate(message.string):
        yield (many if number else one), form


def translations(language: str, *but_for: str) -> Iterator[tuple[str, str]]:
    """Each English text and its translation, but for some contexts."""
    for message in texts(CATALOGUES[language]):
        if message.context not in {*TOLD_INSTEAD, *but_for}:
            yield from pairs(message)


def letters(text: str) -> str:
    return "".join(sign for sign in FOREIGN.sub("", text) if unicodedata.category(sign)[0] == "L")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def literals() -> Iterator[tuple[str, ast.expr]]:
    """The first argument of every call by which something is said, and where it stands."""
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in {"words", "N_", "NN_"} or (name == "count" and len(node.args) > 2):
                    yield f"{path.name}:{node.lineno}", node.args[0]


def test_every_sentence_in_the_code_is_collected() -> None:
    found = {where: text.value for where, text in literals() if isinstance(text, ast.Constant)}
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in texts(SAID)}
    assert len(found) > 100
    assert {where: text for where, text in found.items() if text not in known} == {}


def test_what_is_no_literal_comes_from_a_table() -> None:
    others = {where: text for where, text in literals() if not isinstance(text, ast.Constant | ast.Starred)}
    assert others
    assert {
        where: ast.unparse(text)
        for where, text in others.items()
        if not isinstance(text, ast.Subscript | ast.Attribute | ast.Name)
    } == {}


def test_the_sources_of_the_game_are_spoken() -> None:
    assert set(OTHERS) >= {"fa", "pl", "ro"}
    assert set(SCRIPTS) == set(TERMS) == set(OTHERS)
    assert {path.name for path in po_path("fa").parents[2].iterdir()} == set(OTHERS)


@each_language
def test_a_catalogue_has_all_that_is_said_and_nothing_else(language: str) -> None:
    catalogue = CATALOGUES[language]
    assert {(m.context, m.id) for m in texts(catalogue)} == {(m.context, m.id) for m in texts(SAID)}
    assert untranslated(catalogue) == []
    assert not [message.id for message in texts(catalogue) if message.fuzzy]
    assert not catalogue.obsolete


@each_language
def test_make_messages_would_change_nothing(language: str) -> None:
    assert po_path(language).read_bytes() == po_bytes(updated(language, SAID))
    assert catalogue_path(language).read_bytes() == mo_bytes(CATALOGUES[language])


@each_language
def test_fields_are_those_of_the_english(language: str) -> None:
    different = {
        english: said for english, said in translations(language) if fields(said) - {"n"} != fields(english) - {"n"}
    }
    assert different == {}


UNLIKE = ("in short", "between parts of a line")
"""Contexts in which a translation may have other signs than the English."""


def test_a_score_of_zero_is_not_taken_for_the_sign_between_two_players() -> None:
    for language in CATALOGUES:
        words = strict_words_of(language)
        sign = words.parts(["", ""]).strip()
        assert len(sign) == 1
        assert (sign == "·") == (words.number(0) == "0"), "a Persian zero is a dot"


@each_language
def test_lines_signs_and_commands_are_those_of_the_english(language: str) -> None:
    def shape(text: str) -> tuple[object, ...]:
        ending = text[-1:].replace("؟", "?")
        return (
            text.count("\n"),
            sorted(re.findall(r"/[a-z]+|SET!|[✓✗·_①]", text)),
            ending if ending in ".?:" else "",
            text == text.strip() or not letters(text),
        )

    different = {said: english for english, said in translations(language, *UNLIKE) if shape(said) != shape(english)}
    assert different == {}


@each_language
def test_nothing_is_left_in_english(language: str) -> None:
    same = {english for english, said in translations(language) if english == said and letters(english)}
    assert same <= SAME


@each_language
def test_all_is_in_the_script_of_the_language(language: str) -> None:
    strange = {
        said: sign
        for _, said in translations(language)
        for sign in letters(said)
        if not unicodedata.name(sign).startswith(SCRIPTS[language])
    }
    assert strange == {}
    assert sum(bool(letters(said)) for _, said in translations(language)) > 150


@each_language
def test_signs_are_those_that_the_language_is_written_with(language: str) -> None:
    all_of_it = FOREIGN.sub("", "".join(said for _, said in translations(language)))
    wrong = {"fa": "يكىةإ" + "٠١٢٣٤٥٦٧٨٩" + "0123456789" + ",;?", "pl": "“", "ro": "şţŞŢ“"}
    assert set(all_of_it) & set(wrong[language]) == set()


@each_language
def test_there_is_no_markup_and_no_sign_that_only_turns_the_line(language: str) -> None:
    for _, said in translations(language):
        assert not set(said) & set("<>&\u200e\u200f\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e")


@each_language
def test_colours_symbols_and_shadings_are_called_as_the_rules_call_them(language: str) -> None:
    words = strict_words_of(language)

    def named(feature: Feature, look: Look) -> str:
        return " ".join(words.value(feature, value, look) for value in range(3))

    for palette in Palette:
        assert named(Feature.COLOUR, Look(palette=palette)) == TERMS[language][palette]
    for design in Design:
        shapes, shadings = (named(feature, Look(design)) for feature in (Feature.SYMBOL, Feature.SHADING))
        assert f"{shapes} / {shadings}" == TERMS[language][design]


@each_language
def test_what_is_told_of_a_language_makes_sense(language: str) -> None:
    told = {(m.context, m.id): m.string for m in texts(CATALOGUES[language]) if m.context in TOLD_INSTEAD}
    assert {gender for (context, _), gender in told.items() if context == "gender"} <= set(GENDERS)
    assert sorted(map(unicodedata.digit, told["digits", "0123456789"])) == list(range(10))
    assert re.fullmatch(r"\w+", told["own name", "English"])


@each_language
def test_every_plural_form_is_there(language: str) -> None:
    catalogue = CATALOGUES[language]
    counted = [message for message in texts(catalogue) if isinstance(message.id, tuple)]
    assert len(counted) > 20
    assert {len(message.string) for message in counted} == {catalogue.num_plurals}


def test_the_package_ships_the_catalogues() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert 'handler = ["locales/*/LC_MESSAGES/*.mo"]' in project
