"""What one seed stands for: who plays by which rules, for how long, and what goes wrong."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from engine.value import replace
from tests.plain import rules_of
from tests.referee import SYSTEMS
from tests.sim.outside import FAULTS

if TYPE_CHECKING:
    from engine.rules import Rules

FATES = ("deleted", "photos forbidden", "muted", "kicked", "moved")
"""What happens to a group."""


@dataclass(frozen=True)
class Schedule:
    """One evening. `trouble` is how many of 1,000 calls meet one of `faults`.

    `twice` is the share of presses that an app sends again, `late` that of those seconds later; `talk` the share of
    moves that are typed. Games go on in so many `topics`. `fates` befall the group, and with `bells` wakes come late,
    twice or never.
    """

    seed: int
    people: int
    steps: int
    trouble: int
    faults: tuple[str, ...] = FAULTS
    twice: float = 0.15
    late: float = 0.0
    talk: float = 0.0
    topics: int = 1
    fates: tuple[str, ...] = ()
    bells: bool = False

    @property
    def system(self) -> str:
        return tuple(SYSTEMS)[self.seed % len(SYSTEMS)]

    @property
    def alone(self) -> bool:
        """Whether one person plays in the private chat."""
        return self.system == "solo" and self.seed % 2 == 1

    def rules(self) -> Rules:
        rng, usual = Random(f"rules {self.seed}"), SYSTEMS[self.system].usual
        match = self.system == "call" and rng.random() < 0.4
        handicaps = self.system in ("call", "family") and rng.random() < 0.3
        courtesy = 800 if self.system == "family" and rng.random() < 0.5 else usual.courtesy_ms
        easy = rng.random() < 0.6
        chosen = dataclasses.replace(usual, easy=easy, match=match, handicaps=handicaps, courtesy_ms=courtesy)
        rules = rules_of(self.system, chosen)
        return replace(rules, quick_claim=self.system in ("race", "classic") and rng.random() < 0.3)


def schedule(seed: int) -> Schedule:
    rng = Random(f"schedule {seed}")
    solo = seed % len(SYSTEMS) == tuple(SYSTEMS).index("solo")
    people = 1 if solo else rng.choice((2, 3, 4))
    plan = Schedule(seed, people, rng.choice((6, 10, 16)), rng.choice((0, 10, 30, 80)))
    topics = 2 if not solo and rng.random() < 0.15 else 1
    fates = FATES[:-1] if topics > 1 else FATES  # a group has no topics before it is a supergroup
    return dataclasses.replace(
        plan,
        late=rng.choice((0.0, 0.0, 0.3)),
        talk=rng.choice((0.0, 0.0, 0.12)),
        topics=topics,
        fates=() if plan.alone else tuple(rng.sample(fates, rng.choice((0, 0, 0, 0, 1, 2)))),
        bells=rng.random() < 0.2,
    )
