"""What a made-up crowd is like: how often it does what, and by which rules it plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.referee import SYSTEMS, Call, Choices

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Habits:
    """How often, out of 1000 steps, a crowd does something other than claim a set that lies there."""

    wrong: int = 60
    stale: int = 40
    odd: int = 20
    come_and_go: int = 30
    meddle: int = 20
    look: int = 30
    vote: int = 10
    dawdle: int = 30


CALM = Habits(wrong=20, stale=10, odd=5, come_and_go=4, meddle=4, look=10, vote=4, dawdle=10)
LIVELY = Habits()
WILD = Habits(wrong=250, stale=100, odd=60, come_and_go=100, meddle=60, look=60, vote=80, dawdle=60)


def some_habits(rng: Random) -> Habits:
    return rng.choices([CALM, LIVELY, WILD], [70, 20, 10])[0]


def some_choices(system: str, rng: Random) -> Choices:
    """The usual choices of a system, now and then some of them changed."""
    usual = SYSTEMS[system].usual
    calling = issubclass(SYSTEMS[system], Call)
    return replace(
        usual,
        easy=rng.random() < (0.5 if calling else 0.2),
        match=rng.random() < (0.2 if system == "call" else 0.03),
        penalty=rng.choice([0, 1, 2]) if rng.random() < 0.1 else usual.penalty,
        table_seconds=rng.choice([20, 60, 300, 700]) if rng.random() < 0.1 else usual.table_seconds,
        call_seconds=rng.choice([3, 8, 30, 400]) if rng.random() < 0.1 else usual.call_seconds,
        courtesy_ms=rng.choice([0, 300, 700, 2000]) if calling and rng.random() < 0.2 else usual.courtesy_ms,
        handicaps=calling and (usual.handicaps or rng.random() < 0.1),
    )
