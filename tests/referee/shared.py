"""How a command is answered, and what every system shares in judging. A system says the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referee.cards import Card, is_set
from tests.referee.clocks import Clocks
from tests.referee.state import SECOND, Entry, Taken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Command = tuple[Any, ...]


class Referee(Clocks):
    """What every system shares. A system says what a verdict, a change of cards, a deadline and a vote do."""

    def play(self, command: Command, now: int, taps: Mapping[int, int]) -> str | None:
        """Let time pass to `now`, then do what is asked. The answer is why that was refused, or None.

        `taps` are the players' last taps, of which those on cards are not commands.
        """
        self.faster = self.until = self.ran_out = None
        for player, at in taps.items():
            self.hear(player, at)
        self.pass_time(now)
        word, *what = command
        if word == "tick":
            return None
        if word == "start":
            what += [now - self.heard]
        if word == "stop":
            what += [now - self.heard, self.paused_at is not None]
        if self.is_seated(what[0]):
            self.resume(now)
        self.hear(what[0], now)
        self.pass_time(now)
        if self.phase == "finished":
            self.faster = self.faster_than(*what) if word == "claim" else None
            return "finished"
        return getattr(self, word.replace(" ", "_"))(now, *what)  # type: ignore[no-any-return]

    # --- a press on the table's buttons ----------------------------------------------------------------------------

    def not_now(self, player: int, revision: int) -> str | None:
        """Why a press is refused, whatever it was, and however it was meant."""
        if not self.is_seated(player):
            return "not-in-game"
        if self.phase != "playing":
            return "not-started" if self.phase == "lobby" else "round-over"
        return "stale" if revision < self.oldest(player) else None

    def oldest(self, _player: int) -> int:
        """The oldest revision on which a player's press counts."""
        return self.revision

    def claim(self, now: int, player: int, cards: Sequence[Card], revision: int) -> str | None:
        entry = self.entry(player)
        refused = self.not_now(player, revision)
        if refused in ("stale", "round-over"):
            self.faster = self.faster_than(player, cards, revision)
        if refused or entry is None:
            return refused
        if refused := self.may_not_claim(entry):
            return refused
        if len(cards) != 3 or len(set(cards)) != 3 or not set(cards) <= set(self.table):
            return "not-three-cards"
        self.revision += 1
        if is_set(cards):
            self.taken.append(Taken(player, tuple(cards), self.revision))
            self.right(entry)
            self.take(cards)
            self.cards_changed(now)
        else:
            entry.wrong += 1
            self.wrong(entry, now)
        return None

    def faster_than(self, _player: int, cards: Sequence[Card], revision: int) -> int | None:
        """Who first took one of these cards after this revision."""
        return next((one.player for one in self.taken if one.revision > revision and {*one.cards} & {*cards}), None)

    def right(self, entry: Entry) -> None:
        entry.sets += 1
        entry.score += 1

    def vote(self, now: int, player: int, revision: int) -> str | None:
        if refused := self.not_now(player, revision) or self.may_not_vote(player):
            return refused
        if player in self.pressed and now - self.pressed[player] < SECOND:
            return "too-soon"
        self.pressed[player] = now
        self.votes ^= {player}
        self.count_votes(now)
        return None

    def call(self, _now: int, player: int, revision: int) -> str | None:
        return self.not_in_rules(player, revision)

    def no_set(self, _now: int, player: int, revision: int) -> str | None:
        return self.not_in_rules(player, revision)

    def not_in_rules(self, player: int, _revision: int) -> str:
        return self.not_now(player, self.revision) or "not-in-rules"

    # --- all of them -----------------------------------------------------------------------------------------------

    def look_round(self, at: int) -> None:
        """What follows from who is there now."""
        if self.phase == "playing":
            self.free_if_all_are_locked()
            self.count_votes(at)

    def count_votes(self, at: int) -> None:
        present = self.present()
        if not present or not all(entry.player in self.votes for entry in present):
            return
        if self.deck:
            self.lay_three_more(at)
        else:
            self.round_ends("agreed", at)

    # --- what a system says ----------------------------------------------------------------------------------------

    def may_not_claim(self, entry: Entry) -> str | None:
        return "locked-out" if entry.locked else None

    def may_not_vote(self, _player: int) -> str | None:
        """There is always a set among as many cards as may lie there, so no more are laid."""
        return "table-full" if self.deck and len(self.table) >= self.most_cards() else None

    def wrong(self, entry: Entry, now: int) -> None:
        raise NotImplementedError

    def free_if_all_are_locked(self) -> None:
        """Where nobody is ever locked out, nobody is freed."""

    def deadline_passes(self, at: int) -> None:
        raise NotImplementedError

    def call_failed(self, now: int, *, late: bool) -> None:
        raise NotImplementedError
