"""The lobby's menu at work: one press, one choice, one edit; refused to whom the engine refuses it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.game import Phase
from engine.look import Design, Look, Palette
from engine.rules import CALL, CLASSIC, FAMILY, RACE, DeckKind, Rounds
from engine.value import replace
from handler import errors
from handler.callback_data import Action
from tests.group import PLACE, person

if TYPE_CHECKING:
    from tests.group import Group


def opened(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")


def test_a_preset_is_one_tap_and_one_edit(group: Group) -> None:
    opened(group)
    before = group.telegram.sends_and_edits()
    assert group.press("Ana", "Easy").text == "Beginners: easy deck, no points lost"
    game = group.game()
    assert (game.rules, game.look) == (replace(CLASSIC, deck=DeckKind.EASY), Look(Design.MODERN, Palette.MODERN))
    assert group.telegram.sends_and_edits() == before + 1
    assert group.newest.labels()[0] == ["Usual", "✓ Easy", "Kids"]
    assert "Classic · Deck: easy start" in group.newest.text


def test_with_children_the_starter_waits_and_all_is_one_edit(group: Group) -> None:
    opened(group)
    before = group.telegram.sends_and_edits()
    group.press("Ana", "Kids")
    assert group.game().rules == FAMILY
    assert [player.handicap for player in group.game().players] == [5, 0]
    assert group.telegram.sends_and_edits() == before + 1
    assert "① Ana waits 5 s" in group.newest.text


def test_a_handicap_that_was_chosen_outlives_the_preset(group: Group) -> None:
    opened(group)
    group.press("Ana", "Kids")
    group.press("Ana", "More")
    group.press("Ana", "Handicaps")
    assert group.press("Ana", "① Ana: 5 s").text == "① Ana waits 10 s"
    assert group.press("Ana", "② Ben: 0 s").text == "② Ben waits 5 s"
    group.press("Ana", "Back")
    group.press("Ana", "Back")
    group.press("Ana", "Usual")
    group.press("Ana", "Kids")
    assert [player.handicap for player in group.game().players] == [10, 5]


def test_more_shows_the_choices_and_each_is_one_edit(group: Group) -> None:
    opened(group)
    assert group.press("Ana", "More").text == "Choose"
    before = group.telegram.sends_and_edits()
    presses = ["Call first", "Rounds: one", "To pick: 10 s", "for all eyes", "Deck: all cards", "Marks: no"]
    told = [group.press("Ana", label).text for label in presses]
    assert told == [
        "Rules: Call first",
        "Rounds: match",
        "To pick: 15 s",
        "Colours: for all eyes",
        "Deck: easy start",
        "Marks: yes",
    ]
    assert group.telegram.sends_and_edits() == before + len(presses)
    expected = replace(CALL, rounds=Rounds.MATCH, call_seconds=15, deck=DeckKind.EASY)
    assert (group.game().rules, group.game().look) == (expected, Look(palette=Palette.SAFE, marks=True))
    assert group.press("Ana", "Back").text == "Chosen"
    assert group.newest.labels()[2] == ["▶️ Start"]


def test_a_choice_that_is_made_already_edits_nothing(group: Group) -> None:
    opened(group)
    before = group.telegram.sends_and_edits()
    assert group.press("Ana", "Usual").text == "Usual: all race for the sets"
    assert group.telegram.sends_and_edits() == before


@pytest.mark.parametrize("label", ["Easy", "More", "Kids"])
@pytest.mark.parametrize(
    ("name", "told"),
    [("Ben", "Only Ana or an admin can do it"), ("Zoe", "You are not in this game: press Join")],
)
def test_only_the_starter_and_admins_choose(group: Group, label: str, name: str, told: str) -> None:
    opened(group)
    assert group.press(name, label).text == told
    assert group.game().rules == RACE
    assert group.newest.labels()[2] == ["▶️ Start"]
    group.telegram.admin_ids = (person(name).id,)
    group.later(301)
    group.press(name, label)
    assert group.game().rules != RACE or ["↩️ Back", "➕ Join"] in group.newest.labels()


def test_a_press_delivered_twice_chooses_once(group: Group) -> None:
    opened(group)
    group.press("Ana", "More")
    menu = group.newest
    for _ in range(2):
        group.press("Ana", "Deck: all cards", menu, update=901)
    assert group.game().rules.deck is DeckKind.EASY


def test_a_choice_that_the_rules_do_not_have_any_more_changes_nothing(group: Group) -> None:
    opened(group)
    group.press("Ana", "More")
    old = group.newest
    group.press("Ana", "Call first", old)
    group.press("Ana", "Deadline: 120 s", old)
    assert group.game().rules == CALL


def test_a_menu_left_behind_by_the_start_is_refused(group: Group) -> None:
    opened(group)
    lobby = group.newest
    group.press("Ana", "Start")
    assert group.press("Ana", "Easy", lobby).text == "The game is already on"
    assert group.game().phase is Phase.PLAYING


def test_two_who_choose_at_once_both_count(group: Group) -> None:
    opened(group)
    group.press("Ana", "More")
    menu = group.newest

    async def at_once() -> None:
        await asyncio.gather(group.pressing("Ana", "dark", menu), group.pressing("Ana", "Deck: all cards", menu))

    group.run(at_once())
    assert (group.game().rules.deck, group.game().look.palette) == (DeckKind.EASY, Palette.DARK)


def test_where_too_many_write_nothing_is_chosen_and_it_is_said(group: Group) -> None:
    opened(group)
    group.store.failing["save"] = errors.Conflict("another")
    assert group.press("Ana", "Easy").text == "Not counted: press again"


def test_a_menu_of_a_lobby_that_closed_says_so(group: Group) -> None:
    opened(group)
    lobby = group.newest
    group.press("Ana", "Leave")
    group.press("Ben", "Leave")
    assert group.game().phase is Phase.FINISHED
    assert group.press("Ana", "Easy", lobby).text == "This game is over. /newgame opens the next"
    group.type("Zoe", "/newgame")
    assert group.press("Ana", "Easy", lobby).text == "That game is over: the new one is further down"


def test_what_a_group_started_with_is_its_default_next_time(group: Group) -> None:
    opened(group)
    group.press("Ana", "Easy")
    group.press("Ana", "Start")
    settings = group.run(group.store.inner.load(PLACE)).settings
    assert (settings.rules, settings.look) == (replace(CLASSIC, deck=DeckKind.EASY), group.game().look)
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.type("Zoe", "/newgame")
    assert (group.game().rules, group.game().look) == (settings.rules, settings.look)


def test_a_start_with_what_is_the_default_anyhow_writes_no_settings(group: Group) -> None:
    opened(group)
    group.press("Ana", "Start")
    assert group.store.calls["save_settings"] == 0


@pytest.mark.parametrize("action", [Action.PRESET, Action.MENU, Action.CHOOSE, Action.HANDICAP])
@pytest.mark.parametrize("argument", [15, 1 * 16 + 15, 99 * 16, 9 * 16 + 1])
def test_a_button_of_another_versions_menu_breaks_nothing(group: Group, action: Action, argument: int) -> None:
    opened(group)
    button = group.service.desk.signer.button("Other", PLACE, group.game(), action, argument)
    before = group.game()
    assert group.press("Ana", "Other", replace(group.newest, keyboard=((button,),))).text
    assert group.game().rules == before.rules
    assert [player.handicap for player in group.game().players] == [0, 0]


def test_each_button_of_an_old_lobby_brings_up_a_new_one_that_was_never_shown(group: Group) -> None:
    opened(group)
    old, tried = group.newest, 0
    texts = [button.text for row in old.keyboard for button in row if button.data]
    for text in texts:
        group.type("Ana", "/stop")
        group.press("Ana", "Yes, end it")
        group.telegram.failing["send_text"] = [errors.Unknown("TimedOut")]
        group.later(60)
        group.type("Ana", "/newgame")
        assert group.game().phase is Phase.LOBBY
        assert "who plays" not in group.newest.text
        group.later(10)
        assert group.press("Ana", text, old).text == "That game is over: the new one is further down"
        assert "who plays" in group.newest.text
        tried += 1
    assert tried >= 6


@pytest.mark.parametrize("pages", [("More",), ("Kids", "More", "Handicaps")])
def test_who_comes_can_join_while_a_page_of_the_menu_is_open(group: Group, pages: tuple[str, ...]) -> None:
    opened(group)
    for page in pages:
        group.press("Ana", page)
    before = group.newest.labels()
    assert group.press("Zoe", "Join").text == "You are in as ③. Wait for Start"
    assert "③ Zoe" in group.newest.text
    assert len(group.newest.labels()) >= len(before)
