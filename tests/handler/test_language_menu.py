"""/language: a choice is kept, shown at once, and holds in every chat; answers can be heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import replace
from handler import errors
from handler.choices import Preferences
from handler.ports import ChatId, GameKey
from handler.replies import Toast
from tests.builders import no_set
from tests.group import is_labelled, person
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from tests.group import Group, Post

ALONE = GameKey(ChatId(person("Ana").id))
POLISH = strict_words_of("pl")


def menu(group: Group) -> Post:
    group.type("Ana", "/language", place=ALONE, private=True)
    return group.newest


def chosen(group: Group) -> Preferences:
    preferences: Preferences = group.run(group.store.inner.load(ALONE, person("Ana").id)).preferences
    return preferences


def choose(group: Group, label: str) -> Toast:
    """Press a button of the menu as it now stands."""
    return group.press("Ana", label, group.newest)


def test_the_menu_shows_what_holds_and_languages_by_their_own_names(group: Group) -> None:
    assert menu(group).labels() == [
        ["English", "فارسی"],
        ["Polski", "Română"],
        ["✓ As my app"],
        ["Spoken answers: off"],
    ]
    assert menu(group).text.startswith("I speak English to you")


def test_a_language_that_is_chosen_is_kept_and_spoken_at_once(group: Group) -> None:
    menu(group)
    assert choose(group, "Polski") == Toast(POLISH("I speak English to you now"))
    assert chosen(group) == Preferences("pl")
    assert "po polsku" in group.newest.text
    assert group.newest.labels()[1] == ["✓ Polski", "Română"]
    assert group.newest.labels()[2] == [POLISH("As my app")]


def test_a_choice_holds_in_a_group_of_another_language_and_can_be_taken_back(group: Group) -> None:
    group.languages["Ana"] = "fa"
    menu(group)
    choose(group, "Polski")
    group.start("Ana", "Ben")
    assert group.claim("Ana", ()).text == POLISH("Pick three cards first, then SET!")
    assert group.table.text.startswith("Deck 69")
    menu(group)
    choose(group, POLISH("As my app"))
    assert chosen(group) == Preferences()
    assert group.claim("Ana", ()).text == strict_words_of("fa")("Pick three cards first, then SET!")


def test_every_toast_of_who_wants_to_hear_them_is_an_alert(group: Group) -> None:
    menu(group)
    assert choose(group, "Spoken answers: off") == Toast("Spoken answers are on", alert=True)
    assert chosen(group) == Preferences(spoken=True)
    group.start("Ben", "Ana")
    table = group.game().table
    lobby = next(
        post for post in group.telegram.shown if any(is_labelled(b, "Start") for r in post.keyboard for b in r)
    )
    for label in ("1", "My picks", "SET!", "Join", "Start"):
        pressed = lobby if label == "Start" else group.table
        assert group.press("Ana", label, pressed).alert, label
        assert not group.press("Ben", label, pressed).alert or label == "SET!"
    group.later(2)
    assert group.press("Ana", "My picks").alert
    assert group.press("Ana", "12").alert
    assert table == group.game().table
    menu(group)
    assert choose(group, "Spoken answers: on") == Toast("Spoken answers are off")
    assert not group.press("Ana", "1", group.table).alert


def test_who_hears_is_told_of_refusals_aloud_as_well(group: Group) -> None:
    menu(group)
    choose(group, "Spoken answers: off")
    group.start("Ben", "Ana")
    old = group.table
    group.claim("Ben", no_set(group.game()))
    assert group.press("Ana", "SET!", old).alert
    group.type("Ben", "/stop")
    assert group.press("Ana", "Yes, end it").alert
    group.press("Ben", "Yes, end it")
    assert group.press("Ana", "1", old).alert
    group.store.failing["save"] = errors.Conflict("another")
    assert group.press("Ana", "Play again").alert


def test_a_choice_is_kept_though_it_cannot_be_shown(group: Group) -> None:
    menu(group)
    group.telegram.failing["edit_text"] = [errors.Banned("blocked")]
    assert choose(group, "Română").text == strict_words_of("ro")("I speak English to you now")
    assert chosen(group) == Preferences("ro")


def test_a_button_for_a_language_that_is_gone_chooses_the_apps(group: Group) -> None:
    post = menu(group)
    choose(group, "Polski")
    press = group.press_of("Ana", group.newest, "Română")
    gone = replace(press, data=replace(press.data, argument=int("xx", 36)))
    group.run(group.service.handle(gone, group.now))
    assert chosen(group) == Preferences()
    assert all(len((button.data or "").encode()) <= 64 for row in post.keyboard for button in row)


def test_in_a_group_it_is_told_where_to_choose(group: Group) -> None:
    group.type("Ana", "/language")
    [[link]] = group.newest.keyboard
    assert link.url == "https://t.me/setgram_bot?start=language"
    assert "/settings" in group.newest.text
