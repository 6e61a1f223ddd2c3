"""Who comes and goes, and who may say so."""

from __future__ import annotations

from tests.referee.state import MINUTE, Choices, Entry, State


class People(State):
    """Sitting down, leaving, being unseated; choosing the rules; stopping the game."""

    def touch(self, _now: int, player: int) -> str | None:
        return None if self.is_seated(player) else "not-in-game"

    def join(self, now: int, player: int, name: str, readmit: bool) -> str | None:
        entry = self.entry(player)
        if entry is not None and not entry.left:
            return "already-in"
        if player in self.kicked and not readmit:
            return "kicked"
        if entry is None:
            if len(self.entries) == self.most:
                return "seats-taken"
            entry = Entry(player, name, now, now)
            self.entries.append(entry)
        else:
            entry.left = entry.away = False
            entry.name, entry.heard, entry.seated_at = name, now, now
            entry.score = self.score_on_return(entry)
            self.leavers.remove(player)
        self.resume(now)
        self.kicked.discard(player)
        return None

    def leave(self, now: int, player: int) -> str | None:
        if not self.is_seated(player):
            return "not-in-game"
        self.unseat(player, now, "alone" if self.fewest_left == 2 else "all-left")
        return None

    def kick(self, now: int, player: int, target: int, admin: bool) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if not admin and player != self.starter:
            return "no-right"
        entry = self.entry(target)
        if entry is None or entry.left:
            return "no-such-player"
        if not admin and not entry.away:
            return "not-away"
        self.kicked.add(target)
        self.unseat(target, now, "kicked")
        return None

    def unseat(self, player: int, now: int, too_few: str) -> None:
        entry = self.entry(player)
        assert entry is not None
        if self.in_control(player):
            self.call_failed(now, late=True)
        entry.left = True
        self.votes.discard(player)
        if player == self.starter and self.seated():
            self.starter = min(self.seated(), key=lambda one: one.seated_at).player
        if self.phase == "lobby":
            self.entries.remove(entry)
            if not self.entries:
                self.end("lobby-closed", now)
            return
        self.leavers.append(player)
        if len(self.seated()) < self.fewest_left:
            self.end(too_few, now)
        elif self.phase == "dealing" and self.dealer() is None:
            self.end(self.round_over, now)
        else:
            self.look_round(now)

    def configure(self, _now: int, player: int, system: str, choices: Choices, admin: bool) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if self.phase != "lobby":
            return "already-started"
        if not admin and player != self.starter:
            return "no-right"
        if len(self.entries) > self.systems[system].most:
            return "too-many-players"
        self.__class__, self.choices = self.systems[system], choices
        return None

    def handicap(self, _now: int, player: int, target: int, seconds: int, admin: bool) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if not self.choices.handicaps:
            return "not-in-rules"
        if not admin and player != self.starter:
            return "no-right"
        entry = self.entry(target)
        if entry is None or entry.left:
            return "no-such-player"
        entry.handicap = seconds
        return None

    def stop(self, now: int, player: int, admin: bool, anew: bool, idle: int, paused: bool) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if not admin and player != self.starter and idle < 30 * MINUTE and not (anew and paused):
            return "no-right"
        self.end("lobby-closed" if self.phase == "lobby" else "stopped", now)
        return None

    def end(self, why: str | None, at: int) -> None:
        self.resume(at)
        self.phase, self.finish, self.finished_at = "finished", why, at

    # --- what a system says ----------------------------------------------------------------------------------------

    def score_on_return(self, entry: Entry) -> int:
        """Points below zero are kept, points above it are lost."""
        return min(entry.score, 0)
