"""What time brings about by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referee.state import HOUR, MINUTE, SECOND
from tests.referee.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Clocks(Table):
    """Deadlines, who is away, pauses."""

    def pass_time(self, now: int) -> None:
        """Let everything happen that is due by `now`, one thing after the other."""
        while due := [(at, happens) for at, happens in self.clocks() if at <= now]:
            at, happens = min(due, key=lambda one: one[0])
            happens(at)

    def clocks(self) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What will happen if nobody does anything, and when; of two at the same instant the first here happens."""
        if self.phase == "finished":
            return
        if self.deadline is not None and self.paused_at is None:
            yield self.deadline, self.deadline_passes
        for at in self.back:
            yield at, self.comes_back
        for entry in self.present():
            yield entry.heard + self.choices.away_seconds * SECOND, self.goes_away
        if self.phase == "lobby":
            yield self.heard + 30 * MINUTE, lambda at: self.end("lobby-closed", at)
            return
        if self.paused_at is None:
            yield self.heard + 10 * MINUTE, self.pause
        yield self.heard + 24 * HOUR, lambda at: self.end("idle", at)

    def hear(self, player: int, at: int) -> None:
        """Note a tap. Of several only the last is known, so whoever tapped since was there all the time."""
        self.heard = max(self.heard, at)
        entry = self.entry(player)
        if entry is not None and at > entry.heard:
            self.back += [at] if entry.away else []
            entry.heard, entry.away = at, False

    def comes_back(self, at: int) -> None:
        self.back.remove(at)
        self.look_round(at)

    def goes_away(self, at: int) -> None:
        for entry in self.seated():
            entry.away = entry.away or entry.heard + self.choices.away_seconds * SECOND <= at
        self.look_round(at)

    def pause(self, at: int) -> None:
        self.paused_at = at

    def resume(self, now: int) -> None:
        """Go on after a pause, all that was to come as far off as it was when the pause began."""
        if self.paused_at is None:
            return
        pause = now - self.paused_at
        self.paused_at = None
        self.changed_at += pause
        self.round_over_at += pause
        self.started_at += pause
        if self.deadline is not None:
            self.deadline += pause
        for entry in self.entries:
            entry.waits_until = entry.waits_until and entry.waits_until + pause
