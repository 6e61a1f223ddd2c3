"""The words of one language: sentences by their English text, cards by the names of their design and palette."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING, assert_never

from engine.card import Feature, features
from engine.look import Design, Palette

if TYPE_CHECKING:
    from engine.card import Card
    from engine.look import Look

_COLOURS = {
    Palette.ORIGINAL: ("red", "green", "purple"),
    Palette.DARK: ("red", "green", "purple"),
    Palette.MODERN: ("red", "purple", "turquoise"),
    Palette.SAFE: ("orange", "blue", "black"),
}
_SHADINGS = {Design.ORIGINAL: ("solid", "striped", "open"), Design.MODERN: ("full", "dotted", "empty")}
_SYMBOLS = {
    Design.ORIGINAL: (("diamond", "diamonds"), ("oval", "ovals"), ("squiggle", "squiggles")),
    Design.MODERN: (("rectangle", "rectangles"), ("ellipse", "ellipses"), ("wave", "waves")),
}
_NUMBERS = ("one", "two", "three")
_FEATURES = ("number", "colour", "shading", "symbol")


class Words:
    """Speaks one language. Called with an English sentence and its fields, it says it in that language."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._translations = translations or NullTranslations()

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """A sentence with its fields filled in."""
        said = self._translations.gettext(sentence)
        return said.format(**fields) if fields else said

    def count(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """A sentence about a number of things; `{n}` in it is that number."""
        return self._translations.ngettext(one, many, number).format(n=number, **fields)

    def feature(self, feature: Feature) -> str:
        """A feature's name."""
        return self(_FEATURES[feature])

    def number(self, value: int) -> str:
        """A number of symbols as a word; `value` 0 is one."""
        return self(_NUMBERS[value])

    def value(self, feature: Feature, value: int, look: Look, amount: int = 1) -> str:
        """A feature's value, by the names of a look; symbols as so many of them."""
        match feature:
            case Feature.NUMBER:
                return str(value + 1)
            case Feature.COLOUR:
                return self(_COLOURS[look.palette][value])
            case Feature.SHADING:
                return self(_SHADINGS[look.design][value])
            case Feature.SYMBOL:
                one, many = _SYMBOLS[look.design][value]
                return self.count(one, many, amount)
            case _:
                assert_never(feature)

    def card(self, card: Card, look: Look) -> str:
        """A card in short: `2 red striped ovals`."""
        return self._card(card, look, str(features(card)[Feature.NUMBER] + 1))

    def spoken_card(self, card: Card, look: Look) -> str:
        """A card all in words: `two red striped ovals`."""
        return self._card(card, look, self.number(features(card)[Feature.NUMBER]))

    def _card(self, card: Card, look: Look, number: str) -> str:
        amount, colour, shading, symbol = features(card)
        one, many = _SYMBOLS[look.design][symbol]
        return self(
            "{number} {colour} {shading} {symbol}",
            number=number,
            colour=self.value(Feature.COLOUR, colour, look),
            shading=self.value(Feature.SHADING, shading, look),
            symbol=self.count(one, many, amount + 1),
        )


ENGLISH = Words()
"""The language of the source: every sentence as it is written in the code."""
