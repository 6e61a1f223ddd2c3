"""The figures behind the game, in plain words: for the full deck and for the easy one. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules import DeckKind
from engine.value import Value

if TYPE_CHECKING:
    from handler.words import Words


class Odds(Value):
    """What is known of a deck: counted, each of them again by a test.

    `each` is in how many sets a card is; one of `random` random triples is a set; `dozen` are the sets that twelve
    cards hold on average, in tenths; so many cards as `free` can lie without a set, one more cannot.
    """

    cards: int
    sets: int
    each: int
    random: int
    dozen: int
    free: int


ODDS = {DeckKind.FULL: Odds(81, 1080, 40, 79, 28, 20), DeckKind.EASY: Odds(27, 117, 13, 25, 88, 9)}

MOST = 14
"""The most sets that twelve cards hold (arXiv 2501.12565)."""

NONE_IN_12, NONE_IN_15, NONE_IN_PLAY = 31, 2742, 15
"""One time in so many no set is among 12 or 15 cards just shuffled, and on twelve cards in play."""

FIFTEEN, LEFT_6_OR_9, LEFT_NONE = 69, 91, 1
"""In so many of a hundred games 15 cards lie there, 6 or 9 cards are left at the end, or none."""


def told(deck: DeckKind, words: Words) -> str:
    """The figures of a deck, a line each."""
    odds = ODDS[deck]
    return "\n".join(words.line(f"• {line}") for line in (*_counted(odds, words), *_of_tables(deck, words)))


def _counted(odds: Odds, words: Words) -> tuple[str, ...]:
    return (
        words("Cards in the deck: {cards}. Sets among them: {sets}.", cards=odds.cards, sets=odds.sets),
        words("Every card is in {n} sets; any two cards are in exactly one.", n=odds.each),
        words("Three cards at random are a set one time in {n}.", n=odds.random),
        words("Twelve cards hold {average} sets on average.", average=words.decimal(odds.dozen)),
        words("At most {n} cards can lie without a set; with one more there always is one.", n=odds.free),
    )


def _of_tables(deck: DeckKind, words: Words) -> tuple[str, ...]:
    if deck is DeckKind.EASY:
        return (words("So a full table of twelve always holds a set here."),)
    return (
        words("More than {n} sets never lie in twelve cards.", n=MOST),
        words(
            "Twelve cards just shuffled hold no set one time in {n}, fifteen one time in {more}.",
            n=NONE_IN_12,
            more=NONE_IN_15,
        ),
        words("Twelve cards in play hold no set one time in {n}: taken sets thin the table out.", n=NONE_IN_PLAY),
        words("Fifteen cards lie there at some time in {n} of 100 games.", n=FIFTEEN),
        words(
            "At the end 6 or 9 cards are left in {n} of 100 games, none in {few}, three never.",
            n=LEFT_6_OR_9,
            few=LEFT_NONE,
        ),
    )
