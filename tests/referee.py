"""A second referee: small, slow, plainly written, and sharing nothing with the engine that it is held against.

A card is a 4-tuple of 0..2, a command a tuple of a word and what it needs, an instant a number of milliseconds. Every
rule is written out where it applies, nothing is cached, and time passes instant by instant.

    ("start", player, deck, admin)   ("claim", player, cards, revision)   ("join", player, name, readmit)
    ("stop", player, admin, anew)    ("vote", player, revision)           ("leave", player)
    ("kick", player, target, admin)  ("touch", player)                    ("tick",)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Card = tuple[int, ...]
Command = tuple[Any, ...]

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
ALL_CARDS: tuple[Card, ...] = tuple(product(range(3), repeat=4))


def is_set(cards: Iterable[Card]) -> bool:
    """Whether each feature of three cards has one value or three."""
    return all(len(set(values)) in (1, 3) for values in zip(*cards, strict=True))


def sets_among(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    return [triple for triple in combinations(cards, 3) if is_set(triple)]


def holds_a_set(cards: Sequence[Card]) -> bool:
    return any(is_set(triple) for triple in combinations(cards, 3))


@dataclass
class Entry:
    """One person's place in a game, kept when that person leaves."""

    player: int
    name: str
    heard: int
    seated_at: int
    score: int = 0
    sets: int = 0
    wrong: int = 0
    locked: bool = False
    away: bool = False
    left: bool = False


@dataclass(frozen=True)
class Taken:
    """A set that was taken, and the revision that taking it made."""

    player: int
    cards: tuple[Card, ...]
    revision: int


