"""/settings: admins choose for their group, one person for the private chat; what is chosen holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import GameId, Phase
from engine.look import Look, Palette
from engine.rules import CALL, RACE, DeckKind
from engine.value import replace
from handler import errors
from handler.callback_data import Action, ButtonData, button_text
from handler.choices import ChatSettings, WhoStarts
from handler.ports import Button, ChatId, GameKey
from tests.group import CHAT, PLACE, person
from tests.tongues import OTHERS, strict_words_of

if TYPE_CHECKING:
    from tests.group import Group

ALONE = GameKey(ChatId(person("Ana").id))
TOPIC = GameKey(ChatId(-1_001_234_567_890), 17)


def settings(group: Group, place: GameKey = PLACE) -> ChatSettings:
    kept: ChatSettings = group.run(group.store.inner.load(place)).settings
    return kept


def menu(group: Group, place: GameKey = PLACE) -> None:
    """Ana, who is an admin, asks for the settings."""
    group.telegram.admin_ids = (person("Ana").id,)
    group.type("Ana", "/settings", place=place)


def test_only_admins_are_shown_the_settings(group: Group) -> None:
    group.type("Ben", "/settings")
    assert (group.newest.text, group.newest.keyboard) == ("Only admins change the settings", ())
    group.type(None, "/settings")
    assert group.newest.keyboard == ()


def test_an_admin_who_hides_the_name_is_one(group: Group) -> None:
    group.type(None, "/settings", admin=True)
    assert group.newest.text.startswith("The settings of this group")


def test_the_settings_show_what_holds(group: Group) -> None:
    menu(group)
    assert group.newest.labels() == [
        ["English", "فارسی"],
        ["Polski", "Română"],
        ["Everyone may open games"],
        ["Between games: 0 min"],
        ["Cards in words: no"],
        ["Rules and look of the next game"],
    ]


def test_only_an_admin_may_press(group: Group) -> None:
    menu(group)
    assert group.press("Ben", "Polski").text == "Only admins change the settings"
    assert settings(group) == ChatSettings()


@pytest.mark.parametrize("language", OTHERS)
def test_the_groups_language_changes_its_settings_and_its_table_at_once(group: Group, language: str) -> None:
    words = strict_words_of(language)
    group.start("Ana", "Ben")
    menu(group)
    assert group.press("Ana", words.own_name).text == words("I speak English here now")
    assert settings(group).language == language
    assert words("My picks") in group.table.labels()[-1][-1]
    assert ["✓ " + words.own_name in row for row in group.newest.labels()].count(True) == 1


def test_all_settings_are_kept_and_told(group: Group) -> None:
    menu(group)
    told = [
        group.press("Ana", label).text
        for label in ("Everyone may open games", "Between games: 0 min", "Cards in words: no")
    ]
    assert told == ["Only admins open games", "Between games: 5 min", "Cards in words: yes"]
    kept = settings(group)
    assert (kept.who_starts, kept.gap_minutes, kept.cards_in_words) == (WhoStarts.ADMINS, 5, True)
    told = [
        group.press("Ana", label).text
        for label in ("Only admins open games", "Between games: 5 min", "Cards in words: yes")
    ]
    assert told == ["Everyone may open games", "Between games: 15 min", "Cards in words: no"]


def test_the_next_games_rules_and_look_are_chosen_on_a_page_of_their_own(group: Group) -> None:
    menu(group)
    assert group.press("Ana", "Rules and look of the next game").text == "Choose"
    assert group.press("Ana", "Call first").text == "Rules: Call first"
    group.press("Ana", "Deck: all cards")
    group.press("Ana", "dark")
    group.press("Ana", "Back")
    assert ["Cards in words: no"] in group.newest.labels()
    group.type("Ben", "/newgame")
    game = group.game()
    assert (game.rules.system, game.rules.deck, game.look.palette) == (CALL.system, DeckKind.EASY, Palette.DARK)


def test_where_only_admins_open_games_others_are_told(group: Group) -> None:
    menu(group)
    group.press("Ana", "Everyone may open games")
    for command in ("/newgame", "/solo"):
        group.type("Ben", command)
        assert group.newest.text == "Only admins open games here"
    group.type(None, "/newgame")
    assert group.press("Ben", "Open a lobby").text == "Only admins open games here"
    group.type("Ana", "/newgame")
    assert group.game().phase is Phase.LOBBY


def test_what_is_chosen_shows_at_once_on_the_tables_of_all_topics(group: Group) -> None:
    topics = (PLACE, GameKey(CHAT, 17), GameKey(CHAT, 99), GameKey(CHAT, 5))
    for place in topics:
        group.type("Ana", "/newgame", place=place)
    group.type("Ana", "/stop", place=topics[-1])
    group.press("Ana", "Yes, end it")
    over = group.newest
    words, lobbies = strict_words_of("pl"), [post for post in group.telegram.posts.values() if "Join" in str(post)]
    assert len(lobbies) == len(topics) - 1
    menu(group, topics[1])
    edits = group.telegram.sends_and_edits()
    group.press("Ana", "Polski")
    shown = [group.telegram.posts[lobby.id] for lobby in lobbies]
    assert all(words("SET: who plays?") in post.text for post in shown)
    assert group.telegram.posts[over.id] == over
    assert group.telegram.sends_and_edits() == edits + len(lobbies) + 1


def test_the_gap_after_a_game_that_was_played_is_kept(group: Group) -> None:
    menu(group)
    group.press("Ana", "Between games: 0 min")
    group.press("Ana", "Between games: 5 min")
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.later(61)
    group.type("Ben", "/newgame")
    assert group.newest.text == "Next game in 14 min, as set here"
    group.type(None, "/newgame")
    assert group.newest.text == "Next game in 14 min, as set here"
    assert group.press("Ana", "Play again").text == "Next game in 14 min, as set here"
    group.later(15 * 60)
    group.type("Ben", "/newgame")
    assert group.game().phase is Phase.LOBBY


def test_games_are_played_in_the_topic_that_was_chosen(group: Group) -> None:
    menu(group, TOPIC)
    assert ["✓ In every topic", "Only in this topic"] in group.newest.labels()
    group.press("Ana", "Only in this topic")
    assert settings(group, TOPIC).topic == TOPIC.topic
    elsewhere = GameKey(TOPIC.chat, 99)
    group.type("Ben", "/newgame", place=elsewhere)
    assert group.newest.text == "Games are played in another topic"
    assert group.newest.keyboard[0][0].url == "https://t.me/c/1234567890/17"
    group.type("Ben", "/newgame", place=TOPIC)
    assert group.run(group.store.inner.load(TOPIC)).stored is not None
    group.type("Ana", "/settings", place=elsewhere)
    group.press("Ana", "In every topic")
    assert settings(group, TOPIC).topic is None


def test_a_small_groups_topic_has_no_address(group: Group) -> None:
    menu(group, GameKey(CHAT, 5))
    group.press("Ana", "Only in this topic")
    group.type("Ben", "/newgame")
    assert (group.newest.text, group.newest.keyboard) == ("Games are played in another topic", ())


def test_in_private_one_person_chooses_how_the_own_games_are(group: Group) -> None:
    group.type("Ana", "/settings", place=ALONE, private=True)
    assert not any("Polski" in row for row in group.newest.labels())
    group.press("Ana", "for all eyes")
    group.press("Ana", "Deck: all cards")
    group.press("Ana", "Cards in words: no")
    kept = settings(group, ALONE)
    assert kept.cards_in_words
    group.type("Ana", "/solo", place=ALONE, private=True)
    game = group.run(group.store.inner.load(ALONE)).stored.game
    assert (game.rules.system, game.rules.deck, game.look.palette) == ("solo", DeckKind.EASY, Palette.SAFE)


def test_a_solo_game_in_a_group_has_the_groups_look(group: Group) -> None:
    menu(group)
    group.press("Ana", "Rules and look of the next game")
    group.press("Ana", "for all eyes")
    group.type("Ben", "/solo")
    assert (group.game().rules.system, group.game().look.palette) == ("solo", Palette.SAFE)


def test_a_choice_is_kept_and_told_where_the_message_cannot_be_changed(group: Group) -> None:
    menu(group)
    for failure in (errors.Flood(3), errors.MessageGone("gone"), TimeoutError()):
        group.telegram.failing["edit_text"] = [failure]
        assert group.press("Ana", "Between games: 0 min").text == "Between games: 5 min"
        group.later(61)
    assert settings(group).gap_minutes == 5


def test_a_spent_budget_keeps_the_message_as_it_is(thrifty_group: Group) -> None:
    menu(thrifty_group)
    gaps = thrifty_group.newest
    told = [thrifty_group.press("Ana", "Between games: 0 min", gaps).text for _ in range(12)]
    assert told == ["Between games: 5 min"] * 12
    assert thrifty_group.telegram.sends_and_edits() == 8


def test_where_too_many_write_nothing_is_chosen_and_it_is_said(group: Group) -> None:
    menu(group)
    group.store.failing["save_settings"] = errors.Conflict("another")
    assert group.press("Ana", "Between games: 0 min").text == "Not counted: press again"


@pytest.mark.parametrize("argument", [63, 64 * 9 + 6, 64 * 7 + 1, 64 + 40])
def test_a_button_of_another_versions_settings_breaks_nothing(group: Group, argument: int) -> None:
    menu(group)
    data = ButtonData(Action.SETTING, GameId("none"), 0, argument=argument)
    button = Button("Other", button_text(data, CHAT, group.service.desk.signer.key))
    assert group.press("Ana", "Other", replace(group.newest, keyboard=((button,),))).text
    kept = settings(group)
    assert (kept.rules, kept.look, kept.language) == (RACE, Look(), None)
