"""How fast a robot plays, and how well."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

USUAL_SETS = 2.8
"""So many sets lie on a table of twelve on average: 220/79."""

LOCKED = 121.0
"""Seconds after which a robot that was wrong tries again if nobody took a set: the table's deadline has passed."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """One way to play; times are in seconds.

    `think` is the time in which half of the sets are seen on a usual table, `spread` how much it varies (of a
    log-normal distribution), `tap` the least and the most time between two taps, `mistakes` how many claims are wrong.
    """

    think: float
    spread: float = 0.5
    tap: tuple[float, float] = (0.5, 0.9)
    mistakes: float = 0.05

    def hurried(self, haste: float) -> Tempo:
        """The same so many times faster."""
        least, most = self.tap
        return replace(self, think=self.think / haste, tap=(least / haste, most / haste))

    def until_seen(self, sets: int, rng: Random) -> float:
        """How long until a set is seen where so many lie: with more of them it is sooner."""
        return self.think * math.sqrt(USUAL_SETS / max(sets, 1)) * rng.lognormvariate(0, self.spread)

    def between_taps(self, rng: Random) -> float:
        """How long from one tap to the next."""
        return rng.uniform(*self.tap)

    def is_mistaken(self, rng: Random) -> bool:
        """Whether the next claim is to be a wrong one."""
        return rng.random() < self.mistakes


SPEEDS = {
    "slow": Tempo(think=36.0, tap=(0.8, 1.4), mistakes=0.08),
    "normal": Tempo(think=18.0),
    "fast": Tempo(think=8.0, tap=(0.45, 0.7)),
}
"""The speeds to choose from. With two robots a set goes about every `think / 2` seconds."""
