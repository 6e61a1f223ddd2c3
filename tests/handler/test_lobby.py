"""How a place gets its next game: by /newgame, by Play again, by New on a paused one, in place of one long idle."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.game import Finish, Phase
from engine.look import Design, Look, Palette
from engine.rules import RACE, SOLO
from engine.sets import find_sets
from engine.value import replace
from handler import errors
from handler.intents import Typed
from handler.ports import ChatId, GameKey, Version
from tests.builders import SET_FREE, cards, no_set, shuffle
from tests.group import PLACE, person

if TYPE_CHECKING:
    from tests.group import Group


def loud(group: Group) -> list[str]:
    return [post.text.splitlines()[0] for post in group.telegram.posts.values() if post.loud]


def ended(group: Group, *names: str) -> None:
    """A game of these people that was stopped."""
    group.start(*names)
    group.type(names[0], "/stop")
    group.press(names[0], "Yes, end it")


def test_the_one_who_opens_a_lobby_sits_in_it(group: Group) -> None:
    group.type("Ana", "/newgame")
    game = group.game()
    assert (game.phase, game.starter) == (Phase.LOBBY, person("Ana").id)
    assert [player.name for player in game.players] == ["Ana"]


def test_one_command_delivered_twice_opens_one_lobby(group: Group) -> None:
    for _ in range(2):
        group.type("Ana", "/newgame", update=77)
    assert len(group.telegram.posts) == 1
    assert group.game().id == "game0001"


def test_two_who_ask_at_once_get_one_lobby(group: Group) -> None:
    async def at_once() -> None:
        typed = [
            Typed(update, PLACE, person(name), False, "newgame", "", None, False)
            for update, name in ((1, "Ana"), (2, "Ben"))
        ]
        await asyncio.gather(*(group.service.handle(each, group.now) for each in typed))

    group.run(at_once())
    lobbies = [post for post in group.telegram.posts.values() if post.text.startswith("SET: who plays?")]
    assert len(lobbies) == 1
    assert len(group.game().players) == 1


def test_where_too_many_write_at_once_nothing_is_opened(group: Group) -> None:
    group.store.failing["save"] = errors.Conflict("another")
    group.type("Ana", "/newgame")
    assert group.newest.text == "That did not work: send it again."


def test_play_again_keeps_players_rules_and_look_and_seats_the_presser_first(group: Group) -> None:
    ended(group, "Ana", "Ben", "Cleo")
    stored = group.run(group.store.inner.load(PLACE)).stored
    dressed = replace(stored.game, look=Look(Design.MODERN, Palette.SAFE))
    group.run(
        group.store.inner.save(
            PLACE, replace(stored, game=dressed, version=Version(stored.version + 1)), stored.version
        )
    )
    assert group.press("Cleo", "Play again").text == "A new lobby is open"
    game = group.game()
    assert [player.name for player in game.players] == ["Cleo", "Ana", "Ben"]
    assert game.look == dressed.look


def test_play_again_leaves_out_who_had_left(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type("Ben", "/leave")
    group.press("Ben", "Yes, leave")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.press("Ana", "Play again")
    assert [player.name for player in group.game().players] == ["Ana", "Cleo"]


def test_newgame_after_a_game_keeps_its_look_and_nobody_but_the_asker(group: Group) -> None:
    ended(group, "Ana", "Ben")
    group.type("Cleo", "/newgame")
    assert [player.name for player in group.game().players] == ["Cleo"]


def test_a_second_play_again_points_to_the_lobby(group: Group) -> None:
    ended(group, "Ana", "Ben")
    group.press("Ana", "Play again")
    again = next(post for post in group.telegram.posts.values() if post.loud)
    assert group.press("Ben", "Play again", again).text == "A game is open here already: look further down"


def test_play_again_of_a_game_before_the_last_opens_a_lobby_without_its_players(group: Group) -> None:
    ended(group, "Ana", "Ben")
    first = next(post for post in group.telegram.posts.values() if post.loud)
    group.press("Ana", "Play again")
    group.press("Ana", "Start")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.press("Cleo", "Play again", first)
    assert [player.name for player in group.game().players] == ["Cleo"]


def test_a_busy_store_opens_nothing_and_says_press_again(group: Group) -> None:
    ended(group, "Ana", "Ben")
    group.store.failing["save"] = errors.Conflict("another")
    assert group.press("Ana", "Play again").text == "Not counted: press again"


def paused(group: Group) -> None:
    """A game that paused, and Ana who asks for a new one."""
    group.start("Ana", "Ben")
    group.take_set("Ben")
    group.later(600)
    group.wake_due()
    group.type("Ana", "/newgame")


def test_on_a_paused_game_newgame_offers_to_go_on_or_begin_anew(group: Group) -> None:
    paused(group)
    assert group.newest.labels() == [["Continue", "New"]]
    assert group.newest.text == "A game is paused here. Go on with it, or begin anew?"


def test_a_pause_that_no_timer_brought_is_seen_all_the_same(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(601)
    group.type("Ana", "/newgame")
    assert group.newest.labels() == [["Continue", "New"]]


def test_continue_goes_on_and_takes_the_question_away(group: Group) -> None:
    paused(group)
    question = group.newest
    assert group.press("Cleo", "Continue").text == "You are not in this game: press Join"
    assert question.id in group.telegram.posts
    assert group.press("Ben", "Continue").text == "The game goes on"
    assert question.id not in group.telegram.posts
    assert group.game().paused_at is None
    assert not group.table.text.startswith("Paused")


def test_new_ends_the_paused_game_with_its_standings_and_opens_a_lobby(group: Group) -> None:
    paused(group)
    question = group.newest
    assert group.press("Ben", "New").text == "A new lobby is open"
    assert question.id not in group.telegram.posts
    assert loud(group) == ["🏁 The game was stopped."]
    assert [player.name for player in group.game().players] == ["Ben"]
    assert group.newest.text.startswith("SET: who plays?")


def test_new_is_not_for_who_does_not_play_unless_an_admin(group: Group) -> None:
    paused(group)
    assert group.press("Cleo", "New").text == "You are not in this game: press Join"
    group.later(300)
    group.telegram.admin_ids = (person("Cleo").id,)
    assert group.press("Cleo", "New").text == "A new lobby is open"


def test_a_new_that_has_been_lying_there_does_not_end_a_game_that_goes_on(group: Group) -> None:
    paused(group)
    question = group.newest
    group.press("Ben", "1")
    assert group.press("Ana", "New", question).text == "The game goes on again: /stop ends it"
    assert group.game().phase is Phase.PLAYING


def test_new_on_a_game_that_is_over_opens_a_lobby(group: Group) -> None:
    paused(group)
    question = group.newest
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    assert group.press("Ben", "New", question).text == "A new lobby is open"


def test_a_game_idle_for_a_day_is_told_before_the_next_takes_its_place(group: Group) -> None:
    group.start("Ana", "Ben")
    group.take_set("Ana")
    old = group.table
    group.later(25 * 3600)
    group.type("Ben", "/newgame")
    assert loud(group) == ["🏁 The game is over: nobody played for a day."]
    assert group.telegram.posts[old.id].keyboard == ()
    assert group.newest.text.startswith("SET: who plays?")
    assert group.game().phase is Phase.LOBBY


def test_a_lobby_left_alone_is_closed_before_the_next_opens(group: Group) -> None:
    group.type("Ana", "/newgame")
    old = group.newest
    group.later(31 * 60)
    group.type("Ben", "/newgame")
    assert group.telegram.posts[old.id].text.startswith("This lobby is closed")
    assert [player.name for player in group.game().players] == ["Ben"]
    assert loud(group) == []


def test_who_hides_behind_the_group_is_asked_to_press(group: Group) -> None:
    group.type(None, "/newgame", admin=True)
    assert group.newest.labels() == [["Open a lobby"]]
    question = group.newest
    assert group.press("Ana", "Open a lobby").text == "A new lobby is open"
    assert question.id not in group.telegram.posts
    assert [player.name for player in group.game().players] == ["Ana"]


def test_an_end_by_time_alone_has_its_reason_stored(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(25 * 3600)
    group.store.failing["save"] = errors.Conflict("another")
    group.type("Ben", "/newgame")
    del group.store.failing["save"]
    assert group.game().phase is Phase.PLAYING
    group.type("Ben", "/newgame")
    assert group.game().finish is not Finish.IDLE
    assert group.game().phase is Phase.LOBBY


def test_new_of_a_game_that_has_its_successor_points_to_it(group: Group) -> None:
    paused(group)
    question = group.newest
    group.press("Ben", "New")
    assert group.press("Ana", "New", question).text == "A game is open here already: look further down"


def test_solo_in_a_private_chat_is_dealt_at_once(group: Group) -> None:
    place = group.solo("Ana")
    game = group.game(place)
    assert (game.phase, game.rules, len(game.table)) == (Phase.PLAYING, SOLO, 12)
    assert group.newest.photo is not None
    assert group.newest.labels()[-2:] == [["🚫 No set"], ["SET!", "👀 My picks"]]
    assert group.newest.text.startswith("Deck 69 · the third pick claims")


def test_a_new_game_in_a_private_chat_is_one_alone(group: Group) -> None:
    place = GameKey(ChatId(person("Ana").id))
    group.type("Ana", "/newgame", place=place, private=True)
    assert group.game(place).rules == SOLO


def test_a_private_chat_has_no_budget_of_edits(thrifty_group: Group) -> None:
    place = thrifty_group.solo("Ana")
    for _ in range(22):
        thrifty_group.claim("Ana", no_set(thrifty_group.game(place)), place)
    assert thrifty_group.newest.text.splitlines()[1] == "①Ana −22"


def test_solo_in_a_group_does_not_take_the_place_of_its_game(group: Group) -> None:
    group.start("Ana", "Ben")
    game = group.game()
    group.type("Cleo", "/solo")
    assert group.game() == game
    assert group.newest.text == "A game is open here: this is its table."


def test_solo_in_a_group_is_played_by_who_asked(group: Group) -> None:
    group.type("Ana", "/solo")
    assert group.game().phase is Phase.PLAYING
    assert "not in this game" in group.press("Ben", "1").text
    assert group.take_set("Ana").alert


def test_no_set_lays_three_more_cards_for_a_penalty_and_says_if_there_was_one(group: Group) -> None:
    place = group.solo("Ana")
    assert find_sets(group.game(place).table)
    assert group.press("Ana", "No set").text == "A set was there! Three more cards, one penalty"
    assert group.newest.text.splitlines() == ["Deck 66 · three more cards", "①Ana −1", "1 penalty"]
    group.change(lambda game: replace(game, table=cards(SET_FREE)[:12]), place)
    group.type("Ana", "/table", place=place, private=True)
    assert group.press("Ana", "No set").text == "Three more cards, one penalty"


def test_the_end_alone_is_told_and_play_again_deals_again(group: Group) -> None:
    place = group.solo("Ana")
    group.change(lambda game: replace(game, table=cards(SET_FREE)[:9] + game.table[:3], deck=()), place)
    group.type("Ana", "/table", place=place, private=True)
    group.later(90)
    group.press("Ana", "No set")
    assert group.newest.text.splitlines()[:2] == ["🏁 The game is over: “No set” was said.", "Won: no penalty is left."]
    assert "Time 1:30" in group.newest.text
    first = group.game(place).id
    assert group.press("Ana", "Play again").text == "The cards are dealt"
    assert group.game(place).id != first
    assert group.game(place).phase is Phase.PLAYING


def test_after_a_game_alone_the_groups_next_lobby_is_one_of_several(group: Group) -> None:
    group.type("Ana", "/solo")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.type("Ben", "/newgame")
    assert group.game().rules == RACE
    assert group.game().phase is Phase.LOBBY


def test_leaving_and_reading_out_work_alone(group: Group) -> None:
    place = group.solo("Ana")
    group.type("Ana", "/cards", place=place, private=True)
    assert group.newest.text.startswith("1. ")
    group.type("Ana", "/leave", place=place, private=True)
    assert "Ana, leave the game?" in group.newest.text
    group.press("Ana", "Yes, leave")
    assert group.game(place).phase is Phase.FINISHED
    assert any("Not played to its end." in post.text for post in group.telegram.posts.values())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_alone_is_won_or_lost_as_its_penalties_say(group: Group, seed: int) -> None:
    group.deck = shuffle(seed)
    place = group.solo("Ana")
    while group.game(place).phase is Phase.PLAYING:
        if find_sets(group.game(place).table):
            assert group.take_set("Ana", place).text.startswith("SET!")
        else:
            group.press("Ana", "No set")
            group.later(1)
    [player] = group.game(place).players
    told = group.newest.text.splitlines()
    assert told[1].startswith("Lost: " if player.penalties else "Won: ")
    assert told[2] == f"Sets {player.sets} · wrong 0"
    assert told[-1] == f"1. Ana {player.sets - player.penalties}"


@pytest.mark.parametrize("wait", ["budget", "flood"])
def test_an_end_that_has_to_wait_is_told_before_the_next_game_takes_its_place(thrifty_group: Group, wait: str) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    over = group.table
    if wait == "flood":
        group.telegram.failing["edit_caption"] = [errors.Flood(50)]
    while wait == "budget" and group.telegram.sends_and_edits() < 20:
        group.take_set("Ana")
    group.press("Ana", "Yes, end it")
    group.type("Ana", "/newgame")
    group.later(62)
    group.wake_due()
    assert "SET!" not in [text for row in group.telegram.posts[over.id].labels() for text in row]
    assert group.newest.text.startswith("🏁 The game was stopped.")
    group.press("Ben", "Play again")
    assert group.game().phase is Phase.LOBBY


def test_the_next_game_does_not_wait_for_ever_for_an_end_that_cannot_be_told(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.telegram.failing["edit_caption"] = [errors.Refused("PHOTO_INVALID_DIMENSIONS")] * 9
    group.press("Ana", "Yes, end it")
    group.type("Ana", "/newgame")
    assert group.game().phase is Phase.FINISHED
    group.later(300)
    group.type("Ana", "/newgame")
    assert group.game().phase is Phase.LOBBY
