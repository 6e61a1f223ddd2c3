"""Calls and third picks as people make them: in order, at once, too late, twice, and while nobody wakes the game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.game import Millis, Phase
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, DeckKind, Rounds
from engine.sets import find_sets
from engine.value import replace
from handler.claiming import calls_first
from handler.errors import Conflict
from tests.builders import no_set
from tests.group import PLACE, person

if TYPE_CHECKING:
    from engine.game import Game
    from tests.group import Group

QUICK = replace(RACE, quick_claim=True)


def scores(group: Group) -> list[int]:
    return [player.score for player in group.game().players]


def with_score(game: Game, name: str, score: int) -> Game:
    """The game with another score for one player."""
    mine = person(name).id
    return replace(game, players=tuple(replace(one, score=score) if one.id == mine else one for one in game.players))


def test_only_call_and_family_call_first() -> None:
    assert [calls_first(rules) for rules in (RACE, CLASSIC, CALL, FAMILY, SOLO)] == [False, False, True, True, False]


def test_who_picks_without_a_call_is_told_to_call_first(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    assert group.press("Ana", "1").text == "Press SET! first, then pick three"
    assert group.press("Ana", "My picks").text == "Press SET! first, then pick three"


def test_a_call_costs_one_answer_and_one_edit_and_all_read_who_has_control(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.telegram.calls.clear()
    assert group.call("Ana").text == "You have called: pick three in 10 s"
    assert group.telegram.calls == {"answer": 1, "edit_caption": 1}
    assert group.table.text.splitlines()[0] == "Deck 69 · ⏱ ① Ana: 10 s"


def test_the_third_pick_of_a_caller_is_the_claim(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    found = find_sets(group.game().table)[0]
    old = group.table
    told = group.pick("Ana", found)
    assert [toast.alert for toast in told] == [False, False, True]
    assert told[2].text.startswith("SET! You have 1 now.")
    assert scores(group) == [1, 0]
    assert group.table.text.startswith("Deck 66 · ✅ ① Ana")
    assert group.press("Ben", "SET!", old).text.startswith("Not counted: Ana took ")


def test_a_wrong_third_pick_costs_a_point_and_tells_how_long_to_wait(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    told = group.claim("Ana", no_set(group.game()))
    assert told.text.startswith("No set: you have −1 now. You may call again in 20 s.")
    assert group.press("Ana", "SET!").text == "Wait 20 s to call again, or until another does"
    group.later(19.6)
    assert group.press("Ana", "SET!").text == "You have called: pick three in 10 s"


def test_while_one_has_called_nobody_else_picks_calls_or_votes(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.press("Ben", "SET!")
    group.later(2.5)
    for label in ("1", "My picks", "SET!", "No set here? 0/2"):
        assert group.press("Ana", label).text == "Ben has called: 8 s left"
    for label in ("SET!", "No set here? 0/2"):
        assert group.press("Ben", label).text == "You have called: pick three, 8 s left"
    assert group.game().votes == ()


def test_picks_count_from_the_call_on(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.press("Ana", "5")
    group.later(1)
    group.call("Ana")
    assert group.press("Ana", "1").text.endswith(" · 1 _ _")


def test_of_two_who_call_at_once_one_has_control_and_the_other_hears_who(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    table = group.table

    async def both() -> list[str]:
        first = group.pressing("Ana", "SET!", table, at=group.now)
        second = group.pressing("Ben", "SET!", table, at=Millis(group.now + 120))
        return [toast.text for toast in await asyncio.gather(first, second)]

    told = group.run(both())
    assert told.count("You have called: pick three in 10 s") == 1
    held = group.game().control
    assert held is not None
    other = told[1] if held.player == person("Ana").id else told[0]
    assert other in (
        "Not counted: Ana called 120 ms before. Look again",
        "Not counted: Ben called at the same moment. Look again",
    )


def test_who_has_less_takes_over_by_courtesy_and_the_first_caller_is_told(group: Group) -> None:
    group.start("Ana", "Ben", rules=FAMILY)
    group.change(lambda game: with_score(game, "Ana", 3))
    table = group.table
    group.press("Ana", "SET!", table)
    group.later(0.5)
    assert group.press("Ben", "SET!", table).text == "Yours by courtesy: pick three in 8 s"
    group.later(0.2)
    assert group.press("Ana", "1", table).text == "Ben has called: 8 s left"
    assert "⏱ ② Ben: 8 s" in group.table.text
    assert group.pick("Ben", find_sets(group.game().table)[0])[2].alert


def test_a_handicap_is_told_with_a_countdown(group: Group) -> None:
    group.start("Ana", "Ben", rules=FAMILY)
    mine = person("Ana").id
    group.change(
        lambda game: replace(
            game, players=tuple(replace(one, handicap=5 if one.id == mine else 0) for one in game.players)
        )
    )
    group.later(1.5)
    assert group.press("Ana", "SET!").text == "Handicap: 4 s until you may call"
    group.later(3.5)
    assert group.press("Ana", "SET!").text == "You have called: pick three in 8 s"


def test_a_call_that_runs_out_is_charged_by_its_wake_and_told_to_all(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    group.later(11.5)
    group.wake_due()
    assert scores(group) == [-1, 0]
    assert group.table.text.splitlines()[0] == "Deck 69 · ⌛ ① Ana: too late"
    assert group.press("Ana", "1").text == "Too late: the time of your call is over"
    assert group.press("Ben", "1").text == "Press SET! first, then pick three"


def test_a_wake_that_comes_late_or_twice_changes_nothing_more(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    wakes = list(group.timers.asked)
    group.later(40)
    for wake in (*wakes, *wakes):
        group.run(group.service.wake(wake, group.now))
    assert scores(group) == [-1, 0]
    assert group.game().lost is not None
    edits = group.telegram.calls["edit_caption"]
    for wake in wakes:
        group.run(group.service.wake(wake, group.now))
    assert group.telegram.calls["edit_caption"] == edits


@pytest.mark.parametrize("label", ["1", "My picks"])
@pytest.mark.parametrize("name", ["Ana", "Ben"])
def test_without_a_wake_the_next_tap_of_anyone_settles_a_call_that_ran_out(group: Group, name: str, label: str) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    group.later(12)
    told = group.press(name, label).text
    assert (
        told
        == {
            "Ana": "Too late: the time of your call is over",
            "Ben": "Press SET! first, then pick three",
        }[name]
    )
    assert scores(group) == [-1, 0]
    assert "⌛ ① Ana: too late" in group.table.text


def test_a_stranger_settles_nothing(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    group.later(12)
    assert group.press("Zoe", "1").text == "You are not in this game: press Join"
    assert scores(group) == [0, 0]


@pytest.mark.parametrize("woken", [True, False])
def test_no_pick_that_comes_too_late_wins(group: Group, woken: bool) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    found = find_sets(group.game().table)[0]
    group.pick("Ana", found[:2])
    group.later(11.5)
    if woken:
        group.wake_due()
    told = group.press("Ana", str(group.game().table.index(found[2]) + 1))
    assert told.text == "Too late: the time of your call is over"
    assert scores(group) == [-1, 0]
    assert group.press("Ben", "SET!").text == "You have called: pick three in 10 s"


def test_the_last_moment_of_grace_still_wins(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ana")
    found = find_sets(group.game().table)[0]
    group.pick("Ana", found[:2])
    group.later(11.999 - 1.5)
    assert group.press("Ana", str(group.game().table.index(found[2]) + 1)).alert
    assert scores(group) == [1, 0]


def test_a_caller_who_leaves_is_told_of_and_charged(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo", rules=CALL)
    group.call("Ben")
    group.type("Ben", "/leave")
    group.press("Ben", "Yes, leave")
    assert group.table.text.startswith("Deck 69 · ⌛ ② Ben called and left")
    assert group.press("Ana", "SET!").text == "You have called: pick three in 10 s"


def test_a_third_pick_costs_what_a_claim_costs(group: Group) -> None:
    group.start("Ana", "Ben", rules=QUICK)
    found = find_sets(group.game().table)[0]
    group.pick("Ana", found[:2])
    group.store.reset()
    group.telegram.calls.clear()
    told = group.press("Ana", str(group.game().table.index(found[2]) + 1))
    assert told.alert
    assert group.telegram.calls == {"answer": 1, "edit_photo": 1}
    assert (group.store.calls["load"], group.store.calls["add_tap"], group.store.calls["save"]) == (2, 1, 1)


def test_a_third_pick_sent_again_tells_the_same_verdict_and_is_judged_once(group: Group) -> None:
    group.start("Ana", "Ben", rules=QUICK)
    wrong = no_set(group.game())
    group.pick("Ana", wrong[:2])
    label = str(group.game().table.index(wrong[2]) + 1)
    first = group.press("Ana", label, update=901)
    group.later(0.2)
    assert group.press("Ana", label) == first
    group.later(5)
    assert group.press("Ana", label, update=901) == first
    assert scores(group) == [-1, 0]


def test_a_call_sent_again_is_told_that_it_stands_also_where_another_ran_out_just_before(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    group.call("Ben")
    group.later(12.5)
    table = group.table
    assert group.press("Ana", "SET!", table).text.startswith("You have called")
    group.later(0.2)
    assert group.press("Ana", "SET!", table).text == "You have called: pick three, 10 s left"


def test_a_third_pick_that_lost_every_race_for_the_store_is_claimed_by_the_next_press(group: Group) -> None:
    group.start("Ana", "Ben", rules=QUICK)
    found = find_sets(group.game().table)[0]
    group.store.failing["save"] = Conflict("busy")
    assert group.pick("Ana", found)[2].text == "Not counted: press again"
    group.store.failing.clear()
    assert group.press("Ana", "SET!").text.startswith("SET! You have 1 now.")


def test_a_third_pick_on_a_table_that_has_moved_on_is_not_counted(group: Group) -> None:
    group.start("Ana", "Ben", rules=QUICK)
    old = group.table
    mine = no_set(group.game())
    group.pick("Ana", mine[:2], old)
    group.claim("Ben", no_set(group.game()))
    told = group.press("Ana", str(group.game().table.index(mine[2]) + 1), old)
    assert told.text.startswith("Not counted: Ben was wrong with ")
    assert scores(group) == [0, -1]


def test_a_vote_lays_three_more_cards(group: Group) -> None:
    group.start("Ana", "Ben", rules=CLASSIC)
    assert group.press("Ana", "No set here? 0/2").text == "You agree: no set is here"
    group.later(1)
    assert group.press("Ben", "No set here? 1/2").text == "All agree: three more cards"
    assert len(group.game().table) == 15
    assert group.table.text.startswith("Deck 66 · three more cards")


def test_the_vote_counts_only_who_is_present(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo", rules=CALL)
    group.later(100)
    group.press("Ben", "1")  # a tap alone, which the stored game does not know
    group.later(60)
    group.press("Ana", "No set here? 0/3")
    assert any("🚫 No set here? 1/2" in row for row in group.table.labels())


def test_a_full_table_is_not_extended_and_why(group: Group) -> None:
    group.start("Ana", "Ben", rules=CLASSIC)
    group.change(lambda game: replace(game, table=game.table + game.deck[:9], deck=game.deck[9:]))
    group.type("Ana", "/table")
    assert group.press("Ana", "No set here? 0/2").text == "21 cards always hold a set: look again"


@pytest.mark.parametrize("woken", [True, False])
def test_a_deadline_lays_three_more_cards_woken_or_by_the_next_tap(group: Group, woken: bool) -> None:
    group.start("Ana", "Ben", rules=CLASSIC)
    group.later(120)
    if woken:
        group.wake_due()
    else:
        group.press("Ana", "1")
    assert len(group.game().table) == 15
    assert group.table.text.startswith("Deck 66 · three more cards")


def test_a_round_is_dealt_by_its_dealer_and_after_a_minute_by_anyone(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo", rules=replace(CALL, rounds=Rounds.MATCH))
    group.change(lambda game: replace(game, deck=()))
    for at, name in enumerate(("Ana", "Ben", "Cleo")):
        group.press(name, f"No set here? {at}/3" if at == 0 else f"No set left? {at}/3")
    ended = list(group.telegram.posts.values())[-1]
    assert ended.text.startswith("Round 1 of 3 over: ② Ben deals")
    assert ended.labels() == [["🃏 Deal: ② Ben"], ["➕ Join"]]
    assert group.press("Ana", "Deal: ② Ben").text == "Ben deals: anyone may in 60 s"
    assert group.press("Ben", "Deal: ② Ben").text == "Go! SET! first, then pick three"
    assert (group.game().phase, group.game().round) == (Phase.PLAYING, 2)
    assert group.game(PLACE).dealers == (person("Cleo").id,)


def test_a_whole_match_is_played_to_its_end(group: Group) -> None:
    group.start("Ana", "Ben", rules=replace(CALL, rounds=Rounds.MATCH, deck=DeckKind.EASY))
    rounds = 0
    while group.game().phase is not Phase.FINISHED:
        if group.game().phase is Phase.DEALING:
            rounds += 1
            group.press("Ben", "Deal: ② Ben")
        else:
            assert group.take_set("Ana" if len(group.game().taken) % 2 else "Ben").text.startswith("SET!")
    assert (rounds, group.game().round) == (1, 2)
    assert group.newest.loud
    assert sum(scores(group)) == sum(player.sets for player in group.game().players) > 8


def test_a_call_or_a_no_set_delivered_twice_counts_once(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    first = group.press("Ana", "SET!", update=901)
    revision = group.game().revision
    group.later(3)
    assert group.press("Ana", "SET!", update=901) == first
    assert group.game().revision == revision
    place = group.solo("Ana")
    alone = group.newest
    said = group.press("Ana", "No set", alone, update=902)
    assert group.press("Ana", "No set", alone, update=902) == said
    assert group.press("Ana", "No set", alone, update=903).text == "Three more cards came: look again"
    assert group.game(place).players[0].penalties == 1
