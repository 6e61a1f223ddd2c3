"""What a referee remembers of a game, and who is first in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.referee.cards import Card

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


@dataclass(frozen=True)
class Choices:
    """What may be chosen within a system. `penalty` is what a wrong claim costs."""

    easy: bool = False
    match: bool = False
    penalty: int = 1
    table_seconds: int = 120
    call_seconds: int = 10
    courtesy_ms: int = 0
    handicaps: bool = False
    away_seconds: int = 120


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
    late: int = 0
    penalties: int = 0
    handicap: int = 0
    locked: bool = False
    waits_until: int | None = None  # who called in vain, before the next call
    away: bool = False
    left: bool = False


@dataclass(frozen=True)
class Taken:
    """A set that was taken, and the revision that taking it made."""

    player: int
    cards: tuple[Card, ...]
    revision: int


@dataclass
class Control:
    """Who has called and when; when the first of those who called did; and the revision before that."""

    player: int
    at: int
    first_at: int
    before: int


class State:
    """A game. What a system may say otherwise stands as a plain value at the top of its class."""

    usual = Choices()
    fewest, most = 2, 8
    has_deadline = True  # whether anything happens once nobody found a set for `table_seconds`
    fewest_left = 2  # with fewer than so many seated the game is over

    def __init__(
        self, starter: int, name: str, now: int, choices: Choices | None, systems: Mapping[str, type[State]]
    ) -> None:
        self.choices = choices or self.usual
        self.systems = systems
        self.phase = "lobby"
        self.starter = starter
        self.entries = [Entry(starter, name, now, now)]
        self.kicked: set[int] = set()
        self.leavers: list[int] = []  # in the order of leaving; who comes back is struck out
        self.table: list[Card] = []
        self.deck: list[Card] = []
        self.taken: list[Taken] = []
        self.revision = 0
        self.control: Control | None = None
        self.ran_out: Control | None = None  # the call that this very command found run out
        self.changed_at = now  # when the cards did, put off by pauses
        self.deadline: int | None = None
        self.stalled = False
        self.votes: set[int] = set()
        self.pressed: dict[int, int] = {}  # when a player last agreed or took it back
        self.heard = now
        self.back: list[int] = []  # when somebody came back of whom that has yet to be told
        self.paused_at: int | None = None
        self.round = 0
        self.dealers: list[int] = []  # of the rounds still to come
        self.round_over_at = 0  # put off by pauses
        self.round_over: str | None = None
        self.started_at = now  # when the round was dealt, put off by pauses
        self.finish: str | None = None
        self.finished_at: int | None = None
        self.faster: int | None = None  # whose set the last refused claim lost to
        self.until: int | None = None  # when what the last command was refused for will have passed

    # --- people ----------------------------------------------------------------------------------------------------

    def entry(self, player: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.player == player), None)

    def seated(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.left]

    def present(self) -> list[Entry]:
        return [entry for entry in self.seated() if not entry.away]

    def is_seated(self, player: int) -> bool:
        return any(entry.player == player for entry in self.seated())

    def in_control(self, player: int) -> bool:
        return self.control is not None and self.control.player == player

    def dealer(self) -> int | None:
        """Whose turn it is to deal the next round."""
        return next((player for player in self.dealers if self.is_seated(player)), None)

    def most_cards(self) -> int:
        """So many cards always hold a set."""
        return 12 if self.choices.easy else 21

    def played_for(self, now: int) -> int:
        """How long this round has been played, pauses left out."""
        return (self.finished_at or self.paused_at or now) - self.started_at

    # --- who is first ----------------------------------------------------------------------------------------------

    def standings(self) -> list[tuple[int, int, int]]:
        """Rank, player and score: who stayed by score, equal scores sharing a rank, then the last to leave first."""
        rows = by_score(self.seated())
        scores = {entry.player: entry.score for entry in self.entries}
        for player in reversed(self.leavers):
            rows.append((len(rows) + 1, player, scores[player]))
        return rows

    def winners(self) -> list[int]:
        """Who won a finished game: nobody when a kick ended it, or a lobby closed."""
        if self.finish in ("kicked", "lobby-closed"):
            return []
        return [player for rank, player, _ in self.standings() if rank == 1]


def by_score(entries: list[Entry]) -> list[tuple[int, int, int]]:
    ranked = sorted(entries, key=lambda entry: -entry.score)
    return [(1 + sum(other.score > one.score for other in ranked), one.player, one.score) for one in ranked]
