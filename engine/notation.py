"""One-line texts of the engine's values, and back: each `x_text` has its inverse in `parse_x`."""

from __future__ import annotations

from engine.card import card_text, parse_card
from engine.command_notation import command_text, parse_command
from engine.event_notation import event_text, parse_event
from engine.game_notation import game_text
from engine.game_reading import parse_game
from engine.value_notation import (
    cards_text,
    judged_text,
    look_text,
    parse_cards,
    parse_judged,
    parse_look,
    parse_rules,
    rules_text,
)

__all__ = [
    "card_text",
    "cards_text",
    "command_text",
    "event_text",
    "game_text",
    "judged_text",
    "look_text",
    "parse_card",
    "parse_cards",
    "parse_command",
    "parse_event",
    "parse_game",
    "parse_judged",
    "parse_look",
    "parse_rules",
    "rules_text",
]
