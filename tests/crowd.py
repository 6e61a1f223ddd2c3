"""A made-up crowd: from a seed, what people do in a game next, mostly right claims and a little of everything else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tests.referee import ALL_CARDS, HOUR, MINUTE, SECOND, Card, Command, Referee

if TYPE_CHECKING:
    from random import Random

NOON = 1_800_000_000_000


@dataclass(frozen=True)
class Habits:
    """How often, out of 1000 steps, a crowd does something other than claim a set that lies there."""

    wrong: int = 60
    stale: int = 40
    odd: int = 20
    come_and_go: int = 30
    meddle: int = 20
    look: int = 30
    vote: int = 10
    dawdle: int = 30


CALM = Habits(wrong=20, stale=10, odd=5, come_and_go=4, meddle=4, look=10, vote=4, dawdle=10)
LIVELY = Habits()
WILD = Habits(wrong=250, stale=100, odd=60, come_and_go=100, meddle=60, look=60, vote=80, dawdle=60)


class Crowd:
    """People around one game. It looks at the referee's side only to know what people would see."""

    def __init__(self, rng: Random, habits: Habits) -> None:
        self.rng = rng
        self.habits = habits
        self.size = rng.randint(2, 8)
        self.easy = rng.random() < 0.05
        self.cards = [card for card in ALL_CARDS if card[2] == 0] if self.easy else list(ALL_CARDS)
        self.tired = rng.random() < 0.15  # sees no set once the deck is empty
        self.now = NOON + rng.randrange(HOUR)
        self.before = self.now  # when the last command came
        self.taps: dict[int, int] = {}

    def next(self, game: Referee) -> Command:
        """Let some time go by, and do something."""
        self.wait(game)
        return self.in_the_lobby(game) if game.phase == "lobby" else self.at_the_table(game)

    def tapped(self, command: Command, game: Referee) -> None:
        """Note a command's tap as the store does, and at times one on a card by somebody else."""
        self.before = self.now
        if len(command) > 1:
            self.taps[command[1]] = self.now
        seated = [entry.player for entry in game.seated()]
        if seated and game.paused_at is None and self.rng.random() < 0.1:
            self.taps[self.rng.choice(seated)] = self.now

    def wait(self, game: Referee) -> None:
        rng = self.rng
        if rng.randrange(1000) >= self.habits.dawdle:
            self.now += rng.randrange(8 * SECOND)
            return
        long = [MINUTE, 2 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 11 * MINUTE, 30 * MINUTE, 24 * HOUR]
        self.now += rng.choices(long, [40, 30, 20, 10, 10, 10, 2, 1])[0] + rng.choice([-1, 0, 1, rng.randrange(MINUTE)])
        if game.deadline is not None and rng.random() < 0.2:
            self.now = max(self.now, game.deadline + rng.choice([-1, 0, 1]))

    def somebody(self, game: Referee) -> int:
        return self.rng.choice(game.seated()).player if game.seated() else game.starter

    def anybody(self) -> int:
        return self.rng.randint(1, 10)

    def in_the_lobby(self, game: Referee) -> Command:
        rng = self.rng
        if rng.randrange(1000) < self.habits.come_and_go:
            return self.oddly(game)
        outside = [player for player in range(1, 11) if not game.is_seated(player)]
        if len(game.seated()) < self.size and outside and rng.random() < 0.95:
            return self.join(rng.choice(outside))
        return self.start(self.somebody(game), admin=rng.random() < 0.3)

    def start(self, player: int, *, admin: bool) -> Command:
        return ("start", player, tuple(self.rng.sample(self.cards, len(self.cards))), admin)

    def at_the_table(self, game: Referee) -> Command:
        habits, lot = self.habits, self.rng.randrange(1000)
        if self.tired and not game.deck and self.rng.random() < 0.9:
            return self.wish_to_end(game)
        for share, act in (
            (habits.wrong, self.claim_wrongly),
            (habits.stale, self.claim_late),
            (habits.odd, self.oddly),
            (habits.come_and_go, self.come_or_go),
            (habits.meddle, self.meddle),
            (habits.look, self.look),
            (habits.vote, self.vote),
        ):
            lot -= share
            if lot < 0:
                return act(game)
        return ("claim", self.somebody(game), self.some_set(game.table) or self.three(game), game.revision)

    def some_set(self, table: list[Card]) -> tuple[Card, ...] | None:
        """Some set on the table, its cards in the order in which they were seen."""
        for a, b in combinations(self.rng.sample(table, len(table)), 2):
            third = tuple((-x - y) % 3 for x, y in zip(a, b, strict=True))
            if third in table:
                return a, b, third
        return None

    def three(self, game: Referee) -> tuple[Card, ...]:
        return tuple(self.rng.sample(game.table, 3)) if game.table else ()

    def claim_wrongly(self, game: Referee) -> Command:
        return ("claim", self.somebody(game), self.three(game), game.revision)

    def claim_late(self, game: Referee) -> Command:
        """On an older table, as often as not for cards that somebody has just taken."""
        back = self.rng.randint(1, 3)
        cards = game.taken[-back].cards if len(game.taken) >= back and self.rng.random() < 0.5 else self.three(game)
        return ("claim", self.somebody(game), cards, game.revision - back)

    def oddly(self, game: Referee) -> Command:
        """What the buttons do not offer: no three cards, cards that do not lie there, people who do not play."""
        rng = self.rng
        cards: tuple[Card, ...] = tuple(rng.choices(game.table or self.cards, k=rng.randint(0, 4)))
        if game.deck and rng.random() < 0.3:
            cards = (*cards[:2], rng.choice(game.deck))
        return rng.choice(
            [
                ("claim", self.anybody(), cards, game.revision),
                ("claim", self.somebody(game), cards, game.revision),
                self.start(self.anybody(), admin=rng.random() < 0.1),
                ("vote", self.anybody(), game.revision),
                ("leave", self.anybody()),
                ("kick", self.anybody(), self.anybody(), rng.random() < 0.5),
                ("stop", self.anybody(), rng.random() < 0.1, rng.random() < 0.5),
                ("touch", self.anybody()),
            ]
        )

    def join(self, player: int) -> Command:
        return ("join", player, f"P{player}", self.rng.random() < 0.5)

    def come_or_go(self, game: Referee) -> Command:
        gone = [entry.player for entry in game.entries if entry.left]
        lot = self.rng.random()
        if lot < 0.35 and len(game.seated()) > 2:
            return ("leave", self.somebody(game))
        if lot < 0.4:
            return ("leave", self.somebody(game))
        return self.join(self.rng.choice(gone) if gone and lot < 0.7 else self.anybody())

    def meddle(self, game: Referee) -> Command:
        """Unseat somebody, preferably somebody away, or stop the game."""
        rng = self.rng
        kicker = game.starter if rng.random() < 0.6 else self.anybody()
        away = [entry.player for entry in game.seated() if entry.away]
        if rng.random() < 0.1:
            return (
                "stop",
                kicker if rng.random() < 0.2 else self.somebody(game),
                rng.random() < 0.1,
                rng.random() < 0.5,
            )
        target = rng.choice(away) if away and rng.random() < 0.8 else self.somebody(game)
        return ("kick", kicker, target, rng.random() < 0.2)

    def look(self, _game: Referee) -> Command:
        return ("tick",) if self.rng.random() < 0.5 else ("touch", self.anybody())

    def wish_to_end(self, game: Referee) -> Command:
        """Sit out the deadline, then agree, one by one, with the odd touch or coming or going between."""
        if not game.stalled:
            self.now += MINUTE
            return self.look(game)
        return self.rng.choices([self.vote, self.look, self.come_or_go, self.claim_wrongly], [12, 2, 1, 1])[0](game)

    def vote(self, game: Referee) -> Command:
        if game.votes and self.rng.random() < 0.15:
            player = self.rng.choice(sorted(game.votes))
            self.now = self.before + self.rng.choice([0, SECOND - 1, SECOND])
            return ("vote", player, game.revision)
        agreeing = [entry.player for entry in game.seated() if entry.player not in game.votes]
        return ("vote", self.rng.choice(agreeing or [game.starter]), game.revision - (self.rng.random() < 0.1))
