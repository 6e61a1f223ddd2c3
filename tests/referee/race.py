"""Race: the source text of the online referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.cards import holds_a_set
from tests.referee.shared import Referee
from tests.referee.state import SECOND

if TYPE_CHECKING:
    from tests.referee.state import Entry


class Race(Referee):
    """Pick three, then SET!; the table extends itself; a wrong claim costs a point and the next claims."""

    def wrong(self, entry: Entry, _now: int) -> None:
        entry.score -= self.choices.penalty
        entry.locked = True
        self.free_if_all_are_locked()

    def free_if_all_are_locked(self) -> None:
        if all(entry.locked for entry in self.seated()):
            self.free_all()

    def cards_changed(self, now: int) -> None:
        self.free_all()
        while self.deck and not holds_a_set(self.table):
            self.extend()
        super().cards_changed(now)

    def deadline_passes(self, at: int) -> None:
        self.free_all()
        self.stalled = True
        self.deadline = at + self.choices.table_seconds * SECOND

    def may_not_vote(self, _player: int) -> str | None:
        return None if self.stalled and not self.deck else "no-vote-now"