class Referee:
    """What every system shares. A system says what a verdict, a change of cards, a deadline and a vote do."""

    table_seconds, away_seconds = 120, 120
    fewest, most = 2, 8

    def __init__(self, starter: int, name: str, now: int) -> None:
        self.phase = "lobby"
        self.starter = starter
        self.entries = [Entry(starter, name, now, now)]
        self.kicked: set[int] = set()
        self.leavers: list[int] = []  # in the order of leaving; who comes back is struck out
        self.table: list[Card] = []
        self.deck: list[Card] = []
        self.taken: list[Taken] = []
        self.revision = 0
        self.deadline: int | None = None
        self.stalled = False
        self.votes: set[int] = set()
        self.pressed: dict[int, int] = {}  # when a player last agreed or took it back
        self.heard = now
        self.paused_at: int | None = None
        self.finish: str | None = None
        self.finished_at: int | None = None
        self.faster: int | None = None  # whose set the last refused claim lost to

    # --- a command -------------------------------------------------------------------------------------------------

    def play(self, command: Command, now: int, taps: Mapping[int, int]) -> str | None:
        """Let time pass to `now`, then do what is asked. The answer is why that was refused, or None.

        `taps` are the players' last taps, of which those on cards are not commands.
        """
        for player, at in taps.items():
            self.hear(player, at)
        self.pass_time(now)
        word, *what = command
        self.faster = None
        if word == "tick":
            return None
        idle, paused = now - self.heard, self.paused_at is not None
        if self.is_seated(what[0]):
            self.resume(now)
        self.hear(what[0], now)
        if self.phase == "finished":
            if word == "claim":
                self.faster = self.faster_than(*what)
            return "finished"
        if word == "start":
            what += [idle]
        if word == "stop":
            what += [idle, paused]
        return getattr(self, word)(now, *what)  # type: ignore[no-any-return]

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
        self.unseat(player, now, alone="alone")
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
        self.unseat(target, now, alone="kicked")
        return None

    def start(self, now: int, player: int, deck: Sequence[Card], admin: bool, idle: int) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if self.phase != "lobby":
            return "already-started"
        if not admin and player != self.starter and idle < 2 * MINUTE:
            return "no-right"
        if len(self.seated()) < self.fewest:
            return "too-few-players"
        self.phase = "playing"
        self.table, self.deck = list(deck[:12]), list(deck[12:])
        self.cards_changed(now)
        self.revision += 1
        return None

    def stop(self, now: int, player: int, admin: bool, anew: bool, idle: int, paused: bool) -> str | None:
        if not admin and not self.is_seated(player):
            return "not-in-game"
        if not admin and player != self.starter and idle < 30 * MINUTE and not (anew and paused):
            return "no-right"
        self.end("lobby-closed" if self.phase == "lobby" else "stopped", now)
        return None

    def claim(self, now: int, player: int, cards: Sequence[Card], revision: int) -> str | None:
        entry = self.entry(player)
        if entry is None or entry.left:
            return "not-in-game"
        if self.phase == "lobby":
            return "not-started"
        if revision < self.revision:
            self.faster = self.faster_than(player, cards, revision)
            return "stale"
        if entry.locked:
            return "locked-out"
        if len(cards) != 3 or len(set(cards)) != 3 or not set(cards) <= set(self.table):
            return "not-three-cards"
        self.revision += 1
        if is_set(cards):
            self.taken.append(Taken(player, tuple(cards), self.revision))
            entry.sets += 1
            entry.score += 1
            self.take(cards)
            self.cards_changed(now)
        else:
            self.wrong(entry)
        return None

    def faster_than(self, _player: int, cards: Sequence[Card], revision: int) -> int | None:
        """Who first took one of these cards after this revision."""
        return next((one.player for one in self.taken if one.revision > revision and {*one.cards} & {*cards}), None)

    def vote(self, now: int, player: int, revision: int) -> str | None:
        if not self.is_seated(player):
            return "not-in-game"
        if self.phase == "lobby":
            return "not-started"
        if revision < self.revision:
            return "stale"
        if not self.may_vote():
            return "no-vote-now"
        if player in self.pressed and now - self.pressed[player] < SECOND:
            return "too-soon"
        self.pressed[player] = now
        self.votes ^= {player}
        self.count_votes(now)
        return None

    # --- people ----------------------------------------------------------------------------------------------------

    def entry(self, player: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.player == player), None)

    def seated(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.left]

    def is_seated(self, player: int) -> bool:
        return any(entry.player == player for entry in self.seated())

    def unseat(self, player: int, now: int, alone: str) -> None:
        entry = self.entry(player)
        assert entry is not None
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
        if len(self.seated()) == 1:
            self.end(alone, now)
            return
        self.someone_left(now)
        self.count_votes(now)

    def hear(self, player: int, at: int) -> None:
        self.heard = max(self.heard, at)
        entry = self.entry(player)
        if entry is None or at <= entry.heard:
            return
        back, entry.heard, entry.away = entry.away, at, False
        if back and not entry.left:
            self.count_votes(at)

    # --- cards -----------------------------------------------------------------------------------------------------

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

    def cards_changed(self, now: int) -> None:
        self.deadline = now + self.table_seconds * SECOND
        self.stalled = False
        self.votes.clear()

    def extend(self) -> None:
        self.table += self.deck[:3]
        del self.deck[:3]

    # --- time ------------------------------------------------------------------------------------------------------

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
        for entry in self.seated():
            if not entry.away:
                yield entry.heard + self.away_seconds * SECOND, self.goes_away
        if self.phase == "lobby":
            yield self.heard + 30 * MINUTE, lambda at: self.end("lobby-closed", at)
            return
        if self.paused_at is None:
            yield self.heard + 10 * MINUTE, self.pause
        yield self.heard + 24 * HOUR, lambda at: self.end("idle", at)

    def goes_away(self, at: int) -> None:
        for entry in self.seated():
            entry.away = entry.away or entry.heard + self.away_seconds * SECOND <= at
        self.count_votes(at)

    def pause(self, at: int) -> None:
        self.paused_at = at

    def resume(self, now: int) -> None:
        """Go on after a pause, the deadline as far off as it was when the pause began."""
        if self.paused_at is not None and self.deadline is not None:
            self.deadline += now - self.paused_at
        self.paused_at = None

    # --- the end ---------------------------------------------------------------------------------------------------

    def count_votes(self, at: int) -> None:
        present = [entry.player for entry in self.seated() if not entry.away]
        if self.phase == "playing" and present and all(player in self.votes for player in present):
            self.agreed(at)

    def end(self, why: str, at: int) -> None:
        self.phase, self.finish, self.finished_at = "finished", why, at

    def standings(self) -> list[tuple[int, int, int]]:
        """Rank, player and score: who stayed by score, equal scores sharing a rank, then the last to leave first."""
        stayed = sorted(self.seated(), key=lambda entry: -entry.score)
        rows = [(1 + sum(other.score > one.score for other in stayed), one.player, one.score) for one in stayed]
        scores = {entry.player: entry.score for entry in self.entries}
        for player in reversed(self.leavers):
            rows.append((len(rows) + 1, player, scores[player]))
        return rows

    # --- what a system says ----------------------------------------------------------------------------------------

    def wrong(self, entry: Entry) -> None:
        raise NotImplementedError

    def someone_left(self, now: int) -> None:
        raise NotImplementedError

    def score_on_return(self, entry: Entry) -> int:
        return min(entry.score, 0)

    def deadline_passes(self, at: int) -> None:
        raise NotImplementedError

    def may_vote(self) -> bool:
        raise NotImplementedError

    def agreed(self, at: int) -> None:
        raise NotImplementedError


class Race(Referee):
    """Pick three, then SET!; the table extends itself; a wrong claim costs a point and the next claims."""

    def wrong(self, entry: Entry) -> None:
        entry.wrong += 1
        entry.score -= 1
        entry.locked = True
        self.free_if_all_are_locked()

    def someone_left(self, _now: int) -> None:
        self.free_if_all_are_locked()

    def free_if_all_are_locked(self) -> None:
        if all(entry.locked for entry in self.seated()):
            self.free_all()

    def free_all(self) -> None:
        for entry in self.entries:
            entry.locked = False

    def cards_changed(self, now: int) -> None:
        super().cards_changed(now)
        self.free_all()
        while self.deck and not holds_a_set(self.table):
            self.extend()
        if not self.deck and not holds_a_set(self.table):
            self.end("no-set-left", now)

    def deadline_passes(self, at: int) -> None:
        self.free_all()
        self.stalled = True
        self.deadline = at + self.table_seconds * SECOND

    def may_vote(self) -> bool:
        return not self.deck and self.stalled

    def agreed(self, at: int) -> None:
        self.end("agreed", at)


SYSTEMS: dict[str, type[Referee]] = {"race": Race}
