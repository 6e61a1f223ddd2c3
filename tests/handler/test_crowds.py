"""Crowds of outsiders: the store is spared, those who play never notice, and who joins is heard at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import force_setattr

from engine.value import replace
from handler import crowds
from handler.crowds import CROWD, CROWD_MS, FRESH_MS, PLACES, Crowds
from handler.ports import ChatId, GameKey

if TYPE_CHECKING:
    from tests.group import Group

JOIN = "You are not in this game: press Join"
OUTSIDERS = [f"Outsider {number}" for number in range(30)]


def crowd(group: Group) -> None:
    """So many outsiders tap that they are a crowd."""
    for name in OUTSIDERS[:CROWD]:
        assert group.press(name, "1").text == JOIN


def test_a_crowd_of_outsiders_costs_the_store_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    group.store.reset()
    assert {group.press(name, "1").text for name in OUTSIDERS} == {JOIN}
    assert not group.store.calls


def test_few_outsiders_are_each_judged_on_a_read_of_their_own(group: Group) -> None:
    group.start("Ana", "Ben")
    for name in OUTSIDERS:
        group.later(CROWD_MS / 1_000 / (CROWD - 1) + 0.1)
        group.store.reset()
        assert group.press(name, "1").text == JOIN
        assert group.store.calls["load"] == 1


def test_what_was_read_is_believed_for_two_seconds(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    reads = 0
    for name in OUTSIDERS:
        group.later(0.25)
        group.store.reset()
        group.press(name, "1")
        reads += group.store.calls["load"]
    assert 0.25 * len(OUTSIDERS) * 1_000 / FRESH_MS - 1 <= reads <= 0.25 * len(OUTSIDERS) * 1_000 / FRESH_MS + 1


def test_a_crowd_that_is_spread_over_many_processes_is_seen_as_one_by_each(group: Group) -> None:
    group.start("Ana", "Ben")
    reads = 0
    for name in OUTSIDERS:  # of whom each process meets one in a second
        group.later(1)
        group.store.reset()
        assert group.press(name, "1").text == JOIN
        reads += group.store.calls["load"]
    assert reads <= CROWD + len(OUTSIDERS) / 2


def test_while_players_tap_nothing_is_read_for_outsiders(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    for number, name in enumerate(OUTSIDERS):
        group.later(1)
        group.press("Ana", str(number % 12 + 1))
        group.store.reset()
        assert group.press(name, "1").text == JOIN
        assert not group.store.calls


def test_in_the_midst_of_a_crowd_players_play(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    assert group.take_set("Ben").text.startswith("SET!")
    assert group.press("Zoe", "1").text == JOIN


def test_one_of_a_crowd_who_joins_is_heard_at_once(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    name = OUTSIDERS[0]
    assert group.press(name, "1").text == JOIN
    group.press(name, "Join")
    assert group.press(name, "1").text.startswith("1 ✓")


def test_who_joined_by_another_process_is_heard_after_two_seconds(group: Group) -> None:
    group.start("Ana", "Ben")
    crowd(group)
    remembered = group.service.desk.crowds
    force_setattr(group.service.desk, "crowds", Crowds())  # as another process has its own
    group.later(0.1)
    group.press(OUTSIDERS[0], "Join")
    force_setattr(group.service.desk, "crowds", remembered)
    group.later(FRESH_MS / 1_000 + 0.1)
    assert group.press(OUTSIDERS[0], "1").text.startswith("1 ✓")


def test_a_crowd_under_a_game_that_is_over_is_told_so(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    for name in OUTSIDERS:
        assert group.press(name, "1", old).text.startswith("This game is over")


def test_no_more_places_are_remembered_than_fit(group: Group) -> None:
    group.start("Ana", "Ben")
    press = group.press_of("Zoe", group.table, "1")
    loaded = group.run(group.store.load(press.key, press.person.id))
    made = crowds.Crowds()
    for number in range(PLACES + 5):
        made.turned_away(replace(press, key=GameKey(ChatId(-number - 1))), loaded, group.now)
    assert len(made._places) == 5
