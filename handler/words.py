"""The words of one language: sentences by their English text, cards by the names of their design and palette.

What is said by a literal in `words("...")` or `words.count("...", "...", n)` is found there by `make messages`; texts
in tables are marked with `N_` and `NN_`.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

from engine.card import Feature, features
from engine.look import Design, Palette
from handler import bidi

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.card import Card
    from engine.look import Look


def N_(text: str) -> str:
    """A text to be translated elsewhere."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """A text in singular and plural, to be translated elsewhere."""
    return one, many


_COLOURS = {
    Palette.ORIGINAL: (N_("red"), N_("green"), N_("purple")),
    Palette.DARK: (N_("red"), N_("green"), N_("purple")),
    Palette.MODERN: (N_("red"), N_("purple"), N_("turquoise")),
    Palette.SAFE: (N_("orange"), N_("blue"), N_("black")),
}
_SHADINGS = {
    Design.ORIGINAL: (N_("solid"), N_("striped"), N_("open")),
    Design.MODERN: (N_("full"), N_("dotted"), N_("empty")),
}
_SYMBOLS = {
    Design.ORIGINAL: (NN_("diamond", "diamonds"), NN_("oval", "ovals"), NN_("squiggle", "squiggles")),
    Design.MODERN: (NN_("rectangle", "rectangles"), NN_("ellipse", "ellipses"), NN_("wave", "waves")),
}
_NUMBERS = ("one", "two", "three")
_FEATURES = (N_("number"), N_("colour"), N_("shading"), N_("symbol"))
_CARD = N_("{number} {colour} {shading} {symbol}")

GENDERS = ("masculine", "feminine", "neuter")
"""What a symbol's name can be; the words before and behind it agree with it. English has none of it."""


def in_context() -> Iterator[tuple[str, str, str | None]]:
    """Context, singular and plural of all that a catalogue must have besides what is marked.

    Features have a short name for captions. A symbol's name has a gender, which is told in place of a translation; in
    the context of each gender, numbers are words, and colours and shadings have a singular and plural forms.
    """
    yield from (("in short", feature, None) for feature in _FEATURES)
    for one, _ in dict.fromkeys(name for names in _SYMBOLS.values() for name in names):
        yield "gender", one, None
    adjectives = dict.fromkeys(name for table in (_COLOURS, _SHADINGS) for names in table.values() for name in names)
    for gender in GENDERS:
        yield from ((gender, number, None) for number in _NUMBERS)
        yield from ((gender, adjective, adjective) for adjective in adjectives)


class Words:
    """Speaks one language. Called with an English sentence and its fields, it says it in that language.

    A field that is a whole number is a number of the sentence, in the digits of the language. Slots, and whatever has
    to match a picture or a button, are handed in as texts.
    """

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._translations = translations or NullTranslations()
        self.own_name = self._translations.pgettext("own name", "English")
        self.right_to_left = bidi.is_right_to_left(self.own_name)
        self._digits = str.maketrans("0123456789", self._translations.pgettext("digits", "0123456789"))

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """A sentence with its fields filled in."""
        return self._filled(self._translations.gettext(sentence), fields)

    def count(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """A sentence about a number of things; `{n}` in it is that number."""
        return self._filled(self._translations.ngettext(one, many, number), {"n": number, **fields})

    def _filled(self, said: str, fields: dict[str, object]) -> str:
        if bidi.is_right_to_left(said):  # SET! alone is no sentence of any language
            said = bidi.with_latin_apart(said)
        elif not fields:
            return said
        shown = {name: self.number(field) if isinstance(field, int) else field for name, field in fields.items()}
        return self.line(said.format(**shown) if fields else said)

    def line(self, text: str) -> str:
        """A text made of several, read from where this language is read from."""
        return bidi.from_the_right(text) if self.right_to_left else text

    def name(self, name: str) -> str:
        """A person's name that cannot turn the line around it."""
        return bidi.isolated(name) if self.right_to_left or bidi.is_right_to_left(name) else name

    def command(self, name: str) -> str:
        """A command as it is typed, its slash before it in any direction."""
        return bidi.with_latin_apart(f"/{name}") if self.right_to_left else f"/{name}"

    def listed(self, names: Sequence[str]) -> str:
        """Several things one after another."""
        return self._translations.pgettext("between things of a list", ", ").join(names)

    def parts(self, parts: Sequence[str]) -> str:
        """Parts of one line, between them a sign that looks like none of this language's digits."""
        return self._translations.pgettext("between parts of a line", " · ").join(parts)

    def number(self, number: int) -> str:
        """A number in this language's digits, with a true minus sign before it."""
        if number >= 0:
            return str(number).translate(self._digits)
        return f"{bidi.LEFT_MARK if self.right_to_left else ''}−{self.number(-number)}"

    def decimal(self, tenths: int) -> str:
        """A number with one digit behind the sign that the language sets there."""
        sign = self._translations.pgettext("decimal sign", ".")
        return f"{tenths // 10}{sign}{tenths % 10}".translate(self._digits)

    def minutes(self, seconds: int) -> str:
        """A length of time as minutes and seconds: `1:05`."""
        return f"{seconds // 60}:{seconds % 60:02d}".translate(self._digits)

    def feature(self, feature: Feature) -> str:
        """A feature's name."""
        return self(_FEATURES[feature])

    def feature_in_short(self, feature: Feature) -> str:
        """A feature's name where there is little room."""
        return self._translations.pgettext("in short", _FEATURES[feature])

    def value(self, feature: Feature, value: int, look: Look, amount: int = 1) -> str:
        """A feature's value, by the names of a look; symbols as so many of them."""
        match feature:
            case Feature.NUMBER:
                return self.number(value + 1)
            case Feature.COLOUR:
                return self(_COLOURS[look.palette][value])
            case Feature.SHADING:
                return self(_SHADINGS[look.design][value])
            case Feature.SYMBOL:
                return self.count(*_SYMBOLS[look.design][value], amount)

    def card(self, card: Card, look: Look) -> str:
        """A card in short: `2 red striped ovals`."""
        return self._card(card, look, self.number(features(card)[Feature.NUMBER] + 1))

    def spoken_card(self, card: Card, look: Look) -> str:
        """A card all in words: `two red striped ovals`."""
        number = _NUMBERS[features(card)[Feature.NUMBER]]
        return self._card(card, look, self._translations.pgettext(self._gender(card, look), number))

    def _card(self, card: Card, look: Look, number: str) -> str:
        """A card's words in the order of the language, agreeing with its symbol in gender and number."""
        amount, colour, shading, symbol = features(card)
        gender = self._gender(card, look)

        def agreeing(word: str) -> str:
            return self._translations.npgettext(gender, word, word, amount + 1)

        return self(
            _CARD,
            number=number,
            colour=agreeing(_COLOURS[look.palette][colour]),
            shading=agreeing(_SHADINGS[look.design][shading]),
            symbol=self.value(Feature.SYMBOL, symbol, look, amount + 1),
        )

    def _gender(self, card: Card, look: Look) -> str:
        return self._translations.pgettext("gender", _SYMBOLS[look.design][features(card)[Feature.SYMBOL]][0])


ENGLISH = Words()
"""The language of the source: every sentence as it is written in the code."""
