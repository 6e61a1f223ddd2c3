"""Family: the source text of the one who plays it with children."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.call import Call
from tests.referee.state import Choices, by_score

if TYPE_CHECKING:
    from tests.referee.state import Entry


class Family(Call):
    """As call, but kinder: nobody falls below zero, who leaves loses nothing, and only those there end it."""

    usual = Choices(call_seconds=8, courtesy_ms=700, handicaps=True)
    fewest_left = 1
    ends_by_itself = False

    def charged(self, score: int) -> int:
        return max(0, score - self.choices.penalty)

    def score_on_return(self, entry: Entry) -> int:
        return entry.score

    def standings(self) -> list[tuple[int, int, int]]:
        return by_score(self.entries)
