"""Whole games of any system by a state machine: what people may do, and what the rules say of every state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.card import Card, features
from engine.clock import next_due
from engine.commands import (
    Call,
    CastVote,
    Claim,
    Command,
    Configure,
    Deal,
    Join,
    Kick,
    Leave,
    NoSet,
    SetHandicap,
    Start,
    Stop,
    Tick,
    Touch,
)
from engine.control import runs_out_at
from engine.events import (
    Called,
    ClaimJudged,
    ControlLost,
    Dealt,
    Event,
    Extended,
    Joined,
    Left,
    NoSetSaid,
    PenaltyCancelled,
    Rejected,
    Started,
)
from engine.game import Finish, Loss, Millis, Phase, PlayerId, Revision
from engine.moment import last_change
from engine.notation import game_text, parse_game
from engine.play import play
from engine.players import is_seated, seated
from engine.reasons import Reason
from engine.rules import CALL, Claiming, Extension, Lockout, Ranking
from engine.sets import has_set
from engine.standings import standings, winners
from engine.table import CARDS, MOST
from engine.value import replace
from engine.voting import vote_open
from tests.alone import played_on, stuck
from tests.builders import MINUTE, NOON, SECOND, a_set, everyone, lobby, no_set, refusal, shuffle

if TYPE_CHECKING:
    from engine.rules import Rules

places = st.integers(0, 7)
anywhere = st.integers(0, 9)


class AnyGame(RuleBasedStateMachine):
    """One game, and beside it what its events let one expect of scores, penalties, revision and rounds."""

    played: Rules

    def __init__(self) -> None:
        super().__init__()
        self.now = NOON
        self.open()

    def open(self) -> None:
        """A new lobby."""
        self.game = lobby(1, rules=self.played, now=self.now)
        self.taps: dict[PlayerId, Millis] = {}
        self.scores: dict[PlayerId, int] = {PlayerId(1): 0}
        self.failed: set[PlayerId] = set()
        self.steps = 0
        self.rounds = 0
        self.dealers = 0
        self.old_claims: list[Claim] = []

    # --- asking, and what follows from the answers

    def ask(self, command: Command, *, ago: int = 0) -> tuple[Event, ...]:
        """Give the game a command, hold its answer against what is expected, and note what that changes."""
        before, now = self.game, Millis(self.now - ago)
        progress = play(before, command, now, self.taps)
        assert progress == play(before, command, now, self.taps)
        self.game = progress.after
        for event in progress.events:
            self.note(event)
        if refusal(progress) is not None and not isinstance(command, Tick):
            assert progress.after == play(before, Touch(command.player), now, self.taps).after
        assert last_change(self.game) >= last_change(before)
        if not isinstance(command, Tick):
            self.taps[command.player] = max(now, self.taps.get(command.player, NOON))
        return progress.events

    def note(self, event: Event) -> None:
        self.steps += isinstance(event, ClaimJudged | Called | Started | Dealt)
        match event:
            case ClaimJudged(judged) if judged.right:
                self.scores[judged.player] += 1
                self.failed.clear()
            case ClaimJudged(judged):
                self.fail(judged.player)
            case ControlLost(player, why):
                self.steps += why is Loss.TIME
                self.fail(player)
            case Extended() if self.played.extension is not Extension.AUTOMATIC:
                self.steps += 1
            case NoSetSaid(player):
                self.scores[player] -= 1
            case PenaltyCancelled(player):
                self.scores[player] += 1
            case Started() | Dealt():
                self.rounds += 1
                self.failed.clear()
                self.dealers = self.dealers or len(seated(self.game))
            case Joined(player, back):
                keeps = self.played.ranking is Ranking.BY_SCORE
                self.scores[player] = (self.scores[player] if keeps else min(0, self.scores[player])) if back else 0
            case Left(player) if self.game.phase is Phase.LOBBY or self.game.finish is Finish.LOBBY_CLOSED:
                del self.scores[player]
            case _:
                pass

    def fail(self, player: PlayerId) -> None:
        """What a wrong claim and a call that came to nothing cost."""
        lower = self.scores[player] + self.played.wrong_points
        self.scores[player] = lower if self.played.score_floor is None else max(lower, self.played.score_floor)
        self.failed.add(player)

    def someone(self, place: int) -> PlayerId:
        here = seated(self.game)
        return here[place % len(here)].id

    def playing(self) -> bool:
        return self.game.phase is Phase.PLAYING

    def dealt(self) -> bool:
        return self.game.phase in (Phase.PLAYING, Phase.DEALING)

    def going_on(self) -> bool:
        return self.game.phase is not Phase.FINISHED

    def called_first(self) -> bool:
        return self.played.claiming is Claiming.CALL_FIRST

    def anybody(self, place: int) -> PlayerId:
        """Somebody seated, or at the last places somebody who may not be."""
        return self.someone(place) if place < 8 and seated(self.game) else PlayerId(place + 1)

    def claimer(self, place: int) -> PlayerId:
        """Who claims: mostly whoever has control, which is called for where nobody has it."""
        if self.called_first() and self.game.control is None and place < 7:
            self.ask(Call(self.someone(place), self.game.revision))
        held = self.game.control
        return held.player if held is not None and place < 7 else self.someone(place)

    # --- what people do, and when

    @initialize(others=st.integers(0, 4), seed=st.integers(0, 999))
    def gather(self, others: int, seed: int) -> None:
        for player in range(2, min(2 + others, self.played.max_players + 1)):
            self.ask(Join(PlayerId(player), f"P{player}"))
        if others > 0 or self.played.min_players == 1:
            self.ask(Start(PlayerId(1), shuffle(seed, self.played)))

    @precondition(going_on)
    @rule(seconds=st.sampled_from([0, 0.3, 0.7, 1, 5, 8, 9.9, 10, 12, 20, 30, 119, 120, 121, 599, 601, 1801]))
    def time_goes_by(self, seconds: float) -> None:
        self.now = Millis(self.now + round(seconds * SECOND))

    @precondition(going_on)
    @rule(place=anywhere)
    def somebody_taps_a_card(self, place: int) -> None:
        player = self.anybody(place)
        self.taps[player] = self.now
        if self.game.paused_at is not None:
            self.ask(Touch(player))

    @precondition(going_on)
    @rule(place=anywhere, readmit=st.booleans())
    def somebody_joins(self, place: int, readmit: bool) -> None:
        left = [player.id for player in self.game.players if player.left is not None]
        player = left[place % len(left)] if left and place % 2 else PlayerId(place + 1)
        self.ask(Join(player, f"P{player}", readmit))

    @precondition(lambda self: self.game.phase is Phase.LOBBY)
    @rule(place=anywhere, seed=st.integers(0, 999), admin=st.booleans())
    def somebody_starts(self, place: int, seed: int, admin: bool) -> None:
        self.ask(Start(self.anybody(place), shuffle(seed, self.played), admin))

    @precondition(lambda self: self.dealt() and self.called_first())
    @rule(place=places, lag=st.sampled_from([0, 0, 0, 1, 2]), ago=st.sampled_from([0, 50]))
    def somebody_calls(self, place: int, lag: int, ago: int) -> None:
        held = self.game.control
        events = self.ask(Call(self.someone(place), Revision(max(0, self.game.revision - lag))), ago=ago)
        if Called(self.someone(place), taken_from=None) in events:
            assert held is None or any(isinstance(event, ControlLost) for event in events)

    @precondition(lambda self: self.playing() and self.called_first())
    @rule(here=st.lists(places, min_size=2, max_size=4), gap=st.sampled_from([0, 200, 350, 700, 701]))
    def several_call_at_once(self, here: list[int], gap: int) -> None:
        """R23.1, R25.3: whoever has control at last has a lower score than who had it, or nobody had it."""
        revision = self.game.revision
        for place in here:
            if self.playing():
                player, held = self.someone(place), self.game.control
                events = self.ask(Call(player, revision))
                if held is not None and Called(player, taken_from=held.player) in events:
                    assert self.scores[player] < self.scores[held.player]
                    assert self.now <= held.first_at + self.played.courtesy_ms
            self.now = Millis(self.now + gap)

    @precondition(lambda self: self.playing() and has_set(self.game.table))
    @rule(place=places, lag=st.sampled_from([0, 0, 50, 3000]))
    def somebody_is_right(self, place: int, lag: int) -> None:
        claim = Claim(self.claimer(place), a_set(self.game), self.game.revision)
        self.old_claims.append(claim)
        self.ask(claim, ago=lag)

    @precondition(lambda self: self.playing() and has_set(self.game.table))
    @rule(places=st.lists(places, min_size=1, max_size=25))
    def sets_are_taken_one_after_another(self, places: list[int]) -> None:
        for place in places:
            if self.playing() and has_set(self.game.table):
                self.now = Millis(self.now + 4 * SECOND)
                player = self.someone(place)
                if self.called_first():
                    self.ask(Call(player, self.game.revision))
                if self.playing():
                    self.ask(Claim(player, a_set(self.game), self.game.revision))

    @precondition(lambda self: self.playing() and len(self.game.table) > 3)
    @rule(place=places)
    def somebody_is_wrong(self, place: int) -> None:
        claim = Claim(self.claimer(place), no_set(self.game), self.game.revision)
        self.old_claims.append(claim)
        self.ask(claim)

    @precondition(playing)
    @rule(place=places, count=st.sampled_from([0, 2, 4]))
    def somebody_claims_what_is_no_claim(self, place: int, count: int) -> None:
        before, some = (len(self.game.taken), self.game.last), self.game.table[:count]
        if len(some) == 3:  # all that is left on the table: that would be one
            return
        self.ask(Claim(self.claimer(place), some, self.game.revision))
        assert (len(self.game.taken), self.game.last) == before or self.game.phase is Phase.DEALING

    @precondition(lambda self: self.old_claims and self.dealt())
    @rule(place=places, which=st.integers(0, 99))
    def somebody_claims_too_late(self, place: int, which: int) -> None:
        old = self.old_claims[which % len(self.old_claims)]
        held = self.game.control
        if old.revision >= (self.game.revision if held is None else held.before):
            return
        [*_, last] = self.ask(replace(old, player=self.someone(place)))
        assert isinstance(last, Rejected)
        assert last.reason in {Reason.STALE, Reason.FINISHED, Reason.ROUND_OVER}
        assert last.faster is None or {*last.faster.cards} & {*old.cards}

    @precondition(playing)
    @rule(place=places, off=st.sampled_from([0, 0, 0, -1]))
    def somebody_votes(self, place: int, off: int) -> None:
        self.ask(CastVote(self.someone(place), Revision(self.game.revision + off)))

    @precondition(lambda self: self.playing() and vote_open(self.game))
    @rule()
    def everybody_votes(self) -> None:
        before = self.game
        self.now = Millis(self.now + 2 * SECOND)
        self.taps.update(everyone(before, self.now))
        for player in seated(before):
            if player.id not in self.game.votes and self.playing() and self.game.revision == before.revision:
                self.ask(CastVote(player.id, self.game.revision))
        full = bool(before.deck) and len(before.table) == MOST[self.played.deck]
        assert full or self.game.revision > before.revision or not self.playing()

    @precondition(playing)
    @rule(place=places, off=st.sampled_from([0, 0, 0, -1]))
    def somebody_says_no_set(self, place: int, off: int) -> None:
        self.ask(NoSet(self.someone(place), Revision(self.game.revision + off)))

    @precondition(dealt)
    @rule(place=anywhere, seed=st.integers(0, 999), admin=st.sampled_from([False, False, True]))
    def somebody_deals(self, place: int, seed: int, admin: bool) -> None:
        self.ask(Deal(self.anybody(place), shuffle(seed, self.played), admin))

    @precondition(going_on)
    @rule(place=anywhere)
    def somebody_leaves(self, place: int) -> None:
        self.ask(Leave(self.anybody(place)))

    @precondition(going_on)
    @rule(place=anywhere, other=anywhere, admin=st.booleans())
    def somebody_kicks(self, place: int, other: int, admin: bool) -> None:
        self.ask(Kick(self.anybody(place), self.anybody(other), admin))

    @precondition(going_on)
    @rule(other=anywhere, seconds=st.sampled_from([0, 5, 30]))
    def the_starter_gives_a_handicap(self, other: int, seconds: int) -> None:
        self.ask(SetHandicap(self.game.starter, self.anybody(other), seconds))

    @precondition(dealt)
    @rule(place=anywhere)
    def somebody_wants_other_rules(self, place: int) -> None:
        self.ask(Configure(self.anybody(place), CALL, self.game.look, admin=True))
        assert self.game.rules == self.played

    @precondition(lambda self: not self.going_on())
    @rule(others=st.integers(0, 4), seed=st.integers(0, 999))
    def they_play_again(self, others: int, seed: int) -> None:
        before = self.game
        for command in (Touch(PlayerId(1)), Tick(), Leave(PlayerId(1)), Join(PlayerId(9), "P9")):
            self.ask(command)
        assert self.game == before
        self.open()
        self.gather(others, seed)

    @precondition(going_on)
    @rule(place=anywhere)
    def somebody_taps_a_button(self, place: int) -> None:
        self.ask(Touch(self.anybody(place)))

    @precondition(going_on)
    @rule()
    def a_timer_rings(self) -> None:
        self.ask(Tick())

    @precondition(lambda self: self.dealt() and len(self.game.taken) > 5)
    @rule(place=anywhere, anew=st.booleans())
    def somebody_stops(self, place: int, anew: bool) -> None:
        self.ask(Stop(self.anybody(place), anew=anew))

    def teardown(self) -> None:
        """Every game comes to its end if anybody plays on, however few come back."""
        game, now = self.game, self.now
        for _ in range(400):
            if game.phase in (Phase.LOBBY, Phase.FINISHED):
                return
            game, now = played_on(game, seated(game)[0].id, now, self.taps)
        raise AssertionError("the game does not end")

    # --- what holds in every state

    @invariant()
    def no_card_is_lost(self) -> None:
        """R1.2, R3.1, R3.2, R3.3: and all features sum to 0 modulo 3, since those of every set do."""
        if self.game.revision:
            taken = [card for judged in self.game.taken for card in judged.cards]
            everywhere: list[Card] = [*self.game.table, *self.game.deck, *taken]
            assert sorted(everywhere) == sorted(CARDS[self.played.deck])
            rest = [features(card) for card in (*self.game.table, *self.game.deck)]
            assert all(sum(values) % 3 == 0 for values in zip(*rest, strict=True))

    @invariant()
    def the_table_has_rows_of_three_and_never_too_many(self) -> None:
        """R10, R3.3, R14.1, R25.6."""
        size = len(self.game.table)
        assert size % 3 == 0
        assert size <= MOST[self.played.deck]
        if self.playing() and self.game.deck:
            assert size >= 12
        if self.playing() and not has_set(self.game.table):
            assert self.game.deck or self.played.ranking is Ranking.BY_SCORE
        if self.game.finish is Finish.NO_SET_LEFT:
            assert not self.game.deck
            assert not has_set(self.game.table)

    @invariant()
    def scores_are_what_the_events_amount_to(self) -> None:
        """R19, R22.2, R23.4, R25.2, R25.5, R26.3, R26.4, R26.6, R2.3."""
        assert {player.id: player.score for player in self.game.players} == self.scores
        if self.played.score_floor is not None:
            assert all(player.score >= self.played.score_floor for player in self.game.players)

    @invariant()
    def the_revision_counts_what_it_has_to(self) -> None:
        """R5.1, R5.2, R24.3."""
        assert self.game.revision == self.steps

    @invariant()
    def seats_are_few_and_the_starter_has_one(self) -> None:
        """R1.1, R2.1, R2.4, R26.1."""
        assert [player.seat for player in self.game.players] == list(range(1, len(self.game.players) + 1))
        assert len({player.id for player in self.game.players}) == len(self.game.players) <= self.played.max_players
        if self.going_on():
            assert is_seated(self.game, self.game.starter)

    @invariant()
    def votes_are_of_players_and_only_while_there_is_something_to_agree_on(self) -> None:
        """R12.2, R12.4, R21, R23.7."""
        if self.game.votes:
            assert vote_open(self.game)
            assert all(is_seated(self.game, player) for player in self.game.votes)
            assert len({*self.game.votes}) == len(self.game.votes)

    @invariant()
    def control_is_a_players_and_runs_out(self) -> None:
        """R23.1, R23.3."""
        held = self.game.control
        if held is not None:
            assert self.playing()
            assert self.called_first()
            assert is_seated(self.game, held.player)
            assert held.before < held.revision == self.game.revision
            assert held.first_at <= held.at
            assert next_due(self.game, self.taps) == runs_out_at(held, self.played)

    @invariant()
    def nobody_is_barred_who_has_not_failed(self) -> None:
        """R19.3, R22.3, R23.5, R26.3."""
        barred = {player.id for player in self.game.players if player.locked or player.wait_until is not None}
        assert barred <= self.failed

    @invariant()
    def all_who_count_are_not_locked_out_together(self) -> None:
        """R19.4, R22.4."""
        settled = play(self.game, Tick(), self.now, self.taps).after
        heard = {player.id: max(player.seen_at, self.taps.get(player.id, NOON)) for player in seated(settled)}
        all_count = self.played.lockout is Lockout.UNTIL_SET_OR_DEADLINE
        here = [player for player in seated(settled) if all_count or heard[player.id] + 2 * MINUTE > self.now]
        if settled.phase is Phase.PLAYING and here and settled.paused_at is None:
            assert not all(player.locked for player in here)

    @invariant()
    def anyone_alone_can_move_the_game_on(self) -> None:
        """R11, R12.2, R14.2, R19.4, R20, R22.4, R23.3, R23.5, R24.2: with all the others gone silent from now on."""
        assert stuck(self.game, self.now, self.taps) == []

    @invariant()
    def rounds_are_as_many_as_are_dealt(self) -> None:
        """R24.1."""
        assert self.game.round == self.rounds <= max(1, self.dealers)
        assert (self.game.phase is Phase.DEALING) == (self.game.round_over is not None)

    @invariant()
    def everyone_has_a_place_in_the_standings(self) -> None:
        """R13.1, R13.2, R13.3, R14.5, R25.5."""
        rows = standings(self.game)
        assert sorted(row.player.id for row in rows) == sorted(player.id for player in self.game.players)
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        by_score = self.played.ranking is Ranking.BY_SCORE
        stayed = [by_score or row.player.left is None for row in rows]
        assert stayed == sorted(stayed, reverse=True)
        ranked = [row.player.score for row in rows if by_score or row.player.left is None]
        assert ranked == sorted(ranked, reverse=True)
        if self.game.finish is Finish.KICKED:
            assert winners(self.game) == ()

    @invariant()
    def the_game_is_read_back_from_its_text(self) -> None:
        assert parse_game(game_text(self.game)) == self.game
