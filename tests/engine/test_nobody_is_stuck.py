"""Whether one person alone can move a game on: rules that would leave somebody stuck are noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine import clock, lockouts, opening, rights, voting
from engine.game import Game, Millis, Phase
from engine.players import seated
from engine.rules import Rounds
from engine.sets import has_set
from engine.value import replace
from tests.alone import stuck
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    MINUTE,
    NOON,
    SET_FREE,
    after,
    call,
    everyone,
    later,
    lobby,
    near_the_end,
    right,
    stacked,
    started,
    vote,
    wrong,
)
from tests.presets import rules_of

if TYPE_CHECKING:
    from engine.moment import Moment

HERE = everyone(started(), NOON)
"""All three have just tapped."""


def nothing_to_find(system: str) -> Game:
    """Twelve cards without a set, in front of three people."""
    game = started(deck=stacked(SET_FREE), rules=rules_of(system))
    assert not has_set(game.table)
    return game


def between_rounds() -> Game:
    """A match whose first round is over, and Ben is to deal the next."""
    game = near_the_end(rules=rules_of("call", rounds=Rounds.MATCH))
    while game.phase is Phase.PLAYING:
        players = [lambda now, one=one: vote(now, one) for one in (ANA, BEN, CLEO)]
        takes = (call, right) if has_set(game.table) else players
        game = after(game, *takes, now=later(2, game.active_at))
    assert game.phase is Phase.DEALING
    return game


def everyone_seated(game: Game, _moment: Moment) -> object:
    """A `present` that counts who is away as well."""
    return seated(game)


def never(*_: object) -> None:
    """An instant that does not come."""


@pytest.mark.parametrize("system", ["call", "family", "classic"])
def test_one_alone_gets_more_cards_once_the_others_are_away(system: str) -> None:
    """R11, R12.2, R21.1, R22.5."""
    assert stuck(nothing_to_find(system), NOON, HERE) == []


def test_a_vote_that_needs_those_who_are_away_leaves_all_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R12.2."""
    monkeypatch.setattr(voting, "present", everyone_seated)
    monkeypatch.setattr(clock, "agreed_from", never)
    assert stuck(nothing_to_find("call"), NOON, HERE) == [ANA, BEN, CLEO]


def test_a_lockout_that_waits_for_those_who_are_away_leaves_the_locked_out_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R22.4: on a full table, where no more cards come by themselves."""
    game = after(started(rules=rules_of("classic")), wrong)
    game = replace(game, deadline=None)
    assert stuck(game, NOON, HERE) == []
    monkeypatch.setattr(lockouts, "present", everyone_seated)
    monkeypatch.setattr(clock, "freed_from", never)
    monkeypatch.setattr(voting, "vote_open", lambda _: False)
    assert stuck(game, NOON, HERE) == [ANA]


def test_a_deadline_that_frees_nobody_leaves_the_locked_out_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R20."""
    game = after(started(), wrong)
    assert stuck(game, NOON, HERE) == []
    monkeypatch.setattr(clock, "after_deadline", lambda game: (game, ()))
    assert stuck(game, NOON, HERE) == [ANA]


def test_a_call_that_does_not_run_out_leaves_all_but_its_caller_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R23.3."""
    game = after(started(rules=rules_of("call")), call)
    assert stuck(game, NOON, HERE) == []
    monkeypatch.setattr(clock, "runs_out_at", lambda control, _: Millis(control.at + 60 * MINUTE))
    assert stuck(game, NOON, HERE) == [BEN, CLEO]


def test_a_wait_that_only_another_ends_leaves_the_one_who_waits_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R23.5."""
    rules = rules_of("call")
    game = after(started(rules=rules), call, wrong)
    assert stuck(game, NOON, HERE) == []
    for_ever = replace(
        game, players=tuple(replace(one, wait_until=one.wait_until and NOON * 2) for one in game.players)
    )
    monkeypatch.setattr(voting, "vote_open", lambda _: False)
    assert stuck(for_ever, NOON, HERE) == [ANA]


def test_a_deal_that_only_its_dealer_may_make_leaves_the_others_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R24.2."""
    game = between_rounds()
    now = game.active_at
    assert stuck(game, now, everyone(game, now)) == []
    monkeypatch.setattr(opening, "anyone_deals_from", lambda _: Millis(now + 60 * MINUTE))
    assert stuck(game, now, everyone(game, now)) == [ANA, CLEO]


def test_a_lobby_that_only_its_starter_may_start_leaves_the_others_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """R14.2."""
    assert stuck(lobby(), NOON, HERE) == []
    monkeypatch.setattr(rights, "ANYONE_STARTS_AFTER", 60 * MINUTE)
    assert stuck(lobby(), NOON, HERE) == [BEN, CLEO]
