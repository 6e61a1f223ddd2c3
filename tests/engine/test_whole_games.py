"""Whole race games by a state machine: whatever people do, in any order, what the rules say of every state holds."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.card import DECK, Card, features
from engine.commands import CastVote, Claim, Command, Join, Kick, Leave, Start, Stop, Tick, Touch
from engine.events import (
    ClaimJudged,
    DeadlinePassed,
    Event,
    Finished,
    Freed,
    Joined,
    Left,
    Paused,
    Rejected,
    Resumed,
    Started,
    Voted,
)
from engine.game import Finish, Millis, Phase, PlayerId, Revision
from engine.moment import last_change
from engine.notation import game_text, parse_game
from engine.play import play
from engine.players import is_seated, seated
from engine.reasons import Reason
from engine.sets import find_sets, has_set
from engine.standings import standings, winners
from engine.value import replace
from engine.voting import vote_open
from tests.alone import stuck
from tests.builders import MINUTE, NOON, a_set, lobby, no_set, refusal, shuffle

people = st.integers(1, 10).map(PlayerId)
places = st.integers(0, 7)


class RaceGame(RuleBasedStateMachine):
    """One game, and beside it what its rules let one expect: who is locked out, the scores, the revision."""

    def __init__(self) -> None:
        super().__init__()
        self.game = lobby(1)
        self.now = NOON
        self.taps: dict[PlayerId, Millis] = {}
        self.locked: set[PlayerId] = set()
        self.scores: dict[PlayerId, int] = {PlayerId(1): 0}
        self.steps = 0
        self.old_claims: list[Claim] = []

    def ask(self, command: Command, *, ago: int = 0) -> tuple[Event, ...]:
        """Give the game a command, hold its answer against what is expected, and note what that changes."""
        before = self.game
        progress = play(before, command, Millis(self.now - ago), self.taps)
        again = play(before, command, Millis(self.now - ago), self.taps)
        assert progress == again
        self.game = progress.after
        for event in progress.events:
            self.note(event)
        if refusal(progress) is not None and not isinstance(command, Tick):
            assert progress.after == play(before, Touch(command.player), Millis(self.now - ago), self.taps).after
        assert self.game.revision - before.revision == sum(
            isinstance(event, ClaimJudged | Started) for event in progress.events
        )
        assert last_change(self.game) >= last_change(before)
        if not isinstance(command, Tick):
            self.taps[command.player] = Millis(max(self.now - ago, self.taps.get(command.player, 0)))
        return progress.events

    def note(self, event: Event) -> None:
        match event:
            case ClaimJudged(judged):
                self.steps += 1
                self.scores[judged.player] += 1 if judged.right else -1
                self.locked = set() if judged.right else self.locked | {judged.player}
            case Started():
                self.steps += 1
            case DeadlinePassed():
                self.locked = set()
            case Joined(player, back):
                self.scores[player] = min(0, self.scores[player]) if back else 0
            case Left(player) if self.game.phase is Phase.LOBBY or self.game.finish is Finish.LOBBY_CLOSED:
                del self.scores[player]
            case Freed() | Finished() | Voted() | Paused() | Resumed() | Rejected() | Left() | _:
                pass
        if self.game.phase is Phase.PLAYING and {player.id for player in seated(self.game)} <= self.locked:
            self.locked = set()

    def someone(self, place: int) -> PlayerId:
        here = seated(self.game)
        return here[place % len(here)].id

    def playing(self) -> bool:
        return self.game.phase is Phase.PLAYING

    def going_on(self) -> bool:
        return self.game.phase is not Phase.FINISHED

    @initialize(others=st.integers(0, 5), seed=st.integers(0, 999))
    def gather(self, others: int, seed: int) -> None:
        for player in range(2, 2 + others):
            self.ask(Join(PlayerId(player), f"P{player}"))
        if others > 1:
            self.ask(Start(PlayerId(1), shuffle(seed)))

    @precondition(going_on)
    @rule(seconds=st.sampled_from([0, 0.3, 1, 5, 30, 119, 120, 121, 599, 601, 1801, 90_000]))
    def time_goes_by(self, seconds: float) -> None:
        self.now = Millis(self.now + round(seconds * 1000))

    @precondition(going_on)
    @rule(player=people)
    def somebody_taps_a_card(self, player: PlayerId) -> None:
        self.taps[player] = self.now
        if self.game.paused_at is not None:
            self.ask(Touch(player))

    @precondition(going_on)
    @rule(player=people, readmit=st.booleans())
    def somebody_joins(self, player: PlayerId, readmit: bool) -> None:
        self.ask(Join(player, f"P{player}", readmit))

    @precondition(lambda self: self.game.phase is Phase.LOBBY)
    @rule(player=people, seed=st.integers(0, 999), admin=st.booleans())
    def somebody_starts(self, player: PlayerId, seed: int, admin: bool) -> None:
        self.ask(Start(player, shuffle(seed), admin))

    @precondition(playing)
    @rule(place=places, lag=st.sampled_from([0, 0, 50, 3000]))
    def somebody_is_right(self, place: int, lag: int) -> None:
        player = self.someone(place)
        claim = Claim(player, a_set(self.game), self.game.revision)
        self.old_claims.append(claim)
        was_locked = player in self.locked
        events = self.ask(claim, ago=lag)
        if not was_locked and self.going_on():
            assert any(isinstance(event, ClaimJudged) for event in events)

    @precondition(playing)
    @rule(places=st.lists(places, min_size=1, max_size=27))
    def sets_are_taken_one_after_another(self, places: list[int]) -> None:
        for place in places:
            if self.playing():
                self.now = Millis(self.now + 4000)
                free = [player.id for player in seated(self.game) if not player.locked]
                self.ask(Claim(free[place % len(free)], a_set(self.game), self.game.revision))

    @precondition(lambda self: self.playing() and len(self.game.table) > 3)
    @rule(place=places)
    def somebody_is_wrong(self, place: int) -> None:
        claim = Claim(self.someone(place), no_set(self.game), self.game.revision)
        self.old_claims.append(claim)
        self.ask(claim)

    @precondition(playing)
    @rule(place=places, data=st.data())
    def somebody_claims_what_is_no_claim(self, place: int, data: st.DataObject) -> None:
        outside = [card for card in DECK if card not in self.game.table]
        three = data.draw(st.lists(st.sampled_from([*self.game.table, *outside]), max_size=4).map(tuple))
        if len(set(three)) == len(three) == 3 and set(three) <= set(self.game.table):
            three = (*three[:2], three[0])
        before = len(self.game.taken), self.steps
        self.ask(Claim(self.someone(place), three, self.game.revision))
        assert (len(self.game.taken), self.steps) == before

    @precondition(lambda self: self.old_claims)
    @rule(place=places, which=st.integers(0, 99))
    def somebody_claims_too_late(self, place: int, which: int) -> None:
        old = self.old_claims[which % len(self.old_claims)]
        player = self.someone(place) if seated(self.game) else PlayerId(1)
        if old.revision == self.game.revision:
            return
        [*_, last] = self.ask(replace(old, player=player))
        assert isinstance(last, Rejected)
        assert last.reason in {Reason.STALE, Reason.FINISHED, Reason.NOT_IN_GAME}
        if last.reason is Reason.STALE and set(old.cards) <= set(self.game.table):
            assert last.faster is None
        if last.faster is not None:
            assert last.faster.right
            assert last.faster.revision > old.revision
            assert set(last.faster.cards) & set(old.cards)

    @precondition(playing)
    @rule(place=places, off=st.sampled_from([0, 0, 0, 0, -1]))
    def somebody_votes(self, place: int, off: int) -> None:
        self.ask(CastVote(self.someone(place), Revision(self.game.revision + off)))

    @precondition(lambda self: self.playing() and vote_open(self.game))
    @rule()
    def everybody_votes(self) -> None:
        for player in seated(self.game):
            self.taps[player.id] = self.now
        for player in seated(self.game):
            if self.playing() and player.id not in self.game.votes:
                self.ask(CastVote(player.id, self.game.revision))
        pressed_just_now = any(self.now < player.voted_at + 1000 for player in seated(self.game))
        assert pressed_just_now or self.game.finish is not None

    @precondition(lambda self: self.playing() and not self.game.deck)
    @rule()
    def all_look_on_until_a_deadline_passes(self) -> None:
        self.now = Millis(self.now + 2 * MINUTE)
        self.taps.update({player.id: self.now for player in seated(self.game)})
        self.ask(Touch(self.someone(0)))

    @precondition(going_on)
    @rule(player=people)
    def somebody_leaves(self, player: PlayerId) -> None:
        self.ask(Leave(player))

    @precondition(going_on)
    @rule(player=people, other=people, admin=st.booleans())
    def somebody_kicks(self, player: PlayerId, other: PlayerId, admin: bool) -> None:
        self.ask(Kick(player, other, admin))

    @rule(player=people)
    def somebody_looks(self, player: PlayerId) -> None:
        self.ask(Touch(player))

    @rule()
    def a_timer_rings(self) -> None:
        self.ask(Tick())

    @precondition(lambda self: self.going_on() and len(self.game.taken) > 5)
    @rule(player=people, anew=st.booleans())
    def somebody_stops(self, player: PlayerId, anew: bool) -> None:
        self.ask(Stop(player, anew=anew))

    @invariant()
    def no_card_is_lost(self) -> None:
        """R1.2, R3.1, R3.2, R3.3: and all features sum to 0 modulo 3, since those of every set do."""
        if self.game.revision:
            taken = [card for judged in self.game.taken for card in judged.cards]
            everywhere: list[Card] = [*self.game.table, *self.game.deck, *taken]
            assert sorted(everywhere) == list(DECK)
            rest = [features(card) for card in (*self.game.table, *self.game.deck)]
            assert all(sum(values) % 3 == 0 for values in zip(*rest, strict=True))

    @invariant()
    def a_running_game_has_a_set_to_find_and_somebody_who_may_claim_it(self) -> None:
        """R18, R14.1, R10, R19.4: nobody can be stuck."""
        game = self.game
        if self.playing():
            assert has_set(game.table)
            assert len(game.table) in ((12, 15, 18, 21) if game.deck else (3, 6, 9, 12, 15, 18, 21))
            assert any(not player.locked for player in seated(game))
            assert len(seated(game)) >= 2

    @invariant()
    def anyone_alone_can_move_the_game_on(self) -> None:
        """R11, R14.2, R19.4, R20: with all the others gone silent from now on."""
        assert stuck(self.game, self.now, self.taps) == []

    @invariant()
    def only_a_played_out_game_ends_by_itself(self) -> None:
        """R14.1."""
        if self.game.finish is Finish.NO_SET_LEFT:
            assert not self.game.deck
            assert find_sets(self.game.table) == ()

    @invariant()
    def locked_out_is_who_was_wrong_since_a_set_or_a_deadline(self) -> None:
        """R19.3, R19.4."""
        if self.playing():
            assert {player.id for player in self.game.players if player.locked} == self.locked

    @invariant()
    def scores_are_sets_less_wrong_claims_less_what_leaving_cost(self) -> None:
        """R19.1, R19.2, R2.3."""
        assert {player.id: player.score for player in self.game.players} == self.scores
        assert sum(player.sets for player in self.game.players) == len(self.game.taken)

    @invariant()
    def the_revision_counts_the_deal_and_the_judged_claims(self) -> None:
        """R5.1, R5.2."""
        assert self.game.revision == self.steps

    @invariant()
    def seats_are_few_and_the_starter_has_one(self) -> None:
        """R1.1, R2.1, R2.4."""
        assert [player.seat for player in self.game.players] == list(range(1, len(self.game.players) + 1))
        assert len({player.id for player in self.game.players}) == len(self.game.players) <= 8
        if self.going_on():
            assert is_seated(self.game, self.game.starter)

    @invariant()
    def votes_are_of_players_and_only_while_there_is_something_to_agree_on(self) -> None:
        """R12.1, R12.2, R12.4."""
        if self.game.votes:
            assert vote_open(self.game)
            assert all(is_seated(self.game, player) for player in self.game.votes)
            assert len(set(self.game.votes)) == len(self.game.votes)

    @invariant()
    def clocks_run_ahead_and_stop_at_the_end(self) -> None:
        """R15.1, R20."""
        if self.playing():
            assert self.game.deadline is not None
            assert self.game.paused_at is not None or self.game.deadline > last_change(self.game) - 2 * MINUTE
            assert self.game.paused_at is None or self.game.deadline > self.game.paused_at
        else:
            assert (self.game.deadline, self.game.paused_at) == (None, None)

    @invariant()
    def everyone_has_a_place_in_the_standings(self) -> None:
        """R13.1, R13.2, R13.3, R14.5."""
        rows = standings(self.game)
        assert sorted(row.player.id for row in rows) == sorted(player.id for player in self.game.players)
        stayed = [row.player.left is None for row in rows]
        assert stayed == sorted(stayed, reverse=True)
        if self.game.finish is Finish.ALONE:
            assert winners(self.game) == seated(self.game)
        if self.game.finish is Finish.KICKED:
            assert winners(self.game) == ()

    @invariant()
    def the_game_is_read_back_from_its_text(self) -> None:
        assert parse_game(game_text(self.game)) == self.game


RaceGame.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

TestRaceGame = RaceGame.TestCase
