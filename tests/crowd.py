"""A made-up crowd: from a seed, what people do in a game next, mostly what it is about, and a little of all else."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.habits import Habits, some_choices
from tests.referee import ALL_CARDS, HOUR, MINUTE, SECOND, SYSTEMS, Call, Race, Solo, third

if TYPE_CHECKING:
    from random import Random

    from tests.referee import Card, Choices, Command, Referee

NOON = 1_800_000_000_000


class Crowd:
    """People around one game. It looks at the referee's side only to know what people would see."""

    def __init__(self, rng: Random, habits: Habits, system: str = "race") -> None:
        self.rng = rng
        self.habits = habits
        self.system = system
        self.choices = some_choices(system, rng)
        self.size = 1 if system == "solo" else rng.randint(2, 3) if self.choices.match else rng.randint(2, 8)
        self.undecided = rng.random() < 0.1  # opens the lobby with other rules
        self.tired = rng.random() < 0.15  # sees no set once the deck is empty
        self.looked_at, self.blind = 0, False  # the last revision at which they looked, and whether they saw no set
        self.now = NOON + rng.randrange(HOUR)
        self.before = self.now  # when the last command came
        self.taps: dict[int, int] = {}

    def opening(self) -> tuple[str, Choices]:
        """The system and the choices with which the lobby is opened."""
        system = self.rng.choice(sorted(SYSTEMS)) if self.undecided else self.system
        return system, some_choices(system, self.rng) if self.undecided else self.choices

    def next(self, game: Referee) -> Command:
        """Let some time go by, and do something."""
        self.wait(game)
        places = {"lobby": self.in_the_lobby, "dealing": self.between_rounds}
        command = places.get(game.phase, self.at_the_table)(game)
        self.tap_a_card(game)
        return command

    def tapped(self, command: Command) -> None:
        """Note a command's tap as the store does."""
        self.before = self.now
        if len(command) > 1:
            self.taps[command[1]] = self.now

    def tap_a_card(self, game: Referee) -> None:
        """Somebody has tapped a card meanwhile. On a paused game that would be a command of its own."""
        last = min(self.now, game.heard + 10 * MINUTE - 1)
        if game.phase == "playing" and game.paused_at is None and self.before <= last and self.rng.random() < 0.15:
            self.taps[self.somebody(game)] = self.rng.randint(self.before, last)

    def wait(self, game: Referee) -> None:
        rng = self.rng
        if rng.randrange(1000) >= self.habits.dawdle:
            self.now += self.a_moment(game)
            return
        long = [MINUTE, 2 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 11 * MINUTE, 30 * MINUTE, 24 * HOUR]
        self.now += rng.choices(long, [40, 30, 20, 10, 10, 10, 2, 1])[0] + rng.choice([-1, 0, 1, rng.randrange(MINUTE)])
        if game.deadline is not None and rng.random() < 0.2:
            self.now = max(self.now, game.deadline + rng.choice([-1, 0, 1]))

    def a_moment(self, game: Referee) -> int:
        """Most often some seconds; after a call either at once, or a moment before or after something is over."""
        rng = self.rng
        if not isinstance(game, Call):
            return rng.randrange(8 * SECOND)
        edges = [entry.waits_until for entry in game.entries if entry.waits_until is not None]
        edges += [game.changed_at + entry.handicap * SECOND for entry in game.entries if entry.handicap]
        if game.control is not None:
            edges = [game.control.at + (game.choices.call_seconds + 2) * SECOND]
            edges += [game.control.first_at + game.choices.courtesy_ms] * 2
        lot = rng.random()
        if edges and lot < 0.1:
            return max(0, rng.choice(edges) + rng.choice([-1, 0, 1]) - self.now)
        return rng.randrange(SECOND if game.control and lot < 0.5 else 6 * SECOND)

    # --- who ---------------------------------------------------------------------------------------------------------

    def somebody(self, game: Referee) -> int:
        return self.rng.choice(game.seated()).player if game.seated() else game.starter

    def anybody(self) -> int:
        return self.rng.randint(1, 10)

    def in_charge(self, game: Referee) -> int:
        """Who may decide, more often than not."""
        return game.starter if self.rng.random() < 0.8 else self.anybody()

    # --- before and between the rounds -------------------------------------------------------------------------------

    def in_the_lobby(self, game: Referee) -> Command:
        rng = self.rng
        if rng.randrange(1000) < self.habits.come_and_go:
            return self.oddly(game)
        decided = isinstance(game, SYSTEMS[self.system]) and game.choices == self.choices
        outside = [player for player in range(1, 11) if not game.is_seated(player)]
        if not decided and rng.random() < 0.5:
            return ("configure", self.in_charge(game), self.system, self.choices, rng.random() < 0.1)
        if len(game.seated()) < self.size and outside and rng.random() < 0.95:
            return self.join(rng.choice(outside))
        if game.choices.handicaps and rng.random() < 0.4:
            return self.handicap(game)
        return self.start(game, self.somebody(game), admin=rng.random() < 0.3)

    def between_rounds(self, game: Referee) -> Command:
        rng = self.rng
        lot = rng.random()
        if lot < 0.5:
            return ("deal", game.dealer(), self.shuffled(game), False)
        if lot < 0.7:
            self.now += rng.choice([0, 0, MINUTE])
            dealer = self.anybody() if rng.random() < 0.3 else self.somebody(game)
            return ("deal", dealer, self.shuffled(game), rng.random() < 0.1)
        return rng.choice([self.look, self.come_or_go, self.claim_wrongly, self.claim_late, self.oddly])(game)

    def shuffled(self, game: Referee) -> tuple[Card, ...]:
        cards = [card for card in ALL_CARDS if card[2] == 0 or not game.choices.easy]
        return tuple(self.rng.sample(cards, len(cards)))

    def start(self, game: Referee, player: int, *, admin: bool) -> Command:
        return ("start", player, self.shuffled(game), admin)

    def handicap(self, game: Referee) -> Command:
        seconds = self.rng.choice([0, 1, 3, 5, 10, 60, 800])
        return ("handicap", self.in_charge(game), self.somebody(game), seconds, self.rng.random() < 0.1)

    # --- at the table ------------------------------------------------------------------------------------------------

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
        return self.play_on(game)

    def play_on(self, game: Referee) -> Command:
        """What the game is about."""
        if game.control is not None:
            return self.after_a_call(game, game.control.player)
        cards = self.some_set(game)
        if cards is None:
            return self.no_set(game)
        if isinstance(game, Call):
            return ("call", self.somebody(game), game.revision - (self.rng.random() < 0.05))
        return ("claim", self.somebody(game), cards, game.revision)

    def after_a_call(self, game: Referee, caller: int) -> Command:
        """The caller claims, another calls as well, or somebody votes."""
        rng = self.rng
        lot = rng.random()
        revision = game.revision - rng.choice([0, 0, 0, 0, 1, 1, 2])
        if lot < 0.2:
            return ("call", self.somebody(game), revision)
        if lot < 0.22:
            return self.vote(game)
        return ("claim", caller, self.some_set(game) or self.three(game), revision)

    def no_set(self, game: Referee) -> Command:
        """Say or agree that no set is there, where one can; in race, touch and wait."""
        self.blind = self.blind and len(game.table) < game.most_cards()
        if isinstance(game, Solo):
            return ("no set", self.somebody(game), game.revision)
        return self.look(game) if isinstance(game, Race) else self.vote(game)

    def some_set(self, game: Referee) -> tuple[Card, ...] | None:
        """Some set on the table, its cards in the order in which they were seen, unless all are blind to it."""
        if game.revision != self.looked_at:
            self.blind = self.rng.random() < (0.3 if self.blind else 0.03)
            self.looked_at = game.revision
        if self.blind and not isinstance(game, Race):
            return None
        for a, b in combinations(self.rng.sample(game.table, len(game.table)), 2):
            if third(a, b) in game.table:
                return a, b, third(a, b)
        return None

    def three(self, game: Referee) -> tuple[Card, ...]:
        return tuple(self.rng.sample(game.table, 3)) if game.table else ()

    def claim_wrongly(self, game: Referee) -> Command:
        called = game.control is not None and self.rng.random() < 0.7
        return ("claim", game.control.player if called else self.somebody(game), self.three(game), game.revision)

    def claim_late(self, game: Referee) -> Command:
        """On an older table, as often as not for cards that somebody has just taken."""
        back = self.rng.randint(1, 3)
        if isinstance(game, Call) and self.rng.random() < 0.3:
            return ("call", self.somebody(game), game.revision - back)
        cards = game.taken[-back].cards if len(game.taken) >= back and self.rng.random() < 0.5 else self.three(game)
        return ("claim", self.somebody(game), cards, game.revision - back)

    def oddly(self, game: Referee) -> Command:
        """What the buttons do not offer: no three cards, cards that do not lie there, people who do not play."""
        rng = self.rng
        cards: tuple[Card, ...] = tuple(rng.choices(game.table or ALL_CARDS, k=rng.randint(0, 4)))
        if game.deck and rng.random() < 0.3:
            cards = (*cards[:2], rng.choice(game.deck))
        caller = game.control.player if game.control else self.somebody(game)
        return rng.choice(
            [
                ("claim", self.anybody(), cards, game.revision),
                ("claim", caller, cards, game.revision),
                self.start(game, self.anybody(), admin=rng.random() < 0.1),
                ("deal", self.anybody(), self.shuffled(game), rng.random() < 0.1),
                ("configure", self.anybody(), self.system, self.choices, rng.random() < 0.1),
                self.handicap(game),
                ("call", self.anybody(), game.revision),
                ("no set", self.anybody(), game.revision - rng.choice([0, 0, 1])),
                ("vote", self.anybody(), game.revision),
                ("leave", rng.choice([self.anybody(), caller])),
                ("kick", self.anybody(), rng.choice([self.anybody(), caller]), rng.random() < 0.5),
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
        away = [entry.player for entry in game.seated() if entry.away]
        if rng.random() < 0.1:
            stopper = self.in_charge(game) if rng.random() < 0.2 else self.somebody(game)
            return ("stop", stopper, rng.random() < 0.1, rng.random() < 0.5)
        target = rng.choice(away) if away and rng.random() < 0.8 else self.somebody(game)
        return ("kick", self.in_charge(game), target, rng.random() < 0.2)

    def look(self, _game: Referee) -> Command:
        return ("tick",) if self.rng.random() < 0.5 else ("touch", self.anybody())

    def wish_to_end(self, game: Referee) -> Command:
        """Sit out what there is to sit out, then agree, with the odd touch or coming or going between."""
        if isinstance(game, Solo):
            return self.no_set(game)
        if isinstance(game, Race) and not game.stalled:
            self.now += MINUTE
            return self.look(game)
        return self.rng.choices([self.vote, self.look, self.come_or_go, self.claim_wrongly], [12, 2, 1, 1])[0](game)

    def vote(self, game: Referee) -> Command:
        """Agree, or press a second time."""
        if game.votes and self.rng.random() < 0.15:
            player = self.rng.choice(sorted(game.votes))
            self.now = self.before + self.rng.choice([0, SECOND - 1, SECOND])
            return ("vote", player, game.revision)
        agreeing = [entry.player for entry in game.seated() if entry.player not in game.votes]
        return ("vote", self.rng.choice(agreeing or [game.starter]), game.revision - (self.rng.random() < 0.1))
