"""One language's words: cards by the names of their look, sentences with their fields, another language by gettext."""

from __future__ import annotations

import pytest

from engine.card import DECK, Feature, parse_card
from engine.look import Design, Look, Palette
from handler.words import ENGLISH, GENDERS, N_, NN_, in_context
from tests.tongues import strict_words_of

CARD = parse_card("2312")


def test_a_card_in_short_and_in_words() -> None:
    assert ENGLISH.card(CARD, Look()) == "2 purple solid ovals"
    assert ENGLISH.spoken_card(CARD, Look()) == "two purple solid ovals"
    assert ENGLISH.spoken_card(parse_card("1111"), Look()) == "one red solid diamond"


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look(Design.ORIGINAL, Palette.ORIGINAL), "three green open squiggles"),
        (Look(Design.ORIGINAL, Palette.DARK), "three green open squiggles"),
        (Look(Design.ORIGINAL, Palette.SAFE), "three blue open squiggles"),
        (Look(Design.MODERN, Palette.MODERN), "three purple empty waves"),
        (Look(Design.MODERN, Palette.SAFE), "three blue empty waves"),
    ],
)
def test_a_card_goes_by_the_names_of_its_design_and_palette(look: Look, text: str) -> None:
    assert ENGLISH.spoken_card(parse_card("3233"), look) == text


@pytest.mark.parametrize("look", [Look(design, palette) for design in Design for palette in Palette])
def test_no_two_cards_are_called_the_same(look: Look) -> None:
    assert (
        len({ENGLISH.card(card, look) for card in DECK})
        == len({ENGLISH.spoken_card(card, look) for card in DECK})
        == 81
    )


def test_features_and_values_have_names() -> None:
    assert [ENGLISH.feature(feature) for feature in Feature] == ["number", "colour", "shading", "symbol"]
    assert [ENGLISH.value(feature, 2, Look()) for feature in Feature] == ["3", "purple", "open", "squiggle"]
    assert ENGLISH.value(Feature.SYMBOL, 2, Look(), 3) == "squiggles"


def test_a_sentence_takes_its_fields_and_nothing_in_them_is_read_as_a_field() -> None:
    assert ENGLISH("{name} is back in the game.", name="{name}") == "{name} is back in the game."
    assert ENGLISH("no fields: {}") == "no fields: {}"
    assert ENGLISH.count("{n} card", "{n} cards", 1) == "1 card"
    assert ENGLISH.count("{n} card", "{n} cards", 3) == "3 cards"


def test_numbers_of_a_sentence_have_a_true_minus_sign() -> None:
    assert [ENGLISH.number(number) for number in (0, 21, -3)] == ["0", "21", "−3"]
    assert ENGLISH("You have {score}, {slot}", score=-3, slot="-3") == "You have −3, -3"


def test_time_is_told_in_minutes_and_seconds() -> None:
    assert [ENGLISH.minutes(seconds) for seconds in (0, 65, 117, 600)] == ["0:00", "1:05", "1:57", "10:00"]
    assert strict_words_of("fa").minutes(65) == "۱:۰۵"


def test_a_list_a_command_and_a_line_are_what_they_are() -> None:
    assert ENGLISH.listed(["number", "colour"]) == "number, colour"
    assert ENGLISH.command("stop") == "/stop"
    assert ENGLISH.line("① Ana 3") == "① Ana 3"


@pytest.mark.failure(52)
def test_only_a_name_that_is_read_from_the_right_is_set_apart() -> None:
    assert ENGLISH.name("Ana") == "Ana"
    assert ENGLISH.name("شیرین") == "\u2068شیرین\u2069"


def test_what_is_marked_is_what_it_was() -> None:
    assert N_("red") == "red"
    assert NN_("oval", "ovals") == ("oval", "ovals")


PERSIAN = strict_words_of("fa")


