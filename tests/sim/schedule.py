"""What one seed stands for: who plays by which rules, for how long, and what goes wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from tests.plain import rules_of
from tests.referee import SYSTEMS
from tests.sim.outside import FAULTS

if TYPE_CHECKING:
    from engine.rules import Rules


@dataclass(frozen=True)
class Schedule:
    """One evening. `trouble` is how many of 1,000 calls meet one of `faults`."""

    seed: int
    people: int
    steps: int
    trouble: int
    faults: tuple[str, ...] = FAULTS
    twice: float = 0.15

    @property
    def system(self) -> str:
        return tuple(SYSTEMS)[self.seed % len(SYSTEMS)]

    def rules(self) -> Rules:
        rng, usual = Random(f"rules {self.seed}"), SYSTEMS[self.system].usual
        match = self.system == "call" and rng.random() < 0.4
        handicaps = self.system in ("call", "family") and rng.random() < 0.3
        courtesy = 800 if self.system == "family" and rng.random() < 0.5 else usual.courtesy_ms
        easy = rng.random() < 0.6
        chosen = replace(usual, easy=easy, match=match, handicaps=handicaps, courtesy_ms=courtesy)
        rules = rules_of(self.system, chosen)
        return replace(rules, quick_claim=self.system in ("race", "classic") and rng.random() < 0.3)


def schedule(seed: int) -> Schedule:
    rng = Random(f"schedule {seed}")
    people = 1 if seed % len(SYSTEMS) == tuple(SYSTEMS).index("solo") else rng.choice((2, 3, 4))
    return Schedule(seed, people, rng.choice((6, 10, 16)), rng.choice((0, 10, 30, 80)))
