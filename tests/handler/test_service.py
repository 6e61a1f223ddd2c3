"""Intents and wakes handled: the first words in a group, the last, and what timers bring about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Finish, GameId, Phase
from handler import errors
from handler.callback_data import Action, ButtonData
from handler.choices import ChatSettings, Preferences
from handler.intents import ForgedPress, Ignored, Moved, Press
from handler.ports import ChatId, GameKey, Version
from handler.replies import Toast
from handler.service import Reply
from handler.timers import LONGEST_DELAY, Wake
from tests.builders import no_set
from tests.group import CHAT, PLACE, person

if TYPE_CHECKING:
    from tests.group import Group

MOVED = GameKey(ChatId(-1002345678901))


def test_a_forged_press_is_told_so(group: Group) -> None:
    reply = group.run(group.service.handle(ForgedPress(1, "q1", person("Ana")), group.now))
    assert reply == Reply("q1", Toast("This button is not from this table"))
    assert not group.store.calls


def test_what_is_not_for_us_is_left_alone(group: Group) -> None:
    assert group.run(group.service.handle(Ignored(1, "a poll"), group.now)) is None
    assert not group.store.calls
    assert not group.telegram.calls


def test_a_group_is_greeted_with_one_silent_message(group: Group) -> None:
    group.added()
    assert len(group.telegram.posts) == 1
    assert "/newgame" in group.newest.text
    assert "Pictures are forbidden" not in group.newest.text
    assert not group.newest.loud


@pytest.mark.failure(35)
def test_where_photos_are_forbidden_the_greeting_warns_unless_it_came_as_an_admin(group: Group) -> None:
    group.telegram.photos = False
    group.added()
    assert "Pictures are forbidden" in group.newest.text
    group.added(admin=True)
    assert "Pictures are forbidden" not in group.newest.text


def test_where_telegram_does_not_tell_the_greeting_does_not_warn(group: Group) -> None:
    group.telegram.failing["photos_allowed"] = [errors.Unknown("TimedOut")]
    group.added()
    assert "Pictures are forbidden" not in group.newest.text
    assert group.reports == ["TimedOut"]


def settings(group: Group, place: GameKey = PLACE) -> ChatSettings:
    found: ChatSettings = group.run(group.store.inner.load(place)).settings
    return found


def test_a_group_gets_the_language_of_whoever_brings_the_bot(group: Group) -> None:
    group.languages |= {"Ana": "pl", "Ben": "ro"}
    group.added(by="Ana")
    assert group.newest.text.startswith("Rozdaję SET")
    assert settings(group).language == "pl"
    group.added(by="Ben")
    assert group.newest.text.startswith("Rozdaję SET")
    assert settings(group) == ChatSettings(language="pl", version=Version(1))


def test_who_brings_the_bot_may_have_chosen_another_language_than_the_apps(group: Group) -> None:
    group.languages["Ana"] = "pl"
    group.run(group.store.inner.save_preferences(person("Ana").id, Preferences("fa")))
    group.added(by="Ana")
    assert settings(group).language == "fa"


def test_a_group_is_greeted_though_its_language_cannot_be_kept(group: Group) -> None:
    group.languages["Ana"] = "ro"
    group.store.failing["load"] = errors.StoreFailure("the file is locked")
    group.added(by="Ana")
    assert group.newest.text.startswith("Împart SET")
    assert "the file is locked" in group.reports


@pytest.mark.failure(33)
def test_what_was_chosen_for_a_group_holds_in_its_supergroup(group: Group) -> None:
    chosen = ChatSettings(language="pl", gap_minutes=5, version=Version(3))
    group.start("Ana", "Ben")
    group.run(group.store.inner.save_settings(CHAT, chosen, Version(0)))
    for _ in range(2):
        group.run(group.service.handle(Moved(77, CHAT, MOVED.chat), group.now))
    assert settings(group, MOVED) == ChatSettings(language="pl", gap_minutes=5, version=Version(1))
    [table] = [post for post in group.telegram.posts.values() if post.place == MOVED]
    assert table.text.startswith("Talia 69")


def test_what_fails_is_told_in_the_language_of_the_app(group: Group) -> None:
    group.start("Ana", "Ben")
    group.languages["Ana"] = "pl"
    group.store.failing["load"] = errors.StoreFailure("the file is locked")
    assert group.press("Ana", "1").text == "Nie liczy się: naciśnij jeszcze raz"
    forged = group.run(group.service.handle(ForgedPress(1, "q1", group.person("Ana")), group.now))
    assert forged == Reply("q1", Toast("Ten przycisk nie jest z tego stołu"))


@pytest.mark.failure(34)
def test_when_the_bot_is_put_out_the_game_ends_and_nothing_is_sent(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.calls.clear()
    group.removed()
    assert group.game().finish is Finish.STOPPED
    assert not group.telegram.calls
    group.removed()


def test_being_put_out_where_nobody_plays_is_nothing(group: Group) -> None:
    group.removed()
    assert group.run(group.store.inner.load(PLACE)).stored is None


def test_a_store_that_fails_a_command_is_reported(group: Group) -> None:
    group.store.failing["load"] = errors.StoreFailure("the file is locked")
    group.type("Ana", "/score")
    assert group.reports == ["once more: the file is locked", "the file is locked"]
    assert not group.telegram.posts


@pytest.mark.failure(33)
def test_a_game_goes_on_in_the_supergroup_with_its_players_and_scores(group: Group) -> None:
    group.start("Ana", "Ben")
    group.take_set("Ana")
    moved = Moved(77, CHAT, MOVED.chat)
    for _ in range(2):
        group.run(group.service.handle(moved, group.now))
    assert [player.score for player in group.game(MOVED).players] == [1, 0]
    assert group.game().phase is Phase.FINISHED
    tables = [post for post in group.telegram.posts.values() if post.place == MOVED]
    assert len(tables) == 1
    assert group.press("Ben", "1", tables[0]).text.startswith("1 ✓")


def test_a_group_without_a_game_moves_without_a_word(group: Group) -> None:
    group.run(group.service.handle(Moved(77, CHAT, MOVED.chat), group.now))
    assert not group.telegram.calls


def wake(group: Group, version: int = 1) -> None:
    group.run(group.service.wake(Wake(PLACE, Version(version), group.now), group.now))


def test_a_wake_pauses_a_game_that_nobody_touched(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(600)
    group.wake_due()
    assert group.table.text.startswith("Paused: tap to go on")


@pytest.mark.failure(48)
def test_a_paused_game_ends_a_day_later_by_itself_and_tells_its_standings(group: Group) -> None:
    group.start("Ana", "Ben")
    group.take_set("Ana")
    for _ in range(24 * 6 + 2):
        group.later(600)
        group.wake_due()
    assert group.game().finish is Finish.IDLE
    assert group.newest.text.splitlines() == ["🏁 The game is over: nobody played for a day.", "1. Ana 1", "2. Ben 0"]
    assert group.newest.loud


def test_a_lobby_closes_by_itself_after_half_an_hour(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.later(30 * 60)
    group.wake_due()
    assert group.newest.text.startswith("This lobby is closed")
    assert group.newest.keyboard == ()


def test_a_wake_frees_the_locked_out_when_the_deadline_passes(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.claim("Ana", no_set(group.game()))
    assert "🔒" in group.table.text
    group.later(120)
    group.wake_due()
    assert "🔒" not in group.table.text


def test_a_wake_twice_late_or_for_nothing_breaks_nothing(group: Group) -> None:
    wake(group)
    group.start("Ana", "Ben")
    before, calls = group.game(), group.telegram.calls.copy()
    for version in (0, 1, 2, 3, 4, 99):
        wake(group, version)
    assert group.game() == before
    assert group.telegram.calls == calls


def test_only_the_wake_of_the_stored_version_asks_for_the_next(group: Group) -> None:
    group.start("Ana", "Ben")
    stored = group.run(group.store.inner.load(PLACE)).stored
    group.timers.asked.clear()
    wake(group, stored.version - 1)
    wake(group, 0)
    assert group.timers.asked == []
    wake(group, stored.version)
    assert [asked.version for asked in group.timers.asked] == [stored.version]


def test_a_wake_brings_a_message_that_was_left_behind_up_to_date(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.failing["edit_caption"] = [errors.Unknown("TimedOut")]
    group.claim("Ana", no_set(group.game()))
    assert "❌" not in group.table.text
    group.later(5)
    group.wake_due()
    assert "❌ ① Ana" in group.table.text


def test_an_end_that_could_not_be_told_at_once_is_told_by_the_wake(thrifty_group: Group) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    for kind in range(19):
        group.run(group.service.desk.answers.say(PLACE, str(kind), "talk"))
    while group.telegram.sends_and_edits() < 20:
        group.take_set("Ana")
    group.type("Ana", "/stop")
    stop = ButtonData(Action.CONFIRM_STOP, group.game().id, 0, group.game().revision, person("Ana").id)
    group.run(group.service.handle(Press(9001, "q9001", person("Ana"), PLACE, 1, stop), group.now))
    assert group.game().phase is Phase.FINISHED
    assert not any(post.loud for post in group.telegram.posts.values())
    group.later(62)
    group.wake_due()
    assert group.newest.loud
    assert group.newest.text.startswith("🏁 The game was stopped.")


@pytest.mark.parametrize("dies_at", ["edit_caption", "send_text"])
def test_an_end_is_shown_and_told_by_a_wake_where_whoever_was_to_show_it_died(group: Group, dies_at: str) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.store.failing["put_view"] = errors.StoreFailure("the process died")
    group.telegram.failing[dies_at] = [errors.Unknown("the process died")]
    group.press("Ana", "Yes, end it")
    del group.store.failing["put_view"]
    for _ in range(3):
        group.later(35)
        group.wake_due()
    assert group.newest.text.startswith("🏁 The game was stopped.")
    assert sum(post.loud for post in group.telegram.posts.values()) == 1
    assert not group.timers.asked or all(wake.due > group.now for wake in group.timers.asked)


@pytest.mark.parametrize("seconds", [1, 2, 3, 40])
@pytest.mark.parametrize("method", ["edit_caption", "send_text"])
def test_an_end_that_telegram_held_back_is_told_when_its_wait_is_over_however_short(
    group: Group, method: str, seconds: int
) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.telegram.failing[method] = [errors.Flood(seconds)]
    group.press("Ana", "Yes, end it")
    group.later(seconds)
    group.wake_due()
    assert group.newest.text.startswith("🏁 The game was stopped.")


def test_a_wake_that_comes_before_the_wait_is_over_asks_for_another(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.telegram.failing["edit_caption"] = [errors.Flood(1800)]
    group.press("Ana", "Yes, end it")
    due = next(wake.due for wake in group.timers.asked if wake.version == 0)
    group.later(LONGEST_DELAY)
    group.timers.asked.clear()
    group.run(group.service.wake(Wake(PLACE, Version(0), due), group.now))
    group.later((due - group.now) / 1000)
    group.wake_due()
    assert group.newest.text.startswith("🏁 The game was stopped.")


@pytest.mark.failure(36)
def test_where_the_bot_may_not_write_it_does_not_try_for_ever(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.failing.update(
        {
            method: [errors.Banned("muted")] * 1000
            for method in ("edit_photo", "edit_caption", "send_text", "send_photo")
        }
    )
    group.take_set("Ana")
    tried = []
    for _ in range(3 * 24 * 2):
        group.later(1800)
        before = group.telegram.sends_and_edits()
        group.wake_due()
        tried.append(group.telegram.sends_and_edits() - before)
    assert sum(tried[:10]) >= 5
    assert sum(tried[-20:]) == 0
    assert group.timers.asked == []


def test_an_intent_of_another_game_is_told_so(group: Group) -> None:
    group.start("Ana", "Ben")
    other = ButtonData(Action.CLAIM, GameId("elsewhere"), 0)
    reply = group.run(group.service.handle(Press(9001, "q1", person("Ana"), PLACE, 1, other), group.now))
    assert reply.toast.text == "That game is over: the new one is further down"


@pytest.mark.parametrize("method", ["load", "last_taps"])
def test_a_wake_that_meets_a_fault_of_the_store_says_so_to_whoever_hands_it_out(group: Group, method: str) -> None:
    group.start("Ana", "Ben")
    group.store.failing[method] = errors.StoreFailure("throttled")
    with pytest.raises(errors.StoreFailure):
        wake(group)
