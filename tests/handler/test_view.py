"""The group's message kept up to the stored game: by several at once, late, cut short, refused, deleted, forgotten."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from engine.commands import Join
from engine.game import Millis, Phase, PlayerId
from engine.play import play
from engine.value import replace
from handler import errors
from handler.choices import change_settings
from handler.face import face_of
from handler.ports import GameKey, Loaded, Version
from handler.view import LEASE_MS, ROUNDS
from handler.words import ENGLISH
from tests.builders import no_set, stacked
from tests.group import CHAT, PLACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.group import Group, Post


def shown_as_stored(group: Group, place: GameKey = PLACE) -> bool:
    """Whether the newest table says what the stored game does."""
    face = face_of(place, group.game(place), group.signer, ENGLISH, in_words=group.table.photo is None)
    return (group.table.text, group.table.keyboard) == (face.text, face.keyboard)


def tables(group: Group) -> list[Post]:
    return [
        post for post in group.telegram.posts.values() if any(b.text == "SET!" for row in post.keyboard for b in row)
    ]


def show(group: Group, **more: Any) -> None:
    group.run(group.service.desk.shower.show(PLACE, **more))


def loaded(group: Group) -> Loaded:
    found = group.run(group.store.inner.load(PLACE))
    assert isinstance(found, Loaded)
    return found


async def saved(group: Group, number: int) -> Loaded:
    """The game with one more player, stored by another process that shows nothing."""
    found = await group.store.inner.load(PLACE)
    before = found.stored
    assert before is not None
    game = play(before.game, Join(PlayerId(9000 + number), f"Guest{number}"), group.now).after
    after = replace(before, game=game, version=Version(before.version + 1))
    await group.store.inner.save(PLACE, after, before.version)
    return replace(found, stored=after)


def landing(group: Group, method: str, error: Exception) -> None:
    """The next call of this method lands, but nobody hears so."""
    call: Callable[..., Any] = getattr(group.telegram, method)

    async def landed(*args: Any, **more: Any) -> None:
        setattr(group.telegram, method, call)
        await call(*args, **more)
        raise error

    setattr(group.telegram, method, landed)


@pytest.mark.failure(1)
def test_what_is_shown_already_is_not_edited(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.calls.clear()
    show(group)
    show(group)
    assert not group.telegram.calls


def test_an_edit_that_nobody_could_note_is_undone_though_the_lobby_looks_as_it_was_noted(group: Group) -> None:
    group.type("Ana", "/newgame")
    lobby = group.newest.labels()
    group.store.failing["put_view"] = errors.StoreFailure("no answer")
    group.press("Ana", "More")
    assert group.newest.labels() != lobby
    group.store.failing.clear()
    group.later(31)
    group.press("Ana", "Back")
    assert group.newest.labels() == lobby


def test_where_no_game_was_ever_there_is_nothing_to_show(group: Group) -> None:
    show(group)
    assert not group.telegram.calls
    group.start("Ana", "Ben")
    assert shown_as_stored(group)


def test_the_table_takes_the_lobbys_place_at_the_bottom(group: Group) -> None:
    group.type("Ana", "/newgame")
    lobby = group.newest
    group.press("Ben", "Join")
    assert group.newest.id == lobby.id
    group.press("Ana", "Start")
    assert lobby.id not in group.telegram.posts
    assert group.table.photo is not None


def test_the_next_game_leaves_the_last_ones_table_where_it_is(group: Group) -> None:
    group.start("Ana", "Ben")
    first = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.press("Ana", "Play again")
    group.press("Ana", "Start")
    assert group.telegram.posts[first.id].text.startswith("Game over")
    assert group.table.id != first.id


def test_whoever_finds_the_lease_taken_leaves_the_work_to_its_holder(group: Group) -> None:
    group.start("Ana", "Ben")
    until = Millis(group.now + LEASE_MS)
    assert group.run(group.store.inner.take_lease(PLACE, "another", group.now, until)) is not None
    group.telegram.calls.clear()
    group.take_set("Ana")
    assert group.telegram.calls == {"answer": 1}
    group.later(LEASE_MS / 1000)
    group.press("Ben", "1")
    assert group.telegram.calls["edit_photo"] == 1
    assert shown_as_stored(group)


@pytest.mark.failure(4)
def test_a_save_during_an_edit_is_shown_by_the_one_who_edits(group: Group) -> None:
    group.start("Ana", "Ben")
    during: list[int] = []

    async def another_saves_and_shows() -> None:
        await group.service.desk.shower.show(PLACE, await saved(group, 1))
        during.append(group.telegram.sends_and_edits())

    group.telegram.calls.clear()
    group.telegram.before_edit = another_saves_and_shows
    group.take_set("Ana")
    assert during == [0]
    assert group.telegram.calls == {"answer": 1, "edit_photo": 1, "edit_caption": 1}
    assert "Guest" in group.table.text
    assert shown_as_stored(group)


@pytest.mark.failure(6)
def test_one_who_comes_late_with_an_older_game_shows_nothing_old(group: Group) -> None:
    group.start("Ana", "Ben")
    older = group.run(saved(group, 1))
    newer = group.run(saved(group, 2))
    show(group, loaded=newer)
    group.telegram.calls.clear()
    show(group, loaded=older)
    assert not group.telegram.calls
    assert shown_as_stored(group)


def test_one_who_comes_late_with_the_game_before_does_not_bring_it_back(group: Group) -> None:
    group.start("Ana", "Ben")
    over = loaded(group)
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.press("Ben", "Play again")
    group.telegram.calls.clear()
    show(group, loaded=over)
    assert not group.telegram.calls


@pytest.mark.failure(6)
def test_many_showers_at_once_edit_as_one(group: Group) -> None:
    group.start("Ana", "Ben")
    after = group.run(saved(group, 1))
    group.telegram.calls.clear()

    async def all_at_once() -> None:
        await asyncio.gather(*(group.service.desk.shower.show(PLACE, after) for _ in range(8)))

    group.run(all_at_once())
    assert group.telegram.calls == {"edit_caption": 1}


@pytest.mark.failure(2, 45)
def test_a_table_that_was_deleted_is_posted_once_however_many_show(group: Group) -> None:
    group.start("Ana", "Ben")
    del group.telegram.posts[group.table.id]
    after = group.run(saved(group, 1))
    group.telegram.calls.clear()

    async def all_at_once() -> None:
        await asyncio.gather(*(group.service.desk.shower.show(PLACE, after) for _ in range(8)))

    group.run(all_at_once())
    assert group.telegram.calls["send_photo"] == 1
    assert len(tables(group)) == 1
    assert shown_as_stored(group)


def test_after_a_crash_between_the_post_and_its_noting_a_press_adopts_the_post(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    lobby = group.newest
    group.store.failing["put_view"] = errors.StoreFailure("the process died")
    group.telegram.failing["delete"] = [errors.Unknown("the process died")]
    group.press("Ana", "Start")
    del group.store.failing["put_view"]
    group.later(LEASE_MS / 1000)
    group.press("Ben", "1")
    group.take_set("Ben")
    assert group.telegram.calls["send_photo"] == 1
    assert lobby.id not in group.telegram.posts
    assert shown_as_stored(group)


def test_an_edit_that_nobody_noted_is_undone_also_where_the_table_is_again_as_was_noted_last(group: Group) -> None:
    group.start("Ana", "Ben")
    group.store.failing["put_view"] = errors.StoreFailure("timed out")
    group.later(600)
    group.wake_due()
    assert group.table.text.startswith("Paused")
    del group.store.failing["put_view"]
    group.later(LEASE_MS / 1000)
    group.press("Ben", "1")
    assert shown_as_stored(group)


@pytest.mark.failure(63)
@pytest.mark.parametrize("error", [errors.Unknown("TimedOut"), TimeoutError()])
def test_a_post_that_landed_unheard_is_adopted_when_it_is_pressed(group: Group, error: Exception) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    landing(group, "send_photo", error)
    group.press("Ana", "Start")
    landed = group.table
    group.later(1)
    assert group.press("Ben", "1").text.startswith("1 ✓")
    group.take_set("Ben")
    group.later(10)
    group.wake_due()
    assert [table.id for table in tables(group)] == [landed.id]
    assert group.telegram.calls["send_photo"] == 1
    assert shown_as_stored(group)


@pytest.mark.parametrize("label", ["Join", "SET!", "My picks"])
def test_a_table_that_landed_unheard_is_adopted_under_whichever_button_is_pressed_first(
    group: Group, label: str
) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    landing(group, "send_photo", errors.Unknown("TimedOut"))
    group.press("Ana", "Start")
    landed = group.table
    group.press("Cleo" if label == "Join" else "Ben", label)
    assert [table.id for table in tables(group)] == [landed.id]
    assert shown_as_stored(group)


@pytest.mark.parametrize("label", ["Join", "Leave", "Start"])
def test_a_lobby_that_landed_unheard_is_adopted_when_it_is_pressed(group: Group, label: str) -> None:
    landing(group, "send_text", errors.Unknown("TimedOut"))
    group.type("Ana", "/newgame")
    landed = group.newest
    group.press("Ben" if label == "Join" else "Ana", label)
    assert list(group.telegram.posts) == [landed.id]


def test_a_lobby_that_landed_unheard_gives_way_to_its_table(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    landing(group, "send_text", errors.Unknown("TimedOut"))
    show(group, anew=True)
    group.press("Ana", "Start")
    assert [table.id for table in tables(group)] == list(group.telegram.posts)


def test_a_question_is_never_taken_for_a_table_that_nobody_heard_of(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    landed = group.table
    group.type("Ben", "/leave")
    question = group.newest
    landing(group, "send_photo", errors.Unknown("TimedOut"))
    show(group, anew=True)
    group.press("Ben", "Yes, leave", question)
    assert {landed.id, question.id}.isdisjoint(group.telegram.posts)
    assert shown_as_stored(group)


def test_a_post_that_was_lost_comes_by_the_next_wake(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    group.telegram.failing["send_photo"] = [errors.Unknown("NetworkError")]
    group.press("Ana", "Start")
    assert not group.telegram.posts
    group.later(5)
    group.wake_due()
    assert len(group.telegram.posts) == len(tables(group)) == 1


def test_a_press_under_a_message_that_is_not_the_table_posts_the_table_anew(group: Group) -> None:
    group.start("Ana", "Ben")
    other = group.table
    group.telegram.failing["send_photo"] = [errors.Unknown("NetworkError")]
    show(group, anew=True)
    assert not group.telegram.posts
    group.press("Ben", "1", other)
    assert len(tables(group)) == 1
    assert shown_as_stored(group)


@pytest.mark.failure(10)
def test_an_edit_of_unknown_outcome_is_made_again_even_where_it_may_have_landed(group: Group) -> None:
    group.start("Ana", "Ben")
    landing(group, "edit_photo", errors.Unknown("TimedOut"))
    group.take_set("Ana")
    group.telegram.calls.clear()
    group.later(5)
    group.wake_due()
    assert group.telegram.calls == {"edit_photo": 1}
    assert shown_as_stored(group)


@pytest.mark.failure(9)
def test_an_edit_that_does_not_come_back_is_waited_for_no_longer_than_patience(group: Group) -> None:
    group.start("Ana", "Ben")
    shower = replace(group.service.desk.shower, patience=0.01)

    async def never() -> None:
        await asyncio.Event().wait()

    group.telegram.before_edit = never
    after = group.run(saved(group, 1))
    group.run(shower.show(PLACE, after))
    assert not shown_as_stored(group)
    assert group.timers.asked[-1].due == group.now + 5_000
    group.later(5)
    group.wake_due()
    assert shown_as_stored(group)


@pytest.mark.failure(8, 44)
def test_when_telegram_asks_to_wait_play_goes_on_and_one_later_edit_shows_the_latest(group: Group) -> None:
    group.deck = stacked("1111 2222 3333 1112 2223 3331 1113 2221 3332")
    group.start("Ana", "Ben")
    old = group.table
    group.telegram.failing["edit_photo"] = [errors.Flood(37)]
    group.take_set("Ana")
    due = Millis(group.now - 500 + 37_000)
    group.telegram.calls.clear()
    for name, slots in (("Ben", "456"), ("Ana", "789")):
        for slot in slots:
            group.press(name, slot, old)
            group.later(0.5)
        assert group.press(name, "SET!", old).text.startswith("Not counted: ")
        group.later(1)
        assert group.press(name, "SET!", old).text.startswith("SET!")
    assert group.telegram.calls == {"answer": 2}
    assert {wake.due for wake in group.timers.asked if wake.version == 0} == {due}
    group.later((due - group.now) / 1000)
    group.wake_due()
    assert group.telegram.calls["edit_photo"] == 1
    assert shown_as_stored(group)


def test_when_the_budget_is_spent_toasts_carry_the_news_and_one_edit_follows(thrifty_group: Group) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    while group.telegram.sends_and_edits() < 20:
        group.take_set("Ana")
    assert shown_as_stored(group)
    assert group.take_set("Ana").text.startswith("SET!")
    assert group.telegram.sends_and_edits() == 20
    assert not shown_as_stored(group)
    group.later(61)
    group.wake_due()
    assert group.telegram.sends_and_edits() == 21
    assert shown_as_stored(group)


@pytest.mark.failure(35)
def test_a_chat_that_forbids_pictures_gets_the_table_in_words_in_the_lobbys_place(group: Group) -> None:
    group.type("Ana", "/newgame")
    lobby = group.newest
    group.press("Ben", "Join")
    group.telegram.failing["send_photo"] = [errors.PhotosForbidden("not enough rights to send photos")]
    group.press("Ana", "Start")
    assert group.table.id == lobby.id
    assert group.table.photo is None
    assert "\n7. " in group.table.text
    group.take_set("Ana")
    assert shown_as_stored(group)
    assert group.telegram.calls["send_photo"] == 1


@pytest.mark.failure(11)
def test_a_picture_that_may_no_longer_be_edited_gives_way_to_words(group: Group) -> None:
    group.start("Ana", "Ben")
    picture = group.table
    group.telegram.failing["edit_photo"] = [errors.PhotosForbidden("not enough rights to send photos")]
    group.telegram.failing["edit_text"] = [errors.MessageGone("there is no text in the message to edit")]
    group.take_set("Ana")
    assert picture.id not in group.telegram.posts
    assert group.table.photo is None
    assert shown_as_stored(group)


def test_the_next_game_tries_pictures_again(group: Group) -> None:
    group.telegram.failing["send_photo"] = [errors.PhotosForbidden("not enough rights to send photos")]
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    group.press("Ana", "Play again")
    group.press("Ana", "Start")
    assert group.table.photo is not None


def test_table_brings_the_picture_once_pictures_are_allowed(group: Group) -> None:
    group.telegram.failing["send_photo"] = [errors.PhotosForbidden("not enough rights to send photos")] * 2
    group.start("Ana", "Ben")
    for allowed in (False, True):
        old = group.table
        group.later(30)
        group.type("Ben", "/table")
        assert (group.table.photo is not None) is allowed
        assert group.newest.id == group.table.id
        assert old.id not in group.telegram.posts
        assert shown_as_stored(group)
    group.take_set("Ana")
    assert group.table.photo is not None


@pytest.mark.parametrize(
    ("error", "seconds"), [(errors.Banned("muted"), 600), (errors.Refused("words nobody has read before"), 30)]
)
def test_another_refusal_is_reported_and_tried_again_the_later_the_longer_it_will_last(
    group: Group, error: Exception, seconds: int
) -> None:
    group.start("Ana", "Ben")
    group.telegram.failing["edit_photo"] = [error]
    assert group.take_set("Ana").text.startswith("SET!")
    assert group.reports == [f"{type(error).__name__}: {error}"]
    due = min(wake.due for wake in group.timers.asked if wake.version == 0)
    assert due == group.game().active_at + seconds * 1000
    group.later(seconds)
    group.wake_due()
    assert shown_as_stored(group)


def test_the_end_is_told_once_and_aloud_however_many_show_it(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    over = loaded(group)

    async def all_at_once() -> None:
        await asyncio.gather(*(group.service.desk.shower.show(PLACE, over) for _ in range(5)))

    group.run(all_at_once())
    group.later(120)
    group.wake_due()
    assert [post.text.splitlines()[0] for post in group.telegram.posts.values() if post.loud] == [
        "🏁 The game was stopped."
    ]


def test_an_end_that_was_not_told_is_told_later_without_another_edit_of_the_table(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.telegram.failing["send_text"] = [errors.Flood(30)]
    group.press("Ana", "Yes, end it")
    group.telegram.calls.clear()
    group.later(30)
    group.wake_due()
    assert group.telegram.calls == {"send_text": 1}
    assert group.newest.loud
    assert group.newest.labels() == [["🔁 Play again"]]


def test_a_closed_lobby_is_told_to_nobody(group: Group) -> None:
    group.type("Ana", "/newgame")
    group.press("Ana", "Leave")
    assert group.newest.text == "This lobby is closed. /newgame opens another."
    assert group.telegram.calls["send_text"] == 1


def test_posted_anew_the_table_is_at_the_bottom_and_once(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ben", "/score")
    show(group, anew=True)
    assert group.newest.photo is not None
    assert old.id not in group.telegram.posts
    assert len(tables(group)) == 1


def test_an_old_table_that_cannot_be_deleted_is_left(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.failing["delete"] = [errors.Banned("no rights")]
    show(group, anew=True)
    group.take_set("Ana")
    assert shown_as_stored(group)


def test_after_so_many_edits_the_rest_is_left_to_a_wake(group: Group) -> None:
    group.start("Ana", "Ben")

    async def another_votes() -> None:
        group.telegram.before_edit = another_votes
        before = (await group.store.inner.load(PLACE)).stored
        assert before is not None
        await group.store.inner.save(
            PLACE,
            replace(before, game=replace(before.game, revision=before.game.revision + 1), version=before.version + 1),
            before.version,
        )

    group.telegram.calls.clear()
    group.telegram.before_edit = another_votes
    group.take_set("Ana")
    assert group.telegram.sends_and_edits() == ROUNDS
    group.telegram.before_edit = None
    assert group.timers.asked[-1].due <= group.now + 1_000
    group.later(3)
    group.wake_due()
    assert shown_as_stored(group)


def test_two_topics_have_a_table_each(group: Group) -> None:
    topic = GameKey(CHAT, 42)
    for place in (PLACE, topic):
        group.type("Ana", "/newgame", place=place)
        group.press("Ben", "Join")
        group.press("Ana", "Start")
    assert {table.place for table in tables(group)} == {PLACE, topic}
    group.press("Ana", "1", tables(group)[0])
    assert group.game(topic).phase is Phase.PLAYING


def test_a_wrong_claim_does_not_send_the_picture_again(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.telegram.calls.clear()
    group.claim("Ana", no_set(group.game()))
    assert group.telegram.calls == {"answer": 1, "edit_caption": 1}


def choose(group: Group, **settings: Any) -> None:
    group.run(change_settings(group.store.inner, PLACE, lambda old: replace(old, **settings)))


def test_the_table_is_in_the_language_of_the_chat(group: Group) -> None:
    group.start("Ana", "Ben")
    choose(group, language="pl")
    show(group)
    assert group.table.text.startswith("Talia 69")
    group.take_set("Ana")
    assert group.table.text.startswith("Talia 66")
    choose(group, language="fa")
    show(group)
    assert "دسته ۶۶" in group.table.text


def test_a_language_chosen_during_an_edit_is_shown_by_the_one_who_edits(group: Group) -> None:
    group.start("Ana", "Ben")

    async def another_chooses() -> None:
        await change_settings(group.store.inner, PLACE, lambda old: replace(old, language="ro"))

    group.telegram.calls.clear()
    group.telegram.before_edit = another_chooses
    group.take_set("Ana")
    assert group.table.text.startswith("Pachet 66")
    assert group.telegram.calls == {"answer": 1, "edit_photo": 1, "edit_caption": 1}


def test_cards_in_words_come_with_the_table_and_cost_no_edit_of_their_own(group: Group) -> None:
    choose(group, cards_in_words=True)
    group.start("Ana", "Ben")
    assert len(group.table.text.splitlines()) == 3 + 12
    group.telegram.calls.clear()
    group.take_set("Ana")
    assert group.telegram.calls == {"answer": 1, "edit_photo": 1}
    last = group.game().table[11]
    assert group.table.text.endswith(f"12. {ENGLISH.spoken_card(last, group.game().look)}")
