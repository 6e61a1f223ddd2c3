"""Whole games of each system by a state machine, the match and the easy start included."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from engine.rules import CALL, CLASSIC, FAMILY, SOLO, DeckKind, Rounds
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


ClassicGame.TestCase.settings = LIVELY
CallGame.TestCase.settings = LIVELY
FamilyGame.TestCase.settings = LIVELY
SoloGame.TestCase.settings = LIVELY
EasyMatch.TestCase.settings = LIVELY
EasyFamilyMatch.TestCase.settings = LIVELY
EasyRaceMatch.TestCase.settings = LIVELY

TestClassicGame = ClassicGame.TestCase
TestCallGame = CallGame.TestCase
TestFamilyGame = FamilyGame.TestCase
TestSoloGame = SoloGame.TestCase
TestEasyMatch = EasyMatch.TestCase
TestEasyFamilyMatch = EasyFamilyMatch.TestCase
TestEasyRaceMatch = EasyRaceMatch.TestCase
