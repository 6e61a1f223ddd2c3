"""Call: the official source text. First SET!, then the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.shared import Referee
from tests.referee.state import SECOND, Control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.referee.state import Entry

GRACE = 2 * SECOND


class Call(Referee):
    """Who calls first has control of the table, for so long; a call in vain costs a point and the next call."""

    has_deadline = False

    # --- the call --------------------------------------------------------------------------------------------------

    def call(self, now: int, player: int, revision: int) -> str | None:
        entry = self.entry(player)
        courteous = self.asks_for_courtesy(now, revision)
        refused = self.not_now(player, self.revision if courteous else revision)
        if refused or entry is None:
            return refused
        if self.in_control(player):
            return "already-called"
        if refused := self.must_wait(entry, now):
            return refused
        if self.control is not None and not (courteous and self.has_less(entry)):
            return "another-has-called"
        first = self.control or Control(player, now, now, self.revision)
        self.control = Control(player, now, first.first_at, first.before)
        self.revision += 1
        self.clear_votes()
        for anyone in self.entries:
            anyone.waits_until = None
        return None

    def must_wait(self, entry: Entry, now: int) -> str | None:
        """Who has just called in vain waits for another's call or other cards; who plays with a handicap, anyway."""
        if entry.waits_until is not None and now < entry.waits_until:
            self.until = entry.waits_until
            return "wait-to-call"
        free_at = self.changed_at + entry.handicap * SECOND
        if self.choices.handicaps and now < free_at:
            self.until = free_at
            return "handicap"
        return None

    def asks_for_courtesy(self, now: int, revision: int) -> bool:
        """Whether a call comes so soon after the first that it may be about which of the two came first."""
        if self.control is None or not self.choices.courtesy_ms:
            return False
        return now <= self.control.first_at + self.choices.courtesy_ms and revision >= self.control.before

    def has_less(self, entry: Entry) -> bool:
        assert self.control is not None
        other = self.entry(self.control.player)
        return other is not None and entry.score < other.score

    def oldest(self, player: int) -> int:
        """The caller's buttons may be those from before; who finds a call run out could not have seen it end."""
        if self.control is not None and self.control.player == player:
            return self.control.before
        if self.ran_out is not None:
            return self.ran_out.before if self.ran_out.player == player else self.revision - 1
        return self.revision

    # --- and what comes of it --------------------------------------------------------------------------------------

    def clocks(self) -> Iterator[tuple[int, Callable[[int], None]]]:
        if self.control is not None and self.phase == "playing" and self.paused_at is None:
            yield self.control.at + self.choices.call_seconds * SECOND + GRACE, self.runs_out
        yield from super().clocks()

    def runs_out(self, at: int) -> None:
        self.ran_out = self.control
        self.revision += 1
        self.call_failed(at, late=True)

    def may_not_claim(self, entry: Entry) -> str | None:
        if self.in_control(entry.player):
            return None
        return "another-has-called" if self.control else "call-first"

    def right(self, entry: Entry) -> None:
        super().right(entry)
        self.control = None

    def wrong(self, _entry: Entry, now: int) -> None:
        self.call_failed(now, late=False)

    def call_failed(self, now: int, *, late: bool) -> None:
        """Control is lost for nothing, and paid for."""
        assert self.control is not None
        entry = self.entry(self.control.player)
        assert entry is not None
        entry.score = self.charged(entry.score)
        entry.late += late
        entry.waits_until = now + 2 * self.choices.call_seconds * SECOND
        self.control = None

    def charged(self, score: int) -> int:
        return score - self.choices.penalty

    def may_not_vote(self, player: int) -> str | None:
        if self.control is not None:
            return "already-called" if self.in_control(player) else "another-has-called"
        return super().may_not_vote(player)
