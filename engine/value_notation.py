"""One-line texts of cards, rules, looks and judged claims, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Judged
from engine.look import Design, Look, Palette
from engine.rules import Claiming, DeckKind, Ending, Extension, Lockout, Ranking, Rounds, Rules, Vote
from engine.words import Words, cards_words, flag, joined

if TYPE_CHECKING:
    from engine.card import Card


def cards_text(cards: tuple[Card, ...]) -> str:
    """Cards as words of four digits; the inverse of `parse_cards`."""
    return cards_words(cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `1111 2222 3333`.

    Raises:
        NotationError: a word is no card.
    """
    return Words("list of cards", text).cards() if text else ()


def look_text(look: Look) -> str:
    """A look as `design palette`, and `marks` if it has them; the inverse of `parse_look`."""
    return joined((look.design.value, look.palette.value, flag("marks", there=look.marks)))


def parse_look(text: str) -> Look:
    """The look of a text.

    Raises:
        NotationError: a word is not known.
    """
    words = Words("look", text)
    look = Look(words.member(Design), words.member(Palette), words.flag("marks"))
    words.end()
    return look


def _settings(rules: Rules) -> dict[str, str]:
    return {
        "deck": rules.deck.value,
        "claiming": rules.claiming.value,
        "wrong-points": str(rules.wrong_points),
        "lockout": rules.lockout.value,
        "extension": rules.extension.value,
        "vote": rules.vote.value,
        "ending": rules.ending.value,
        "ranking": rules.ranking.value,
        "table-seconds": str(rules.table_seconds),
        "away-seconds": str(rules.away_seconds),
        "min-players": str(rules.min_players),
        "max-players": str(rules.max_players),
        "quick-claim": _yes_or_no(yes=rules.quick_claim),
        "score-floor": "none" if rules.score_floor is None else str(rules.score_floor),
        "call-seconds": str(rules.call_seconds),
        "courtesy-ms": str(rules.courtesy_ms),
        "handicaps": _yes_or_no(yes=rules.handicaps),
        "rounds": rules.rounds.value,
    }


def _yes_or_no(*, yes: bool) -> str:
    return "yes" if yes else "no"


_USUAL = _settings(Rules("usual"))


def rules_text(rules: Rules) -> str:
    """Rules as the system's name and what is not as usual: `race deck=easy`; the inverse of `parse_rules`.

    The name has to be one word.
    """
    own = (f"{name}={value}" for name, value in _settings(rules).items() if value != _USUAL[name])
    return joined((rules.system, *own))


def parse_rules(text: str) -> Rules:
    """The rules of a text.

    Raises:
        NotationError: a word is not known, or a setting is named that is as usual.
    """
    system, *own = text.split(" ")
    said = dict(_USUAL)
    for setting in own:
        name, _, value = setting.partition("=")
        said[name] = value
    words = Words("rules", text, " ".join(said.values()))
    rules = _read_rules(system, words)
    if not system or rules_text(rules) != text:
        raise words.error("a system's name and its unusual settings in their order were expected")
    return rules


def _read_rules(system: str, words: Words) -> Rules:
    return Rules(
        system,
        deck=words.member(DeckKind),
        claiming=words.member(Claiming),
        wrong_points=words.number(),
        lockout=words.member(Lockout),
        extension=words.member(Extension),
        vote=words.member(Vote),
        ending=words.member(Ending),
        ranking=words.member(Ranking),
        table_seconds=words.number(),
        away_seconds=words.number(),
        min_players=words.number(),
        max_players=words.number(),
        quick_claim=words.either("yes", "no"),
        score_floor=None if words.flag("none") else words.number(),
        call_seconds=words.number(),
        courtesy_ms=words.number(),
        handicaps=words.either("yes", "no"),
        rounds=words.member(Rounds),
    )


def judged_text(judged: Judged) -> str:
    """A judged claim: `right 42 1111 2222 3333 slots 1 2 3 at 1800000000000 revision 7`.

    The inverse of `parse_judged`.
    """
    side = "right" if judged.right else "wrong"
    slots = joined(judged.slots)
    cards = cards_words(judged.cards)
    return f"{side} {judged.player} {cards} slots {slots} at {judged.at} revision {judged.revision}"


def read_judged(words: Words) -> Judged:
    """The judged claim that the next words tell."""
    right, player, cards = words.either("right", "wrong"), words.player(), words.triple()
    words.mark("slots")
    slots = words.slot(), words.slot(), words.slot()
    words.mark("at")
    at = words.instant()
    return Judged(player, cards, slots, right, at, words.revision_named())


def parse_judged(text: str) -> Judged:
    """The judged claim of a text.

    Raises:
        NotationError: the text is none.
    """
    words = Words("judged claim", text)
    judged = read_judged(words)
    words.end()
    return judged
