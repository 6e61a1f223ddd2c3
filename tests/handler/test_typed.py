"""What typed commands do: each of them, in the states it may meet, with the exact lines of /cards and /score."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from engine.game import Finish, Phase
from engine.look import Look
from engine.rules import RACE, SOLO, DeckKind
from engine.sets import find_sets
from handler import errors, guide, odds, rules_told
from handler.intents import Typed
from handler.ports import ChatId, GameKey
from handler.words import ENGLISH
from tests.builders import no_set, stacked
from tests.group import CHAT, PLACE, person

if TYPE_CHECKING:
    from tests.group import Group

PRIVATE = GameKey(ChatId(7))


def stopped(group: Group, *names: str) -> None:
    group.start(*names)
    group.take_set(names[0])
    group.type(names[0], "/stop")
    group.press(names[0], "Yes, end it")


def texts(group: Group) -> list[str]:
    return [post.text for post in group.telegram.posts.values()]


@pytest.mark.parametrize(
    "command", ["/table", "/cards", "/score", "/rules", "/help", "/leave", "/stop", "/newgame", "/kick"]
)
def test_every_answer_is_silent_and_replies_to_the_table(group: Group, command: str) -> None:
    group.start("Ana", "Ben")
    table = group.table
    group.type("Ana", command)
    assert len(group.telegram.posts) == 2
    assert (group.newest.reply_to, group.newest.loud) == (table.id, False)
    group.type("Ana", command)
    assert len(group.telegram.posts) == 2


@pytest.mark.parametrize("command", ["/weather", "/new", "/joined"])
def test_a_command_that_is_not_ours_is_left_alone(group: Group, command: str) -> None:
    group.type("Ana", command)
    assert not group.telegram.calls


def test_newgame_opens_a_lobby_and_on_a_running_game_points_to_it(group: Group) -> None:
    group.type("Ana", "/newgame")
    assert group.newest.labels()[1:3] == [["➕ Join", "➖ Leave"], ["▶️ Start"]]
    lobby = group.newest
    group.type("Ben", "/newgame")
    assert (group.newest.text, group.newest.reply_to) == ("A game is open here: this is its table.", lobby.id)
    group.press("Ben", "Join")
    group.press("Ana", "Start")
    table = group.table
    group.type("Cleo", "/newgame")
    assert (group.newest.text, group.newest.reply_to) == ("A game is open here: this is its table.", table.id)
    assert group.game().phase is Phase.PLAYING


def test_table_posts_the_table_anew_and_twice_within_half_a_minute_points_to_it(group: Group) -> None:
    group.start("Ana", "Ben")
    first = group.table
    group.type("Ana", "/table")
    assert (group.newest.text, group.newest.reply_to) == ("Here is the table.", first.id)
    group.later(30)
    group.type("Ana", "/table")
    second = group.table
    assert group.newest.id == second.id != first.id
    assert first.id not in group.telegram.posts
    group.later(29)
    group.type("Ben", "/table")
    assert group.newest.reply_to == second.id
    assert group.table.id == second.id


def test_table_points_to_a_table_that_is_just_being_edited(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(60)
    asked = Typed(99, PLACE, person("Ben"), False, "table", "", None, False)

    async def ben_asks() -> None:
        await group.service.handle(asked, group.now)

    group.telegram.before_edit = ben_asks
    group.take_set("Ana")
    assert group.newest.text == "Here is the table."
    assert group.newest.reply_to == group.table.id


def test_table_brings_a_lobby_to_the_bottom_too(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.later(30)
    group.type("Ana", "/help")
    group.type("Ben", "/table")
    assert group.newest.text.startswith("SET: who plays?")
    assert sum(text.startswith("SET: who plays?") for text in texts(group)) == 1


def test_table_where_nothing_is_played_says_how_to_begin(group: Group) -> None:
    group.type("Ana", "/table")
    assert group.newest.text == "No game is on here: /newgame opens one."
    stopped(group, "Ana", "Ben")
    group.type("Ana", "/table")
    assert group.newest.text == "No game is on here: /newgame opens one."


def test_cards_is_a_line_per_card_in_words(group: Group) -> None:
    group.deck = stacked("1111 2222 3333 1211 1311 1121 2122")
    group.start("Ana", "Ben")
    group.type("Ben", "/cards")
    lines = group.newest.text.splitlines()
    assert lines[6] == "7. two red striped ovals"
    assert len(lines) == 12
    form = r"\d+\. (one|two|three) (red|green|purple) (solid|striped|open) (diamond|oval|squiggle)s?"
    assert all(re.fullmatch(form, line) for line in lines)


def test_score_is_a_line_per_player_with_rank_name_and_points(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    for _ in range(3):
        group.take_set("Ana")
    group.claim("Cleo", no_set(group.game()))
    group.type("Ben", "/score")
    assert group.newest.text.splitlines() == ["1. Ana 3", "2. Ben 0", "3. Cleo −1"]


def test_cards_and_score_tell_the_last_game_after_its_end(group: Group) -> None:
    stopped(group, "Ana", "Ben")
    group.type("Ben", "/score")
    assert group.newest.text.splitlines() == ["1. Ana 1", "2. Ben 0"]
    group.type("Ben", "/cards")
    assert len(group.newest.text.splitlines()) == 12


def test_cards_and_score_tell_the_last_game_while_the_next_one_waits_in_its_lobby(group: Group) -> None:
    stopped(group, "Ana", "Ben")
    group.type("Ben", "/newgame")
    for _ in range(2):
        group.type("Ben", "/score")
        assert group.newest.text.splitlines() == ["1. Ana 1", "2. Ben 0"]
        group.type("Ben", "/cards")
        assert len(group.newest.text.splitlines()) == 12
        group.press("Ben", "Leave")  # the lobby closes, and another opens
        group.type("Cleo", "/newgame")


@pytest.mark.parametrize("command", ["/cards", "/score"])
def test_before_the_first_game_there_is_nothing_to_tell(group: Group, command: str) -> None:
    group.type("Ana", command)
    assert group.newest.text == "No game has been played here yet."
    group.type("Ana", "/newgame")
    group.type("Ana", command)
    assert group.newest.text == "No game has been played here yet."


def test_leave_asks_once_more_and_says_what_it_costs(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type("Cleo", "/leave")
    assert group.newest.text == "Cleo, leave the game? Points above zero are lost."
    assert group.newest.labels() == [["Yes, leave"]]
    assert len([player for player in group.game().players if player.left is None]) == 3


def test_leave_in_the_lobby_costs_nothing(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.type("Ana", "/leave")
    assert group.newest.text == "Ana, leave the game?"


def test_only_who_plays_can_leave(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Cleo", "/leave")
    assert group.newest.text == "You are not in this game."
    group.type(None, "/leave", admin=True)  # it may be Ana
    assert group.newest.text.startswith("Send /leave under your own name")
    assert not group.newest.keyboard


@pytest.mark.parametrize("command", ["/leave", "/stop"])
def test_where_no_game_is_on_there_is_nothing_to_leave_or_stop(group: Group, command: str) -> None:
    group.type("Ana", command)
    assert group.newest.text == "This game is over. /newgame opens the next"


def test_stop_asks_once_more_and_only_the_asker_may_say_yes(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    assert group.newest.text == "End the game for all, with its standings?"
    question = group.newest
    assert group.press("Ben", "Yes, end it", question).text == "This question was for somebody else"
    assert group.game().phase is Phase.PLAYING
    assert group.press("Ana", "Yes, end it", question).text == "The game is over"
    assert group.newest.text.splitlines() == ["🏁 The game was stopped.", "1. Ana 0", "1. Ben 0"]


@pytest.mark.failure(48)
def test_stop_is_for_the_starter_or_for_any_player_after_half_an_idle_hour(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ben", "/stop")
    assert group.press("Ben", "Yes, end it").text == "Only Ana or an admin can do it"
    assert group.game().phase is Phase.PLAYING
    group.later(1801)
    group.type("Ben", "/stop")
    assert group.press("Ben", "Yes, end it").text == "The game is over"


@pytest.mark.failure(29)
def test_an_anonymous_admin_asks_and_presses_as_the_person_behind(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.admin_ids = (person("Zoe").id,)
    group.type(None, "/stop", admin=True)
    assert group.press("Zoe", "Yes, end it").text == "The game is over"
    assert group.game().finish is Finish.STOPPED


def test_kick_needs_a_reply(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/kick")
    assert group.newest.text == "Reply with /kick to a message of the player."
    group.type("Ana", "/unkick")
    assert group.newest.text == "Reply with /unkick to a message of the player."


def test_the_starter_kicks_who_is_away_and_nobody_else(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type("Ana", "/kick", answering="Ben")
    assert group.newest.text == "Not away: only an admin may do that now"
    group.later(121)
    group.press("Cleo", "1")
    group.type("Ana", "/kick", answering="Cleo")
    assert group.newest.text == "Not away: only an admin may do that now"
    group.type("Ana", "/kick", answering="Ben")
    assert "Ben was removed from the game." in texts(group)
    assert group.game().players[1].kicked
    assert "Ben" not in group.table.text


def test_kick_is_not_for_everyone_but_for_any_admin(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type("Ben", "/kick", answering="Cleo")
    assert group.newest.text == "Only Ana or an admin can do it"
    group.later(300)
    group.telegram.admin_ids = (person("Ben").id,)
    group.press("Cleo", "1")
    group.type("Ben", "/kick", answering="Cleo")
    assert "Cleo was removed from the game." in texts(group)


def test_an_anonymous_admin_kicks_and_a_channel_does_not(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    asked = group.telegram.calls["admins"]
    group.type(None, "/kick", answering="Ben")
    assert group.newest.text == "You are not in this game: press Join"
    assert group.telegram.calls["admins"] == asked
    group.type(None, "/kick", answering="Ben", admin=True)
    assert "Ben was removed from the game." in texts(group)


@pytest.mark.parametrize("name", ["Ana", None])
def test_a_kick_that_is_not_counted_is_to_be_sent_again(group: Group, name: str | None) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.later(121)
    group.store.failing["save"] = errors.Conflict("somebody else")
    group.type(name, "/kick", answering="Cleo", admin=name is None)
    assert group.newest.text == "That did not work: send it again."
    del group.store.failing["save"]
    group.type(name, "/kick", answering="Cleo", admin=name is None)
    assert group.newest.text == "Cleo was removed from the game."


def test_a_stranger_cannot_be_kicked(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/kick", answering="Zoe")
    assert group.newest.text == "That person is not in this game"


def test_a_kick_that_leaves_one_player_ends_the_game_without_a_winner(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(121)
    group.type("Ana", "/kick", answering="Ben")
    assert group.newest.text.startswith("🏁 The game is over without a winner: too few players remain.")


def test_who_was_kicked_comes_back_by_unkick_of_who_may_kick(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.later(121)
    group.type("Ana", "/kick", answering="Ben")
    assert group.press("Ben", "Join").text == "You were removed: ask an admin to /unkick"
    group.type("Cleo", "/unkick", answering="Ben")
    assert group.newest.text == "Only Ana or an admin can do it"
    group.type("Ana", "/unkick", answering="Ben")
    assert "Ben is back in the game." in texts(group)
    assert group.game().players[1].left is None


def test_unkick_of_one_who_was_not_put_out_says_so(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/unkick", answering="Ben")
    assert group.newest.text == "Ben was not removed."


def test_who_was_kicked_from_the_lobby_may_be_let_back_too(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    group.type(None, "/kick", answering="Ben", admin=True)
    assert group.press("Ben", "Join").text.startswith("You were removed")
    group.type("Ana", "/unkick", answering="Ben")
    assert [player.name for player in group.game().players] == ["Ana", "Ben"]


def test_where_no_game_is_on_nobody_can_be_kicked(group: Group) -> None:
    group.type("Ana", "/kick", answering="Ben")
    assert group.newest.text == "No game is on here: /newgame opens one."
    stopped(group, "Ana", "Ben")
    group.type("Ana", "/kick", answering="Ben")
    assert group.newest.text == "This game is over. /newgame opens the next"


def test_help_is_told_with_three_tips(group: Group) -> None:
    group.type("Ana", "/help")
    assert group.newest.text == guide.help_text(ENGLISH)
    assert len(group.newest.text.split("\n\n")[-1].splitlines()) == 3


def test_start_in_a_group_helps_but_what_telegram_types_after_adding_is_left_alone(group: Group) -> None:
    group.type("Ana", "/start play")
    assert not group.telegram.calls
    group.type("Ana", "/start")
    assert group.newest.text == guide.help_text(ENGLISH)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/start", guide.welcome(ENGLISH)),
        ("/start how", rules_told.told(RACE, Look(), ENGLISH, drawn=True)),
        ("/rules", rules_told.told(SOLO, Look(), ENGLISH, drawn=True)),
        ("/odds", odds.told(DeckKind.FULL, ENGLISH)),
        ("/help", guide.help_text(ENGLISH)),
        ("/kick", guide.welcome(ENGLISH)),
    ],
)
def test_alone_with_a_person_the_bot_explains_and_offers_the_way_into_a_group(
    group: Group, text: str, told: str
) -> None:
    group.type("Ana", text, place=PRIVATE, private=True)
    assert group.newest.text == told
    [[button]] = group.newest.keyboard
    assert (button.text, button.url) == ("Add to group", "https://t.me/setgram_bot?startgroup=play")


def test_topics_of_one_chat_have_games_of_their_own(group: Group) -> None:
    topic = GameKey(CHAT, 42)
    group.start("Ana", "Ben")
    group.type("Cleo", "/newgame", place=topic)
    assert group.newest.place == topic
    assert [player.name for player in group.game(topic).players] == ["Cleo"]
    assert len(group.game(PLACE).players) == 2


@pytest.mark.failure(30)
def test_an_anonymous_admin_gets_a_button_to_open_a_lobby_in_the_topic(group: Group) -> None:
    topic = GameKey(CHAT, 42)
    group.type(None, "/newgame", place=topic, admin=True)
    assert group.newest.text == "Whoever opens the lobby sits down first: press the button."
    group.press("Ana", "Open a lobby")
    assert [player.name for player in group.game(topic).players] == ["Ana"]


def test_an_anonymous_admin_is_offered_no_lobby_beside_a_game_that_is_on(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type(None, "/newgame", admin=True)
    assert group.newest.text == "A game is open here: this is its table."
    assert group.newest.reply_to == group.table.id
    group.later(600)
    group.type(None, "/newgame", admin=True)
    assert group.newest.labels() == [["Continue", "New"]]
    group.press("Ana", "Continue")
    assert group.game().paused_at is None
    group.later(24 * 3600)
    group.type(None, "/newgame", admin=True)
    assert group.newest.labels() == [["Open a lobby"]]


def test_too_many_answers_stay_out_and_the_table_goes_on(thrifty_group: Group) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    for _ in range(12):
        group.type("Ben", "/score")
    assert group.telegram.calls["send_text"] <= 1 + 8
    found = find_sets(group.game().table)[0]
    group.claim("Ana", found)
    assert "✅ ① Ana" in group.table.text


def test_a_command_whose_answer_cannot_be_sent_changes_what_it_changes(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.telegram.failing["send_text"] = [errors.Banned("muted")]
    group.type(None, "/kick", answering="Ben", admin=True)
    assert group.game().players[1].kicked
