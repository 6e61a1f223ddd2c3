"""What taps amount to, held against a model that lives through them one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Claim
from engine.game import Millis
from engine.play import play
from engine.value import replace
from handler.picks import LAPSE_MS, NO_HAND, RECENT_MS, REPEAT_MS, Folded, TapResult, compacted, fold
from handler.ports import Picks, Tap
from tests.builders import ANA, BEN, NOON, a_set, no_set, started

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Game

START = started(2)
A, B, C, D = (START.table[slot] for slot in (0, 1, 2, 3))


def picks(*taps: tuple[Card, int], first: int = 1) -> Picks:
    """Ana's picks: cards and when they were tapped, in milliseconds after noon."""
    return Picks(tuple(Tap(update, card, Millis(NOON + at)) for update, (card, at) in enumerate(taps, first)))


def folded(kept: Picks, at: int, game: Game = START) -> Folded:
    return fold(kept, game, ANA, Millis(NOON + at))


def test_nothing_tapped_is_nothing_picked() -> None:
    assert folded(Picks(), 1000) == Folded((), TapResult.NOTHING)


def test_cards_are_picked_in_order_and_a_second_tap_drops_one() -> None:
    assert folded(picks((B, 1), (A, 2)), 3) == Folded((B, A), TapResult.PICKED)
    assert folded(picks((B, 1), (A, 2), (B, 501)), 502) == Folded((A,), TapResult.DROPPED)


def test_a_fourth_card_is_refused() -> None:
    assert folded(picks((A, 1), (B, 2), (C, 3), (D, 4)), 5) == Folded((A, B, C), TapResult.REFUSED)


def test_the_same_card_within_400_milliseconds_is_the_same_tap() -> None:
    assert folded(picks((A, 1), (A, REPEAT_MS)), 500).cards == (A,)
    assert folded(picks((A, 1), (A, REPEAT_MS + 1)), 500).cards == ()
    chain = picks((A, 1), (A, 300), (A, 600), (A, 900))
    assert folded(chain, 1000).cards == (A,)


def test_one_update_delivered_twice_is_one_tap_however_late() -> None:
    twice = Picks((Tap(7, A, NOON), Tap(8, B, Millis(NOON + 500)), Tap(7, A, Millis(NOON + 2500))))
    assert folded(twice, 3000) == Folded((A, B), TapResult.PICKED)


def test_picks_lapse_after_a_minute_without_a_tap() -> None:
    assert folded(picks((A, 0)), LAPSE_MS).cards == (A,)
    assert folded(picks((A, 0)), LAPSE_MS + 1).cards == ()
    assert folded(picks((A, 0), (B, LAPSE_MS + 1)), LAPSE_MS + 2).cards == (B,)
    assert folded(picks((A, 0), (B, 50_000)), 100_000).cards == (A, B)


def test_a_judged_claim_and_clearing_void_what_was_tapped_until_then() -> None:
    wrong = play(START, Claim(ANA, no_set(START), START.revision), Millis(NOON + 10)).after
    assert folded(picks((A, 9), (B, 10), (C, 11)), 12, wrong).cards == (C,)
    cleared = replace(picks((A, 9), (B, 10), (C, 11)), cleared_at=Millis(NOON + 10))
    assert folded(cleared, 12).cards == (C,)


def test_only_a_card_that_was_taken_leaves_the_picks() -> None:
    first, second, third = a_set(START)
    other = next(card for card in START.table if card not in (first, second, third))
    game = play(START, Claim(BEN, (first, second, third), START.revision), Millis(NOON + 10)).after
    assert folded(picks((first, 1), (other, 2)), 20, game).cards == (other,)
    assert folded(picks((other, 2), (first, 11)), 20, game).cards == (other,)


def test_as_of_a_revision_later_sets_have_taken_nothing() -> None:
    found = a_set(START)
    game = play(START, Claim(BEN, found, START.revision), Millis(NOON + 10)).after
    tapped = picks(*((card, at) for at, card in enumerate(found, 1)))
    assert fold(tapped, game, ANA, Millis(NOON + 20), as_of=START.revision).cards == found
    assert fold(tapped, game, ANA, Millis(NOON + 20), as_of=game.revision).cards == ()


def test_a_card_that_was_never_dealt_counts_for_nothing() -> None:
    assert START.deck[0] not in START.table
    assert folded(picks((START.deck[0], 1), (A, 2)), 3).cards == (A,)


