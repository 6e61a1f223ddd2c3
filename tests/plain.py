"""The engine's values in plain form, as the second referee has them, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.card import DECK, Card, card_of, features
from engine.game import PlayerId
from engine.look import Look
from engine.rules import SYSTEMS, DeckKind, Rounds, Rules
from engine.value import fields, replace
from tests.referee import Choices

if TYPE_CHECKING:
    from tests import referee

PLAIN: tuple[referee.Card, ...] = tuple(features(card) for card in DECK)

KINDS = {
    "join": commands.Join,
    "leave": commands.Leave,
    "start": commands.Start,
    "deal": commands.Deal,
    "claim": commands.Claim,
    "call": commands.Call,
    "vote": commands.CastVote,
    "no set": commands.NoSet,
    "handicap": commands.SetHandicap,
    "stop": commands.Stop,
    "kick": commands.Kick,
    "touch": commands.Touch,
    "tick": commands.Tick,
}
"""The engine's commands whose values stand in the same order on both sides: all but the choosing of rules."""


def engine_cards(cards: tuple[referee.Card, ...]) -> tuple[Card, ...]:
    return tuple(card_of(*card) for card in cards)


def plain_cards(cards: tuple[Card, ...]) -> tuple[referee.Card, ...]:
    return tuple(map(PLAIN.__getitem__, cards))


def rules_of(system: str, choices: Choices) -> Rules:
    """A system's rules with choices made; the inverse of `choices_of`."""
    return replace(
        SYSTEMS[system],
        deck=DeckKind.EASY if choices.easy else DeckKind.FULL,
        rounds=Rounds.MATCH if choices.match else Rounds.ONE,
        wrong_points=-choices.penalty,
        table_seconds=choices.table_seconds,
        call_seconds=choices.call_seconds,
        courtesy_ms=choices.courtesy_ms,
        handicaps=choices.handicaps,
        away_seconds=choices.away_seconds,
    )


def choices_of(rules: Rules) -> Choices:
    """The choices that were made in rules."""
    return Choices(
        easy=rules.deck is DeckKind.EASY,
        match=rules.rounds is Rounds.MATCH,
        penalty=-rules.wrong_points,
        table_seconds=rules.table_seconds,
        call_seconds=rules.call_seconds,
        courtesy_ms=rules.courtesy_ms,
        handicaps=rules.handicaps,
        away_seconds=rules.away_seconds,
    )


def engine_command(plain: referee.Command) -> commands.Command:
    """The engine's form of a referee's command."""
    word, *what = plain
    if word == "configure":
        player, system, choices, admin = what
        return commands.Configure(PlayerId(player), rules_of(system, choices), Look(), admin)
    return KINDS[word](*(engine_cards(value) if isinstance(value, tuple) else value for value in what))


def plain_command(command: commands.Command) -> referee.Command:
    """The referee's form of an engine's command; the inverse of `engine_command`."""
    if isinstance(command, commands.Configure):
        return ("configure", command.player, command.rules.system, choices_of(command.rules), command.admin)
    [word] = (word for word, kind in KINDS.items() if isinstance(command, kind))
    what = (getattr(command, name) for name in fields(command))
    return (word, *(plain_cards(value) if isinstance(value, tuple) else value for value in what))
