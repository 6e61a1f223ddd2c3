"""The rules that are played, told from their choices one by one, with an example of a set and of none. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.card import Feature, card_of
from engine.rounds import ANYONE_DEALS_AFTER
from engine.rules import Claiming, DeckKind, Ending, Extension, Lockout, Ranking, Rounds, Vote
from engine.verdict import verdict
from handler import replies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Triple
    from engine.look import Look
    from engine.rules import Rules
    from handler.words import Words

A_SET = (card_of(0, 0, 0, 0), card_of(1, 1, 0, 0), card_of(2, 2, 0, 0))
NO_SET = (card_of(1, 0, 0, 0), card_of(1, 0, 0, 1), card_of(1, 2, 0, 2))
"""Three cards that fail in their colour alone. Both examples are of cards that every deck has."""


def told(rules: Rules, look: Look, words: Words, *, drawn: bool) -> str:
    """What a set is, why the examples are one and none, and how it is played.

    `drawn` beside a picture of the examples, whose cards are numbered 1 to 6; else the cards are named.
    """
    heads = (
        words("A set: {cards}", cards=_shown(A_SET, "1 2 3", look, words, drawn=drawn)),
        words("No set: {cards}", cards=_shown(NO_SET, "4 5 6", look, words, drawn=drawn)),
    )
    parts = [
        words("Three cards are a set if each feature is the same on all three or different on all three."),
        *("\n".join((head, *_why(cards, look, words))) for head, cards in zip(heads, (A_SET, NO_SET), strict=True)),
        "\n".join(words.line(line) for line in course(rules, look, words)),
    ]
    return "\n\n".join(parts)


def _shown(cards: Triple, numbers: str, look: Look, words: Words, *, drawn: bool) -> str:
    return numbers if drawn else words.listed([words.card(card, look) for card in cards])


def _why(cards: Triple, look: Look, words: Words) -> Iterator[str]:
    return (replies.feature_line(judged, look, words) for judged in verdict(cards))


def course(rules: Rules, look: Look, words: Words) -> Iterator[str]:
    """How these rules are played, a sentence for each choice that they make."""
    if rules.deck is DeckKind.EASY:
        yield words("Easy start: 27 cards, all {shading}.", shading=words.value(Feature.SHADING, 0, look))
    yield from _claiming(rules, words)
    yield words("✓ Right: one point.")
    yield from _mistakes(rules, words)
    yield from _more_cards(rules, words)
    yield from _ending(rules, words)


def _claiming(rules: Rules, words: Words) -> Iterator[str]:
    if rules.claiming is Claiming.CALL_FIRST:
        yield words("SET! first: then {n} s to pick three. The third claims.", n=rules.call_seconds)
        if rules.courtesy_ms:
            yield words("Within {ms} ms whoever has fewer points takes a call over.", ms=rules.courtesy_ms)
        if rules.handicaps:
            yield words("The starter may make players wait before they call.")
    elif rules.quick_claim:
        yield words("Tap the numbers of three cards: the third claims.")
    else:
        yield words("Tap the numbers of three cards, then SET!")


def _mistakes(rules: Rules, words: Words) -> Iterator[str]:
    """What a wrong claim costs, and a call that came to nothing, and what it bars from."""
    late, points = rules.claiming is Claiming.CALL_FIRST, words.number(rules.wrong_points)
    if not rules.wrong_points:
        cost = words("Wrong or too late: no points lost.") if late else words("Wrong: no points lost.")
    elif rules.score_floor is not None:
        floor = words.number(rules.score_floor)
        cost = (
            words("Wrong or too late: {points}, never below {floor}.", points=points, floor=floor)
            if late
            else words("Wrong: {points}, never below {floor}.", points=points, floor=floor)
        )
    else:
        cost = (
            words("Wrong or too late: {points}.", points=points) if late else words("Wrong: {points}.", points=points)
        )
    yield " ".join(filter(None, (f"✗ {cost}", _barred(rules, words))))


def _barred(rules: Rules, words: Words) -> str:
    match rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE:
            return words("Then no claim until a set is taken or {time} pass.", time=words.minutes(rules.table_seconds))
        case Lockout.UNTIL_ANOTHERS_SET:
            return words("Then no claim until another's set.")
        case Lockout.NO_SECOND_CALL:
            return words("Then no call until another's, new cards or {n} s.", n=2 * rules.call_seconds)
        case Lockout.NONE:
            return ""
        case _:
            assert_never(rules.lockout)


def _more_cards(rules: Rules, words: Words) -> Iterator[str]:
    match rules.extension:
        case Extension.AUTOMATIC:
            yield words("No set there: three more cards come by themselves.")
        case Extension.BY_VOTE:
            yield words("Three more cards come when all who are here agree.")
        case Extension.BY_VOTE_OR_DEADLINE:
            time = words.minutes(rules.table_seconds)
            yield words("Three more cards come when all who are here agree, or after {time}.", time=time)
        case Extension.BY_NO_SET:
            yield words("“No set” brings three more cards and a penalty: −1.")
            yield words("A set found on the last twelve cards takes a penalty back.")
        case _:
            assert_never(rules.extension)


def _ending(rules: Rules, words: Words) -> Iterator[str]:
    if rules.ending is Ending.BY_AGREEMENT:
        yield words("Deck empty: it ends when all who are here agree.")
    else:
        yield words("It ends when the deck is empty and no set is left.")
        if rules.vote is Vote.END:
            yield words("Deck empty: all who are here may agree to end it.")
        elif rules.vote is Vote.END_AFTER_DEADLINE:
            time = words.minutes(rules.table_seconds)
            yield words("Deck empty: after {time} all may agree to end it.", time=time)
    if rules.rounds is Rounds.MATCH:
        yield words("A match: everybody deals a round, or after {n} s anyone.", n=ANYONE_DEALS_AFTER // 1000)
    if rules.max_players == 1:
        yield words("You win if no penalty is left.")
    elif rules.ranking is Ranking.BY_SCORE:
        yield words("Most points win; come and go as you like.")
    else:
        yield words("Most points win; who leaves comes last.")
