"""Why a press did not count, told by who and how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.commands import Call, CastVote, Leave, Tick
from engine.events import Rejected
from engine.reasons import Reason
from engine.rules import CALL
from engine.value import replace
from handler import refusals
from handler.words import ENGLISH
from tests.builders import ANA, BEN, CLEO, NOON, after, later, right, started, wrong

if TYPE_CHECKING:
    from engine.game import Game, Millis, PlayerId

FREE = started(3, rules=CALL)
HELD = after(FREE, Call(BEN, FREE.revision))


def told(game: Game, reason: Reason, player: PlayerId = ANA, until: Millis | None = None, now: Millis = NOON) -> str:
    return refusals.told(game, Rejected(player, reason, until=until), now, ENGLISH) or ""


@pytest.mark.parametrize(("seconds", "left"), [(0, 10), (0.001, 10), (1, 9), (9.5, 1), (10, 0), (11.9, 0)])
def test_the_seconds_left_are_the_callers_without_the_grace(seconds: float, left: int) -> None:
    assert told(HELD, Reason.ANOTHER_HAS_CALLED, now=later(seconds)) == f"Ben has called: {left} s left"


@pytest.mark.parametrize("reason", [Reason.WAIT_TO_CALL, Reason.HANDICAP, Reason.NOT_DEALER])
def test_a_wait_is_told_in_whole_seconds_rounded_up(reason: Reason) -> None:
    assert "5 s" in told(FREE, reason, until=later(5), now=later(0.001))
    assert "4 s" in told(FREE, reason, until=later(5), now=later(1))
    assert "0 s" in told(FREE, reason, until=later(5), now=later(9))


def test_a_refusal_that_has_nothing_to_do_with_calls_is_left_to_others() -> None:
    assert refusals.told(FREE, Rejected(ANA, Reason.KICKED), NOON, ENGLISH) is None


def test_only_who_was_late_last_hears_of_being_late() -> None:
    late = after(HELD, Tick(), now=later(12))
    assert told(late, Reason.CALL_FIRST, BEN) == "Too late: the time of your call is over"
    assert told(late, Reason.CALL_FIRST, ANA) == "Press SET! first, then pick three"
    assert told(after(HELD, Leave(BEN)), Reason.CALL_FIRST, BEN) == "Press SET! first, then pick three"
    assert told(FREE, Reason.CALL_FIRST, BEN) == "Press SET! first, then pick three"


def test_what_changed_is_the_newest_change() -> None:
    late = after(HELD, Tick(), now=later(12))
    extended = FREE
    for player in (ANA, BEN, CLEO):
        extended = after(extended, CastVote(player, extended.revision))
    changes = {
        refusals.change(HELD, FREE.revision, later(0.12), ENGLISH): "Ben called 120 ms before",
        refusals.change(HELD, FREE.revision, NOON, ENGLISH): "Ben called at the same moment",
        refusals.change(late, FREE.revision, NOON, ENGLISH): "Ben called and was too late",
        refusals.change(after(HELD, Leave(BEN)), FREE.revision, NOON, ENGLISH): "Ben called and left",
        refusals.change(extended, FREE.revision, NOON, ENGLISH): "three more cards came",
        refusals.change(HELD, HELD.revision, NOON, ENGLISH): "the table has changed",
    }
    assert list(changes) == list(changes.values())
    took = refusals.change(after(HELD, lambda game: right(game, BEN)), FREE.revision, NOON, ENGLISH)
    missed = refusals.change(after(HELD, lambda game: wrong(game, BEN)), FREE.revision, NOON, ENGLISH)
    assert took.startswith("Ben took ")
    assert missed.startswith("Ben was wrong with ")


@pytest.mark.parametrize("reason", Reason)
def test_with_the_longest_name_every_refusal_has_its_news_in_forty_characters(reason: Reason) -> None:
    long = replace(HELD, players=tuple(replace(one, name="Maximiliana-Alexandr") for one in HELD.players))
    text = refusals.told(long, Rejected(ANA, reason, until=later(20)), NOON, ENGLISH) or "another's to tell"
    assert len(text) <= 50
