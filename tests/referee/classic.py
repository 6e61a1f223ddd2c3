"""Classic: the source text of the publisher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.shared import Referee
from tests.referee.state import SECOND, Choices

if TYPE_CHECKING:
    from tests.referee.state import Entry


class Classic(Referee):
    """Pick three, then SET!; a wrong claim costs the next claims only; three more come by vote or by time."""

    usual = Choices(penalty=0)

    def right(self, entry: Entry) -> None:
        super().right(entry)
        self.free_all()

    def wrong(self, entry: Entry, _now: int) -> None:
        entry.score -= self.choices.penalty
        entry.locked = True
        self.free_if_all_are_locked()

    def free_if_all_are_locked(self) -> None:
        """All who are there: of whom one is away or has left, nobody can say that they wait for another's set."""
        if self.present() and all(entry.locked for entry in self.present()):
            self.free_all()

    def deadline_passes(self, at: int) -> None:
        if self.deck and len(self.table) < self.most_cards():
            self.lay_three_more(at)
        else:
            self.stalled = True
            self.deadline = at + self.choices.table_seconds * SECOND
