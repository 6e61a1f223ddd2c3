"""Solo: the last part of the official source text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.shared import Referee

if TYPE_CHECKING:
    from tests.referee.state import Entry


class Solo(Referee):
    """One player against the deck: each "No set" notes a penalty that only the last cards can cancel."""

    fewest, most = 1, 1
    has_deadline = False
    fewest_left = 1

    def no_set(self, now: int, player: int, revision: int) -> str | None:
        if refused := self.not_now(player, revision):
            return refused
        if not self.deck:
            self.round_ends("no-set-said", now)
            return None
        if len(self.table) >= self.most_cards():
            return "table-full"
        entry = self.entry(player)
        assert entry is not None
        entry.penalties += 1
        entry.score -= 1
        self.lay_three_more(now)
        return None

    def right(self, entry: Entry) -> None:
        super().right(entry)
        if entry.penalties and not self.deck and len(self.table) <= 12:
            entry.penalties -= 1
            entry.score += 1

    def wrong(self, entry: Entry, _now: int) -> None:
        entry.score -= self.choices.penalty

    def may_not_vote(self, _player: int) -> str | None:
        return "no-vote-now"

    def winners(self) -> list[int]:
        """Who has played to the end and has no penalty left."""
        played_out = self.finish in ("no-set-left", "no-set-said")
        return [entry.player for entry in self.entries if played_out and not entry.penalties]