@dataclass
class Model:
    """Ana at the table: what she holds, moment by moment."""

    held: list[Card] = field(default_factory=list)
    last: int | None = None
    pressed: dict[Card, int] = field(default_factory=dict)

    def wait_until(self, at: int) -> None:
        if self.last is not None and at - self.last > LAPSE_MS:
            self.held.clear()

    def tap(self, card: Card, at: int, *, there: bool) -> None:
        again = card in self.pressed and at - self.pressed[card] < REPEAT_MS
        self.pressed[card] = at
        if again:
            return
        self.wait_until(at)
        self.last = at
        if card in self.held:
            self.held.remove(card)
        elif there and len(self.held) < 3:
            self.held.append(card)

    def lose(self, cards: tuple[Card, ...]) -> None:
        self.held = [card for card in self.held if card not in cards]

    def drop_all(self) -> None:
        self.held.clear()
        self.last = None


GAPS = st.sampled_from((50, 300, 399, 400, 700, 1500, 2500, 9_000, 59_700, LAPSE_MS, LAPSE_MS + 1))
STEPS = st.lists(st.tuples(GAPS, st.sampled_from("tttttttttsswc"), st.integers(0, 11)), max_size=30)
"""A history: after so many milliseconds Ana taps a slot, Ben takes a set, Ana claims wrongly, Ana clears her picks."""


def lived(steps: list[tuple[int, str, int]]) -> tuple[Game, Picks, Model, int]:
    """A history lived through by the engine, the stored taps and the model."""
    game, kept, model, now = started(3), Picks(), Model(), 0
    ever = list(game.table)
    for update, (gap, what, slot) in enumerate(steps, 1):
        now += gap
        at = Millis(NOON + now)
        model.wait_until(now)
        if what == "t":
            card = ever[-1 - slot]
            kept = replace(kept, taps=(*kept.taps, Tap(update, card, at)))
            model.tap(card, now, there=card in game.table)
        elif what == "s":
            taken = a_set(game)
            game = play(game, Claim(BEN, taken, game.revision), at).after
            ever += [card for card in game.table if card not in ever]
            model.lose(taken)
        elif what == "w":
            step = play(game, Claim(ANA, no_set(game), game.revision), at)
            if step.after.revision != game.revision:
                model.drop_all()
            game = step.after
        else:
            kept = replace(kept, cleared_at=at)
            model.drop_all()
    return game, kept, model, now


@given(STEPS, GAPS)
def test_the_fold_agrees_with_the_model(steps: list[tuple[int, str, int]], gap: int) -> None:
    game, kept, model, now = lived(steps)
    model.wait_until(now + gap)
    assert list(folded(kept, now + gap, game).cards) == model.held


@given(STEPS, st.lists(st.tuples(GAPS, st.integers(0, 11)), max_size=6))
def test_fewer_taps_mean_the_same_from_then_on(steps: list[tuple[int, str, int]], more: list[tuple[int, int]]) -> None:
    game, kept, _, now = lived(steps)
    fewer = replace(kept, taps=compacted(kept, game, ANA, Millis(NOON + now)))
    assert len(fewer.taps) <= len(kept.taps)
    for update, (gap, slot) in enumerate(more, 1000):
        now += gap
        tap = Tap(update, game.table[slot % len(game.table)], Millis(NOON + now))
        kept, fewer = (replace(each, taps=(*each.taps, tap)) for each in (kept, fewer))
        assert folded(fewer, now, game) == folded(kept, now, game)
    assert folded(fewer, now, game).cards == folded(kept, now, game).cards
    assert folded(fewer, now + LAPSE_MS, game).cards == folded(kept, now + LAPSE_MS, game).cards


@pytest.mark.parametrize("gap", [REPEAT_MS, 1000, 30_000])
def test_of_many_taps_at_most_three_and_the_recent_ones_stay(gap: int) -> None:
    many = picks(*((START.table[number % 4], number * gap) for number in range(60)))
    now = Millis(many.taps[-1].at)
    fewer = compacted(many, START, ANA, now)
    assert len(fewer) <= 3 + RECENT_MS // gap + 1
    assert fewer[-1] == many.taps[-1]


def test_taps_without_a_pause_between_them_are_left_as_they_are() -> None:
    many = picks(*((START.table[number % 12], number * 100) for number in range(40)))
    assert compacted(many, START, ANA, many.taps[-1].at) == many.taps


def test_a_machine_that_taps_without_a_pause_does_not_fill_the_store() -> None:
    many = picks(*((START.table[number % 12], number * 100) for number in range(NO_HAND + 1)))
    assert len(compacted(many, START, ANA, many.taps[-1].at)) <= 3 + RECENT_MS // 100 + 1
