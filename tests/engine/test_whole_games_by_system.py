"""Whole games of each system by a state machine, the match, the easy start and mixes of single choices included."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from engine.commands import Configure
from engine.game import PlayerId
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, SYSTEMS, DeckKind, Rounds, Rules
from handler.rule_choices import CHOICES, PRESETS, SYSTEM, Setup
from tests.machine import AnyGame
from tests.presets import rules_of

LIVELY = settings(max_examples=40, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class ClassicGame(AnyGame):
    played = CLASSIC


class CallGame(AnyGame):
    played = CALL


class FamilyGame(AnyGame):
    played = FAMILY


class SoloGame(AnyGame):
    played = SOLO


class EasyMatch(AnyGame):
    played = rules_of("call", rounds=Rounds.MATCH, deck=DeckKind.EASY)


class EasyFamilyMatch(AnyGame):
    played = rules_of("family", rounds=Rounds.MATCH, deck=DeckKind.EASY)


class EasyRaceMatch(AnyGame):
    played = rules_of("race", rounds=Rounds.MATCH, deck=DeckKind.EASY)


@st.composite
def mixes(draw: st.DrawFn) -> Rules:
    """Rules that the lobby's menu can come to: those of a system or preset, and each choice open to them as drawn."""
    setup = Setup(draw(st.sampled_from([*SYSTEMS.values(), *(preset.rules for preset in PRESETS)])))
    for choice in CHOICES:
        if choice is not SYSTEM and choice.is_open(setup.rules):
            setup = draw(st.sampled_from(choice.options)).apply(setup)
    return setup.rules


class MixedGame(AnyGame):
    """A game whose starter has made single choices otherwise."""

    played = RACE

    @initialize(others=st.integers(0, 4), seed=st.integers(0, 999), mix=mixes())
    def gather(self, others: int, seed: int, mix: Rules | None = None) -> None:
        self.played = mix or self.played
        self.ask(Configure(PlayerId(1), self.played, self.game.look))
        assert self.game.rules == self.played
        super().gather(others, seed)


ClassicGame.TestCase.settings = LIVELY
CallGame.TestCase.settings = LIVELY
FamilyGame.TestCase.settings = LIVELY
SoloGame.TestCase.settings = LIVELY
EasyMatch.TestCase.settings = LIVELY
EasyFamilyMatch.TestCase.settings = LIVELY
EasyRaceMatch.TestCase.settings = LIVELY
MixedGame.TestCase.settings = settings(LIVELY, max_examples=60)

TestClassicGame = ClassicGame.TestCase
TestCallGame = CallGame.TestCase
TestFamilyGame = FamilyGame.TestCase
TestSoloGame = SoloGame.TestCase
TestEasyMatch = EasyMatch.TestCase
TestEasyFamilyMatch = EasyFamilyMatch.TestCase
TestEasyRaceMatch = EasyRaceMatch.TestCase
TestMixedGame = MixedGame.TestCase
