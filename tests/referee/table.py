"""What lies on the table, from the deal to the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.cards import holds_a_set
from tests.referee.people import People
from tests.referee.state import MINUTE, SECOND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.referee.cards import Card


class Table(People):
    """Dealing, taking, laying more."""

    ends_by_itself = True

    def start(self, now: int, player: int, deck: Sequence[Card], admin: bool, idle: int) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if self.phase != "lobby":
            return "already-started"
        if not admin and player != self.starter and idle < 2 * MINUTE:
            return "no-right"
        if len(self.seated()) < self.fewest:
            return "too-few-players"
        if self.choices.match:
            self.dealers = [entry.player for entry in self.entries[1:]]
        self.lay_out(deck, now)
        return None

    def deal(self, now: int, player: int, deck: Sequence[Card], admin: bool) -> str | None:
        """The next round of a match: dealt by the one whose turn it is, after a minute by anyone."""
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if self.phase == "lobby":
            return "not-started"
        if not self.choices.match:
            return "not-in-rules"
        if self.phase == "playing":
            return "already-started"
        named = self.dealer()
        assert named is not None
        if not admin and player != named and now < self.round_over_at + MINUTE:
            self.until = self.round_over_at + MINUTE
            return "not-dealer"
        del self.dealers[: self.dealers.index(named) + 1]
        self.lay_out(deck, now)
        return None

    def lay_out(self, deck: Sequence[Card], now: int) -> None:
        self.phase = "playing"
        self.round += 1
        self.round_over = None
        self.started_at = now
        self.table, self.deck = list(deck[:12]), list(deck[12:])
        self.taken.clear()
        self.free_all()
        self.revision += 1
        self.cards_changed(now)

    def take(self, cards: Sequence[Card]) -> None:
        """Take three cards off: refilled in place on 12 or fewer, else the last row's cards fill the gaps."""
        gaps = sorted(self.table.index(card) for card in cards)
        if len(self.table) <= 12 and self.deck:
            for gap in gaps:
                self.table[gap] = self.deck.pop(0)
            return
        last_row = range(len(self.table) - 3, len(self.table))
        movers = [self.table[place] for place in last_row if place not in gaps]
        for gap, card in zip([gap for gap in gaps if gap not in last_row], movers, strict=True):
            self.table[gap] = card
        del self.table[-3:]

    def extend(self) -> None:
        self.table += self.deck[:3]
        del self.deck[:3]

    def lay_three_more(self, at: int) -> None:
        """An extension that somebody or something brought about: a change of the cards like any other."""
        self.extend()
        self.revision += 1
        self.cards_changed(at)

    def cards_changed(self, now: int) -> None:
        """What follows from other cards than before lying there."""
        self.changed_at = now
        self.deadline = now + self.choices.table_seconds * SECOND if self.has_deadline else None
        self.stalled = False
        self.clear_votes()
        for entry in self.entries:
            entry.waits_until = None
        if self.ends_by_itself and not self.deck and not holds_a_set(self.table):
            self.round_ends("no-set-left", now)

    def clear_votes(self) -> None:
        """Nobody has agreed any more, nor pressed: what is pressed from now on is no repetition."""
        self.votes.clear()
        self.pressed.clear()

    def round_ends(self, why: str, at: int) -> None:
        """In a match the next dealer's turn comes; otherwise, and after the last dealer's round, all is over."""
        if self.dealer() is None:
            self.end(why, at)
            return
        self.phase, self.round_over, self.round_over_at = "dealing", why, at
        self.deadline = None

    # --- what a system says ----------------------------------------------------------------------------------------

    def free_all(self) -> None:
        for entry in self.entries:
            entry.locked = False