def test_persian_numbers_are_persian_but_for_those_that_are_texts() -> None:
    assert PERSIAN("Deck {n}", n=69) == "دسته ۶۹"
    assert PERSIAN("SET! You have {score} now.", score=-12) == "\u2066SET!\u2069 حالا \u200e−۱۲ امتیاز دارید."
    assert PERSIAN("{name} took {slots}", name="x", slots="3 7 12").endswith(": 3 7 12")


def test_persian_is_read_from_the_right_and_names_are_set_apart() -> None:
    assert PERSIAN.right_to_left
    assert PERSIAN.name("Ana") == "\u2068Ana\u2069"
    assert PERSIAN.line("① \u2068Ana\u2069 ۳") == "\u200f① \u2068Ana\u2069 ۳"
    assert PERSIAN("{rank}. {name} {score}", rank=1, name="\u2068Ana\u2069", score=3) == "\u200f۱. \u2068Ana\u2069 ۳"
    assert PERSIAN.command("stop") == "\u2066/stop\u2069"
    assert PERSIAN("SET!") == "SET!"


@pytest.mark.parametrize(
    ("language", "short", "spoken"),
    [
        ("fa", "۲ بیضی قرمز هاشورخورده", "دو بیضی قرمز هاشورخورده"),
        ("pl", "2 czerwone zakreskowane owale", "dwa czerwone zakreskowane owale"),
        ("ro", "2 ovale roșii umbrite", "două ovale roșii umbrite"),
    ],
)
def test_cards_agree_with_their_symbols_in_the_order_of_the_language(language: str, short: str, spoken: str) -> None:
    words, ovals = strict_words_of(language), parse_card("2122")
    assert words.card(ovals, Look()) == short
    assert words.spoken_card(ovals, Look()) == spoken


@pytest.mark.parametrize(
    ("language", "card", "look", "spoken"),
    [
        ("pl", "1111", Look(), "jeden czerwony pełny romb"),
        ("pl", "1113", Look(), "jedna czerwona pełna falka"),
        ("pl", "2333", Look(Design.MODERN, Palette.SAFE), "dwie czarne puste fale"),
        ("pl", "3222", Look(Design.MODERN, Palette.MODERN), "trzy fioletowe zakropkowane elipsy"),
        ("ro", "1111", Look(), "un romb roșu umplut"),
        ("ro", "1113", Look(), "o mâzgăleală roșie umplută"),
        ("ro", "2333", Look(Design.MODERN, Palette.SAFE), "două valuri negre goale"),
        ("ro", "1222", Look(Design.MODERN, Palette.SAFE), "o elipsă albastră punctată"),
        ("fa", "1333", Look(Design.MODERN, Palette.MODERN), "یک موج فیروزه‌ای خالی"),
        ("fa", "3111", Look(), "سه لوزی قرمز توپر"),
    ],
)
def test_cards_agree_in_gender_and_number(language: str, card: str, look: Look, spoken: str) -> None:
    assert strict_words_of(language).spoken_card(parse_card(card), look) == spoken


@pytest.mark.parametrize("language", ["fa", "pl", "ro"])
@pytest.mark.parametrize("look", [Look(design, palette) for design in Design for palette in Palette])
def test_in_no_language_two_cards_are_called_the_same(language: str, look: Look) -> None:
    words = strict_words_of(language)
    assert len({words.card(card, look) for card in DECK}) == 81
    assert len({words.spoken_card(card, look) for card in DECK}) == 81


def test_what_depends_on_the_symbol_is_asked_for_in_each_gender() -> None:
    asked = list(in_context())
    assert len(asked) == len(set(asked)) > 50
    assert {context for context, _, _ in asked} == {"in short", "gender", *GENDERS}
    assert ("feminine", "red", "red") in asked
    assert ("neuter", "two", None) in asked


@pytest.mark.parametrize("language", ["en", "fa", "pl", "ro"])
def test_features_in_short_are_no_longer_than_their_names(language: str) -> None:
    words = strict_words_of(language)
    for feature in Feature:
        assert 0 < len(words.feature_in_short(feature)) <= len(words.feature(feature))
