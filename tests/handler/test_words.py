"""One language's words: cards by the names of their look, sentences with their fields, another language by gettext."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from engine.card import DECK, Feature, parse_card
from engine.look import Design, Look, Palette
from handler.words import ENGLISH, Words

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


class Shouting(NullTranslations):
    """A language that is English in capitals, with its fields left alone."""

    def gettext(self, message: str) -> str:
        return "".join(part if "{" in part else part.upper() for part in message.replace("}", "}|").split("|"))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return (msgid1 if n == 1 else msgid2).upper()

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "digits" else message.upper()

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        del context
        return self.ngettext(msgid1, msgid2, n)


def test_another_language_says_it_in_its_own_words() -> None:
    loud = Words(Shouting())
    assert loud.spoken_card(CARD, Look()) == "TWO PURPLE SOLID OVALS"
    assert loud("Game over") == "GAME OVER"
