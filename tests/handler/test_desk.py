"""What follows a save: the toast at once, the edit beside it, a timer for the next clock; and when that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.commands import Call, CastVote, Join, Stop, Tick
from engine.moment import last_change
from engine.play import play
from engine.rules import CALL, CLASSIC, SOLO, Extension, Rounds
from engine.value import replace
from handler import errors
from handler.choices import ChatSettings, Preferences
from handler.desk import is_overdue, next_wake
from handler.ports import Loaded, Picks, View
from handler.replies import Toast
from tests.builders import (
    ANA,
    BEN,
    MINUTE,
    NOON,
    STRANGER,
    after,
    later,
    lobby,
    near_the_end,
    started,
    vote,
    with_vote_open,
    wrong,
)
from tests.group import PLACE, person

if TYPE_CHECKING:
    from engine.game import Game, Millis
    from tests.group import Group

VOTING = with_vote_open(3)
VOTED_AT = last_change(VOTING)
ONE_AGREES = play(VOTING, CastVote(ANA, VOTING.revision), VOTED_AT, {p.id: VOTED_AT for p in VOTING.players}).after
PAUSED = after(started(2), Tick(), now=later(10 * 60))
END = near_the_end(3)

HELD = after(started(2, rules=CALL), lambda game: Call(BEN, game.revision))
BETWEEN_ROUNDS = after(
    replace(started(2, rules=replace(CALL, rounds=Rounds.MATCH)), deck=()), vote, lambda game: vote(game, BEN)
)


@pytest.mark.parametrize(
    ("game", "now", "due"),
    [
        (lobby(2), NOON, later(30 * 60)),
        (started(2), NOON, later(10 * 60)),
        (started(2), later(10 * 60), later(20 * 60)),
        (after(started(3), wrong), NOON, later(120)),
        (END, last_change(END), END.deadline),
        (PAUSED, later(10 * 60), later(24 * 3600)),
        (VOTING, VOTED_AT, later(10 * 60, VOTING.active_at)),
        (ONE_AGREES, VOTED_AT, later(120, VOTED_AT)),
        (ONE_AGREES, later(120, VOTED_AT), later(240, VOTED_AT)),
        (after(started(2), Stop(ANA)), NOON, later(35)),
        (HELD, NOON, later(12)),
        (after(HELD, Tick(), now=later(12)), later(12), later(10 * 60)),
        (started(2, rules=CLASSIC), NOON, later(120)),
        (replace(started(2, rules=CLASSIC), deck=()), NOON, later(10 * 60)),
        (after(started(2, rules=CALL), vote, now=later(1)), later(1), later(120)),
        (BETWEEN_ROUNDS, NOON, later(10 * 60)),
        (after(BETWEEN_ROUNDS, Tick(), now=later(601)), later(601), later(24 * 3600)),
        (started(1, rules=SOLO), NOON, later(10 * 60)),
    ],
)
def test_the_next_look_is_when_the_next_clock_runs_out(game: Game, now: Millis, due: Millis | None) -> None:
    assert next_wake(game, now) == due


def test_a_clock_that_runs_has_a_look_to_come_however_late_it_is() -> None:
    for game in (lobby(2), started(2), PAUSED, ONE_AGREES):
        now = later(3 * 24 * 3600)
        wake = next_wake(game, now)
        assert wake is not None
        assert now < wake <= now + 30 * MINUTE


def test_a_claim_is_followed_by_its_toast_its_edit_and_its_timer(group: Group) -> None:
    group.start("Ana", "Ben")
    group.timers.asked.clear()
    loaded = group.run(group.store.inner.load(PLACE))
    stored = loaded.stored
    joined = replace(stored, game=after(stored.game, Join(STRANGER, "Zoe")), version=stored.version + 1)
    group.run(group.store.inner.save(PLACE, joined, stored.version))
    group.run(group.service.desk.publish(PLACE, replace(loaded, stored=joined), "q1", Toast("You are in", alert=True)))
    assert group.telegram.answers[-1] == ("q1", "You are in", True)
    assert "③Zoe" in group.table.text
    assert [(wake.version, wake.due) for wake in group.timers.asked] == [(joined.version, later(600))]


def test_what_fails_after_a_save_is_reported_and_stops_nothing_else(group: Group) -> None:
    group.start("Ana", "Ben")
    loaded = group.run(group.store.inner.load(PLACE))
    group.telegram.failing["answer"] = [errors.Unknown("TimedOut")]
    group.store.failing["take_lease"] = errors.StoreFailure("the file is locked")
    group.timers.asked.clear()
    group.run(group.service.desk.publish(PLACE, loaded, "q1", Toast("SET!")))
    assert sorted(group.reports) == ["StoreFailure: the file is locked", "Unknown: TimedOut"]
    assert len(group.timers.asked) == 1


def test_a_finished_game_asks_for_one_look_whether_its_end_is_shown(group: Group) -> None:
    group.start("Ana", "Ben")
    group.timers.asked.clear()
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    assert [wake.due for wake in group.timers.asked] == [group.now + 35_000]
    group.later(35)
    group.wake_due()
    assert group.timers.asked == []


@pytest.mark.parametrize(
    ("game", "due"),
    [
        (HELD, 12),
        (started(2, rules=CLASSIC), 120),
        (after(started(3, rules=CLASSIC), wrong), 120),
    ],
)
def test_a_table_is_overdue_from_the_instant_on_at_which_its_clock_changes_it(game: Game, due: int) -> None:
    assert not is_overdue(game, later(due - 0.001))
    assert is_overdue(game, later(due))


@pytest.mark.parametrize(
    "game", [lobby(2), started(2), after(started(2), wrong), started(2, rules=CALL), BETWEEN_ROUNDS, PAUSED]
)
def test_a_table_that_time_does_not_change_is_never_overdue(game: Game) -> None:
    assert not is_overdue(game, later(9 * 60))


def test_a_classic_table_that_is_full_or_has_no_deck_waits_for_no_deadline() -> None:
    game = started(2, rules=CLASSIC)
    full = replace(game, table=game.table + game.deck[:9], deck=game.deck[9:])
    for one in (full, replace(game, deck=())):
        assert not is_overdue(one, later(500))
        assert next_wake(one, NOON) == later(10 * 60)


def test_who_is_the_only_free_one_and_goes_away_frees_the_others_by_a_wake() -> None:
    game = after(started(2, rules=replace(CLASSIC, extension=Extension.BY_VOTE)), wrong, now=later(1))
    assert next_wake(game, later(1)) == later(120)


def read(language: str | None, own: str | None) -> Loaded:
    """A read of a chat of this language by a person who chose that one."""
    return Loaded(None, View(), Picks(), ChatSettings(language=language), Preferences(language=own))


def test_a_person_is_spoken_to_in_the_own_language_and_a_chat_in_its_own(group: Group) -> None:
    desk, ana = group.service.desk, replace(person("Ana"), language="ro")
    assert desk.words_for(ana).own_name == "Română"
    assert desk.words_for(ana, read("fa", None)).own_name == "Română"
    assert desk.words_for(ana, read("fa", "pl")).own_name == "Polski"
    assert desk.words_for(person("Ana"), read("fa", None)).own_name == "فارسی"
    assert desk.words_here(read("fa", "pl")).own_name == "فارسی"
    assert desk.words_here(read(None, "pl")).own_name == "English"


def test_a_toast_that_leaves_beside_the_edit_is_heard_by_who_wants_to(group: Group) -> None:
    listening = replace(read(None, None), preferences=Preferences(spoken=True))
    group.run(group.service.desk.publish(PLACE, listening, "q1", Toast("SET!")))
    assert group.telegram.answers == [("q1", "SET!", True)]
