"""/rules and /odds: of the game that is on, or the settings; one message, drawn where that may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.look import Design, Look, Palette
from engine.rules import CALL, FAMILY, RACE, SOLO, DeckKind
from engine.value import replace
from handler import errors, odds, rules_told
from handler.choices import ChatSettings
from handler.ports import Version
from handler.words import ENGLISH
from tests.group import CHAT, PLACE

if TYPE_CHECKING:
    from tests.group import Group

MODERN = Look(Design.MODERN, Palette.MODERN)


def told(group: Group, command: str = "/rules") -> str:
    group.type("Ana", command)
    return group.newest.text


def choose(group: Group, settings: ChatSettings) -> None:
    before = group.run(group.store.inner.load(PLACE)).settings.version
    group.run(group.store.inner.save_settings(CHAT, replace(settings, version=Version(before + 1)), before))


def test_where_no_game_is_on_the_settings_are_told(group: Group) -> None:
    choose(group, ChatSettings(rules=replace(FAMILY, deck=DeckKind.EASY), look=MODERN))
    assert told(group) == rules_told.told(replace(FAMILY, deck=DeckKind.EASY), MODERN, ENGLISH, drawn=True)
    assert group.newest.photo is not None
    assert told(group, "/odds") == odds.told(DeckKind.EASY, ENGLISH)


def test_the_game_that_is_on_goes_before_the_settings_until_it_is_over(group: Group) -> None:
    group.start("Ana", "Ben", rules=CALL)
    table = group.table.id
    assert told(group) == rules_told.told(CALL, Look(), ENGLISH, drawn=True)
    assert (group.newest.reply_to, group.newest.loud) == (table, False)
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    choose(group, ChatSettings(rules=FAMILY, look=MODERN))
    assert told(group) == rules_told.told(FAMILY, MODERN, ENGLISH, drawn=True)


def test_the_new_rules_take_the_old_ones_place(group: Group) -> None:
    told(group)
    told(group)
    assert len(group.telegram.posts) == 1
    assert group.telegram.calls["send_photo"] == 2


@pytest.mark.parametrize("error", [errors.PhotosForbidden("no"), errors.Refused("PHOTO_INVALID_DIMENSIONS")])
def test_where_a_picture_is_refused_the_cards_are_named_instead(group: Group, error: Exception) -> None:
    group.telegram.failing["send_photo"] = [error]
    assert told(group) == rules_told.told(RACE, Look(), ENGLISH, drawn=False)
    assert group.newest.photo is None


def test_what_may_have_been_posted_is_not_posted_again(group: Group) -> None:
    group.telegram.failing["send_photo"] = [errors.Unknown("TimedOut")]
    group.type("Ana", "/rules")
    assert not group.telegram.calls["send_text"]


def test_a_table_in_words_brings_the_rules_in_words(group: Group) -> None:
    group.telegram.failing["send_photo"] = [errors.PhotosForbidden("no")]
    group.start("Ana", "Ben")
    group.telegram.calls.clear()
    assert told(group) == rules_told.told(RACE, Look(), ENGLISH, drawn=False)
    assert not group.telegram.calls["send_photo"]


def test_alone_the_rules_are_those_of_ones_own_game(group: Group) -> None:
    place = group.solo("Ana")
    easy = replace(SOLO, deck=DeckKind.EASY)
    group.change(lambda game: replace(game, rules=easy), place)
    group.type("Ana", "/rules", place=place, private=True)
    assert group.newest.text == rules_told.told(easy, Look(), ENGLISH, drawn=True)
    group.type("Ana", "/leave", place=place, private=True)
    assert group.newest.text == "Ana, leave the game? That ends it."
