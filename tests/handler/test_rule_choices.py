"""Presets and single choices: each changes what it names, and nothing else."""

from __future__ import annotations

import pytest

from engine.look import Design, Look, Palette
from engine.rules import CLASSIC, DEFAULT_LOOKS, FAMILY, RACE, SOLO, SYSTEMS, DeckKind
from engine.value import fields, replace
from handler.choices import ChatSettings
from handler.ports import ChatId, GameKey
from handler.rule_choices import CHOICES, PRESETS, SYSTEM, Choice, Setup, setup_of, with_rules


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.name)
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_option_is_what_is_chosen_once_it_is_taken(choice: Choice, system: str) -> None:
    setup = Setup(SYSTEMS[system], DEFAULT_LOOKS[system])
    for index, option in enumerate(choice.options):
        assert choice.chosen(option.apply(setup)) == index


@pytest.mark.parametrize(
    "choice", [choice for choice in CHOICES if choice is not SYSTEM], ids=lambda choice: choice.name
)
def test_a_single_choice_changes_one_field(choice: Choice) -> None:
    for option in choice.options:
        after = option.apply(Setup())
        changed = [name for name in fields(RACE) if getattr(after.rules, name) != getattr(RACE, name)]
        changed += [name for name in fields(Look) if getattr(after.look, name) != getattr(Look(), name)]
        assert len(changed) <= 1


def test_the_presets_are_what_they_are_named_for() -> None:
    usual, beginners, children = PRESETS
    assert usual.rules == RACE
    assert beginners.rules == replace(CLASSIC, deck=DeckKind.EASY)
    assert (children.rules, children.handicap > 0) == (FAMILY, True)


def test_rules_bring_their_look_unless_another_was_chosen() -> None:
    assert with_rules(Setup(), CLASSIC).look == Look(Design.MODERN, Palette.MODERN)
    assert with_rules(Setup(RACE, Look(marks=True)), CLASSIC).look == Look(Design.MODERN, Palette.MODERN, marks=True)
    assert with_rules(Setup(RACE, Look(palette=Palette.SAFE)), CLASSIC).look == Look(palette=Palette.SAFE)
    assert with_rules(with_rules(Setup(), CLASSIC), RACE) == Setup()


def test_in_private_what_is_played_is_always_one_against_the_deck() -> None:
    easy = replace(SOLO, deck=DeckKind.EASY)
    assert setup_of(ChatSettings(), GameKey(ChatId(42))).rules == SOLO
    assert setup_of(ChatSettings(rules=easy), GameKey(ChatId(42))).rules == easy
    assert setup_of(ChatSettings(rules=CLASSIC), GameKey(ChatId(-42))).rules == CLASSIC
